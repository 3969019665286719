#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "umfi/error.hpp"
#include "umfi/output.hpp"

namespace umfi {
namespace {

// What is written to a link goes where it leads, also where nothing is there yet.
std::string target_of(std::filesystem::path path) {
  constexpr int most_links = 40;  // as many as Linux follows
  std::error_code error;
  for (int k = 0; k < most_links && std::filesystem::is_symlink(path, error); ++k)
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  return path.string();
}

// A new file in the folder of `path`, removed again unless it takes that name.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path) : path_(target_of(path)), name_(path_ + ".XXXXXX") {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw FileError::cannot_write(path, "it is a folder");
    descriptor_ = mkstemp(name_.data());
    if (descriptor_ < 0 && errno == ENOENT)
      throw FileError::cannot_write(path, "its folder does not exist; make the folder first, or choose another");
    if (descriptor_ < 0) throw FileError::cannot_write(path, std::strerror(errno));
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!name_.empty()) unlink(name_.c_str());
  }

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void publish() {
    const mode_t mask = umask(0);
    umask(mask);
    if (fchmod(descriptor_, 0666 & ~mask) != 0 || fsync(descriptor_) != 0) fail();
    const int result = close(descriptor_);
    descriptor_ = -1;
    if (result != 0 || std::rename(name_.c_str(), path_.c_str()) != 0) fail();
    name_.clear();
  }

 private:
  [[noreturn]] void fail() const { throw FileError::cannot_write(path_, std::strerror(errno)); }

  std::string path_;
  std::string name_;
  int descriptor_ = -1;
};

// Pipes and devices are written to as they are: there is nothing to replace.
bool is_special(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

void write_special(const std::string& path, std::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) throw FileError::cannot_write(path, std::strerror(errno));
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) throw FileError::cannot_write(path, std::strerror(errno));
}

}  // namespace

void check_writable(const std::string& path) {
  if (!is_special(path)) TemporaryFile probe(path);
}

void write_file(const std::string& path, std::string_view text) {
  if (is_special(path)) return write_special(path, text);
  TemporaryFile file(path);
  file.write(text);
  file.publish();
}

}  // namespace umfi
