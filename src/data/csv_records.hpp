// Cutting CSV bytes into records and records into fields (RFC 4180).
//
// A *record* is one row of the file, which may span several lines where a quoted field holds line ends. A
// *block* is a run of whole records that lie in memory together and can be parsed in parallel.
//
// The separator ' ' stands for one or more blanks or tabs; those at the rim of a record do not count.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_source.hpp"

namespace umfi {

// Without surrounding blanks and tabs.
std::string_view trim(std::string_view text);

struct CsvRecord {
  std::string_view text;  // without its line end
  std::size_t line;       // of its first character, from 1
};

// Whether a character parts fields.
inline bool is_separator(char c, char delimiter) {
  return c == delimiter || (delimiter == ' ' && c == '\t');
}

// Reads block after block; the views of a block live until the next one is read.
class RecordReader {
 public:
  explicit RecordReader(const CsvInput& input);

  // The next records in file order; empty at the end. Blank lines are left in.
  const std::vector<CsvRecord>& next_block(char delimiter);
  // The first records of the file, before any block was taken; for finding the dialect.
  std::vector<CsvRecord> peek(char delimiter, std::size_t count);

 private:
  // Reads on; false if the end was known already. Learning that nothing follows is news too: it ends a record.
  bool fill();
  void check_first_bytes();
  void skip_first_bytes(std::size_t count);
  void refuse_endless_row() const;
  // Cuts buffer_[0, filled_) into records; returns how many bytes they cover.
  std::size_t cut(char delimiter, std::vector<CsvRecord>& records, std::size_t most) const;

  const CsvInput& input_;
  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_;
  std::size_t filled_ = 0;
  std::size_t consumed_ = 0;  // bytes of the current block, dropped when the next one is read
  std::size_t line_ = 1;
  bool at_end_ = false;
  std::vector<CsvRecord> records_;
};

// Walks the fields of one record.
class FieldReader {
 public:
  FieldReader(std::string_view record, char delimiter) : rest_(record), delimiter_(delimiter) {
    if (delimiter_ == ' ') rest_ = trim(rest_);
  }

  // The next field as written, quotes included; false after the last. Only one view is alive at a time.
  bool next(std::string_view& field);

 private:
  std::string_view rest_;
  char delimiter_;
  bool done_ = false;
};

// What a field says: surrounding blanks and quotes removed, doubled quotes made single.
// `well_formed` turns false where text follows a closing quote.
std::string field_text(std::string_view field, bool& well_formed);
inline bool is_quoted(std::string_view field) {
  return !field.empty() && field.front() == '"';
}

}  // namespace umfi
