#include "data/csv_source.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "core/memory.hpp"
#include "data/foreign_format.hpp"
#include "umfi/error.hpp"
#include "umfi/workers.hpp"

namespace umfi {
namespace {

// zlib reads plain files as they are, so one class serves both.
class GzipSource final : public ByteSource {
 public:
  GzipSource(gzFile file, std::string name) : file_(file), name_(std::move(name)) {
    if (file_ == nullptr) throw FileError::cannot_read(name_, std::strerror(errno));
    gzbuffer(file_, 1U << 18);
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override { gzclose(file_); }

  std::size_t read(char* buffer, std::size_t size) override {
    std::size_t filled = 0;
    while (filled < size) {
      const auto ask = static_cast<unsigned>(std::min<std::size_t>(size - filled, 1U << 30));
      const int got = gzread(file_, buffer + filled, ask);
      if (got < 0) fail();
      if (got == 0) break;
      filled += static_cast<std::size_t>(got);
    }
    if (filled < size) check_end();
    return filled;
  }

 private:
  // A gzip stream that is cut short ends without an error of read itself.
  void check_end() {
    int code = Z_OK;
    gzerror(file_, &code);
    if (code != Z_OK && code != Z_STREAM_END) fail();
  }

  [[noreturn]] void fail() {
    int code = Z_OK;
    gzerror(file_, &code);
    if (code == Z_ERRNO) throw FileError::cannot_read(name_, std::strerror(errno));
    throw CsvError::damaged_gzip(name_);
  }

  gzFile file_;
  std::string name_;
};

std::size_t line_at(std::string_view text, std::size_t place) {
  const auto begin = text.begin();
  return 1 + static_cast<std::size_t>(std::count(begin, begin + static_cast<std::ptrdiff_t>(place), '\n'));
}

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view text) : rest_(text) {}

  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = std::min(size, rest_.size());
    std::copy_n(rest_.data(), count, buffer);
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view rest_;
};

// In pieces, so that a pipe without end fills neither memory nor the user's patience. A zero byte is refused here and
// not only by the parser, since /dev/zero has nothing else and no end.
std::string read_all(ByteSource& source, const std::string& name, const ReadBounds& bounds) {
  std::string text;
  constexpr std::size_t step = 1U << 22;
  for (;;) {
    bounds.check();
    const std::size_t before = text.size();
    if (before + step > bounds.most_bytes) throw CsvError::too_large(name, bounds.most_bytes);
    text.resize(before + step);
    const std::size_t got = source.read(text.data() + before, step);
    text.resize(before + got);
    refuse_foreign(std::string_view(text).substr(0, before == 0 ? text.size() : 0), name);
    if (text.find('\0', before) != std::string::npos)
      throw CsvError::not_text(name, line_at(text, text.find('\0', before)));
    if (got < step) return text;
  }
}

// For sources that can be read only once.
CsvInput in_memory(ByteSource& source, std::string name, ReadBounds bounds) {
  auto text = std::make_shared<const std::string>(read_all(source, name, bounds));
  return {std::move(name), [text] { return std::make_unique<MemorySource>(*text); }, std::move(bounds)};
}

}  // namespace

ReadBounds bounds_for(std::size_t most_bytes, const Context& context) {
  return {.most_bytes = most_bytes > 0 ? most_bytes : memory_of_process() / 4,
          .check = [&context] { check_stop(context); }};
}

CsvInput csv_file(const std::string& path, ReadBounds bounds) {
  if (path == "-") {
    GzipSource in(gzdopen(dup(STDIN_FILENO), "rb"), "standard input");
    return in_memory(in, "standard input", std::move(bounds));
  }
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) throw FileError::cannot_read(path, std::strerror(errno));
  if (S_ISDIR(info.st_mode)) throw FileError::cannot_read(path, "it is a folder");
  if (!S_ISREG(info.st_mode)) {  // a pipe, say from a shell's <(...)
    GzipSource in(gzopen(path.c_str(), "rb"), path);
    return in_memory(in, path, std::move(bounds));
  }
  return {path, [path] { return std::make_unique<GzipSource>(gzopen(path.c_str(), "rb"), path); }, std::move(bounds)};
}

CsvInput csv_text(std::string_view text, std::string name, ReadBounds bounds) {
  return {std::move(name), [text] { return std::make_unique<MemorySource>(text); }, std::move(bounds)};
}

}  // namespace umfi
