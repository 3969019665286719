// The errors umfi throws: a small family, one class per exit code, each error one clear sentence.
//
//   try { auto table = umfi::read_csv("data.csv"); }
//   catch (const umfi::Error& e) { std::cerr << e.what() << '\n'; return int(e.exit_code()); }
//
// Messages name the file, line and column they speak of, and say what to do.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "umfi/option.hpp"

namespace umfi {

// What a program that stops because of an error should exit with. Stable across versions.
enum class ExitCode : int {
  ok = 0,
  internal = 1,       // a defect in umfi
  usage = 2,          // an option or argument is wrong
  data = 3,           // the data cannot be used as asked
  file = 4,           // a file cannot be read or written
  out_of_time = 5,    // the time limit came before there was a result
  interrupted = 130,  // stopped by the user
};

// what() calls options by their ids; sentence() calls them as a face does.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& sentence)
      : std::runtime_error(spelled(sentence, {})), code_(code), sentence_(sentence) {}
  ExitCode exit_code() const { return code_; }
  std::string sentence(const OptionSpelling& spelling) const { return spelled(sentence_, spelling); }

 private:
  ExitCode code_;
  std::string sentence_;  // with mentions of options
};

// An option or argument that does not make sense.
class UsageError : public Error {
 public:
  explicit UsageError(const std::string& sentence) : Error(ExitCode::usage, sentence) {}

  static UsageError unknown_column(std::string_view name, std::string_view nearest);
  static UsageError unknown_name(std::string_view what, std::string_view name, std::string_view known);
  static UsageError out_of_range(std::string_view option, std::string_view allowed);
  static UsageError not_a_value(std::string_view option, std::string_view text, std::string_view wanted);
  static UsageError unknown_option(std::string_view option, std::string_view nearest);
  static UsageError does_not_apply(std::string_view option, std::string_view reason, std::string_view value = {});
  static UsageError conflict(std::string_view sentence);
  static UsageError no_report_page();
};

// Data that cannot be used as asked.
class DataError : public Error {
 public:
  explicit DataError(const std::string& sentence) : Error(ExitCode::data, sentence) {}

  static DataError no_features();
  static DataError too_few_rows(std::size_t rows, std::size_t needed);
  static DataError no_complete_rows(std::string_view worst_column, std::size_t missing);
  static DataError infinite_value(std::string_view column, std::size_t row);
  static DataError constant_target(std::string_view column);
  static DataError empty_target(std::string_view column);
  static DataError unusable_range(std::string_view column);
  static DataError never_out_of_bag();
  static DataError saturated_fit(std::size_t rows, std::size_t columns);
  static DataError too_many_classes(std::string_view column, std::size_t classes, std::size_t rows);
  static DataError not_numeric_target(std::string_view column);
  static DataError length_mismatch(std::string_view column, std::size_t got, std::size_t want);
  static DataError duplicate_column(std::string_view column);
  static DataError unknown_level(std::string_view column, std::string_view level);
};

// A CSV file that is not the table it claims to be. Lines count from 1, the header included.
class CsvError : public DataError {
 public:
  using DataError::DataError;

  static CsvError empty(std::string_view file);
  static CsvError no_rows(std::string_view file);
  static CsvError not_text(std::string_view file, std::size_t line);
  static CsvError ragged_row(std::string_view file, std::size_t line, std::size_t got, std::size_t want);
  static CsvError unterminated_quote(std::string_view file, std::size_t line);
  static CsvError stray_quote(std::string_view file, std::size_t line, std::string_view column);
  static CsvError duplicate_name(std::string_view file, std::string_view name, std::size_t first, std::size_t second);
  static CsvError headerless(std::string_view file, std::string_view first_fields);
  static CsvError foreign(std::string_view file, std::string_view what, std::string_view advice);
  static CsvError too_large(std::string_view file, std::size_t most_bytes);
  static CsvError endless_row(std::string_view file, std::size_t line, std::size_t most_bytes);
  static CsvError carriage_returns(std::string_view file);
  static CsvError comment_line(std::string_view file, std::size_t line);
  static CsvError row_names(std::string_view file, std::size_t want);
  static CsvError decimal_comma(std::string_view file, std::size_t line, std::string_view column,
                                std::string_view value);
  static CsvError marked_number(std::string_view file, std::size_t line, std::string_view column,
                                std::string_view value);
  static CsvError damaged_gzip(std::string_view file);
};

// A file that cannot be read or written.
class FileError : public Error {
 public:
  explicit FileError(const std::string& sentence) : Error(ExitCode::file, sentence) {}

  static FileError cannot_read(std::string_view path, std::string_view reason);
  static FileError cannot_write(std::string_view path, std::string_view reason);
};

// The caller asked to stop (see Context::cancelled).
class Interrupted : public Error {
 public:
  Interrupted() : Error(ExitCode::interrupted, "interrupted") {}
};

// Time was up (see Context::out_of_time) before there was anything to summarise.
class OutOfTime : public Error {
 public:
  OutOfTime()
      : Error(ExitCode::out_of_time,
              "the time limit came before there was a result; allow more time, or ask for less") {}
};

}  // namespace umfi
