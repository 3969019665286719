#include "data/csv_records.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "data/foreign_format.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr std::size_t block_bytes = 64;  // so that small inputs reach every seam between blocks
#else
constexpr std::size_t block_bytes = std::size_t{1} << 22;
#endif

// No table has longer rows; a quote that is never closed, or a file that is no table, has.
constexpr std::size_t longest_row = std::size_t{64} << 20;

std::string_view without_carriage_return(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// Finds the end of the record that starts at `begin`: its line end, or `text.size()` if there is none. A
// quote opens a quoted field only where a field starts, so that a lone inch mark in a label is harmless.
struct RecordEnd {
  std::size_t end;
  std::size_t lines;  // line ends inside quotes
  bool open_quote;
};

RecordEnd find_record_end(std::string_view text, std::size_t begin, char delimiter) {
  std::size_t lines = 0;
  bool quoted = false;
  bool may_open = true;  // at the start of a field, or right behind a closing quote (a doubled one)
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\n') ++lines;
      if (c == '"') quoted = false;
      may_open = c == '"';
      continue;
    }
    if (c == '\n') return {i, lines, false};
    quoted = c == '"' && may_open;
    may_open = is_separator(c, delimiter);
  }
  return {text.size(), lines, quoted};
}

}  // namespace

RecordReader::RecordReader(const CsvInput& input) : input_(input), source_(input.open()) {
  fill();
}

bool RecordReader::fill() {
  if (at_end_) return false;
  input_.bounds.check();
  const bool is_first = buffer_.empty();
  buffer_.resize(filled_ + block_bytes);
  const std::size_t got = source_->read(buffer_.data() + filled_, block_bytes);
  at_end_ = got < block_bytes;
  const std::size_t before = std::exchange(filled_, filled_ + got);
  if (is_first) check_first_bytes();
  const void* zero = got > 0 ? std::memchr(buffer_.data() + before, 0, filled_ - before) : nullptr;
  if (zero != nullptr) {
    const char* position = static_cast<const char*>(zero);
    throw CsvError::not_text(input_.name, line_ + static_cast<std::size_t>(std::count(
                                                      static_cast<const char*>(buffer_.data()), position, '\n')));
  }
  return true;
}

void RecordReader::refuse_endless_row() const {
  if (filled_ > longest_row) throw CsvError::endless_row(input_.name, line_, longest_row);
}

void RecordReader::skip_first_bytes(std::size_t count) {
  std::memmove(buffer_.data(), buffer_.data() + count, filled_ - count);
  filled_ -= count;
}

// A byte-order mark and blank lines are skipped; what is no text table, or has no line ends, is refused.
void RecordReader::check_first_bytes() {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (std::string_view(buffer_.data(), filled_).starts_with(mark)) skip_first_bytes(mark.size());
  const std::string_view head(buffer_.data(), filled_);
  const std::size_t first = head.find_first_not_of(" \r\n");
  const std::size_t line_end = first == std::string_view::npos ? first : head.rfind('\n', first);
  if (line_end != std::string_view::npos) {
    line_ +=
        static_cast<std::size_t>(std::count(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(first), '\n'));
    skip_first_bytes(line_end + 1);
  }
  const std::string_view text(buffer_.data(), filled_);
  refuse_foreign(text, input_.name);
  const std::size_t carriage_return = text.find('\r');
  const bool ends_line = carriage_return != std::string_view::npos && carriage_return + 1 < text.size();
  const bool is_telling = at_end_ || text.size() > (std::size_t{1} << 20);  // a first line may be long
  if (ends_line && is_telling && text.find('\n') == std::string_view::npos)
    throw CsvError::carriage_returns(input_.name);
}

std::size_t RecordReader::cut(char delimiter, std::vector<CsvRecord>& records, std::size_t most) const {
  records.clear();
  const std::string_view text(buffer_.data(), filled_);
  const bool has_quotes = text.find('"') != std::string_view::npos;
  std::size_t line = line_;
  std::size_t begin = 0;
  while (begin < text.size() && records.size() < most) {
    RecordEnd found{text.size(), 0, false};
    if (has_quotes) {
      found = find_record_end(text, begin, delimiter);
    } else if (const std::size_t end = text.find('\n', begin); end != std::string_view::npos) {
      found.end = end;
    }
    if (found.end == text.size() && !at_end_) break;  // the rest of this record is not read yet
    if (found.open_quote) throw CsvError::unterminated_quote(input_.name, line);
    records.push_back({without_carriage_return(text.substr(begin, found.end - begin)), line});
    line += found.lines + 1;
    begin = found.end + 1;
  }
  return std::min(begin, text.size());
}

const std::vector<CsvRecord>& RecordReader::next_block(char delimiter) {
  if (consumed_ > 0) {
    line_ += static_cast<std::size_t>(std::count(buffer_.data(), buffer_.data() + consumed_, '\n'));
    std::memmove(buffer_.data(), buffer_.data() + consumed_, filled_ - consumed_);
    filled_ -= consumed_;
    consumed_ = 0;
    fill();
  }
  for (;;) {
    consumed_ = cut(delimiter, records_, records_.max_size());
    if (!records_.empty()) return records_;
    refuse_endless_row();
    if (!fill()) return records_;
  }
}

std::vector<CsvRecord> RecordReader::peek(char delimiter, std::size_t count) {
  constexpr std::size_t enough_bytes = std::size_t{16} << 20;  // of rows of very many columns
  std::vector<CsvRecord> records;
  for (;;) {
    cut(delimiter, records, count);
    const bool is_enough = records.size() == count || (!records.empty() && filled_ > enough_bytes);
    if (is_enough) return records;
    refuse_endless_row();
    if (!fill()) return records;
  }
}

bool FieldReader::next(std::string_view& field) {
  if (done_) return false;
  std::size_t end = 0;
  const bool by_blanks = delimiter_ == ' ';
  const char* const begin = rest_.data();
  const std::size_t size = rest_.size();
  if (size > 0 && begin[0] == '"') {
    // As find_record_end: behind a closing quote only a second one, which makes it a doubled one, opens again.
    bool quoted = true;
    bool may_open = false;
    for (end = 1; end < size; ++end) {
      const char c = begin[end];
      if (!quoted && is_separator(c, delimiter_)) break;
      const bool closes = quoted && c == '"';
      quoted = quoted ? !closes : may_open && c == '"';
      may_open = closes;
    }
  } else {
    while (end < size && begin[end] != delimiter_ && !(by_blanks && begin[end] == '\t')) ++end;
  }
  field = rest_.substr(0, end);
  done_ = end >= size;
  if (!done_) rest_.remove_prefix(end + 1);
  if (by_blanks) rest_ = trim(rest_);
  return true;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string field_text(std::string_view field, bool& well_formed) {
  if (!is_quoted(field)) return std::string(trim(field));
  std::string text;
  std::size_t i = 1;
  for (; i < field.size(); ++i) {
    if (field[i] == '"') {
      if (i + 1 >= field.size() || field[i + 1] != '"') break;
      ++i;
    }
    text += field[i];
  }
  well_formed = trim(field.substr(std::min(i + 1, field.size()))).empty() && i < field.size();
  return text;
}

}  // namespace umfi
