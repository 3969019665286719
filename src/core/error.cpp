#include "umfi/error.hpp"

#include <fmt/format.h>

namespace umfi {
namespace {

std::string size_text(std::size_t bytes) {
  constexpr double mebibyte = 1 << 20;
  const double size = static_cast<double>(bytes) / mebibyte;
  return size < 1024 ? fmt::format("{:.0f} MiB", size) : fmt::format("{:.1f} GiB", size / 1024);
}

}  // namespace

UsageError UsageError::unknown_column(std::string_view name, std::string_view nearest) {
  if (nearest.empty()) return UsageError(fmt::format("there is no column '{}' in the data", name));
  return UsageError(fmt::format("there is no column '{}' in the data; did you mean '{}'?", name, nearest));
}

UsageError UsageError::unknown_name(std::string_view what, std::string_view name, std::string_view known) {
  return UsageError(fmt::format("there is no {} '{}'; known are: {}", what, name, known));
}

UsageError UsageError::out_of_range(std::string_view option, std::string_view allowed) {
  return UsageError(fmt::format("{} must be {}", option_mention(option), allowed));
}

UsageError UsageError::not_a_value(std::string_view option, std::string_view text, std::string_view wanted) {
  return UsageError(fmt::format("{} takes {}, not '{}'", option_mention(option), wanted, text));
}

UsageError UsageError::unknown_option(std::string_view option, std::string_view nearest) {
  if (nearest.empty()) return UsageError(fmt::format("there is no option '{}'", option));
  return UsageError(fmt::format("there is no option '{}'; did you mean {}?", option, option_mention(nearest)));
}

UsageError UsageError::does_not_apply(std::string_view option, std::string_view reason, std::string_view value) {
  return UsageError(fmt::format("{} does not apply: {}", option_mention(option, value), reason));
}

UsageError UsageError::conflict(std::string_view sentence) {
  return UsageError(std::string(sentence));
}

UsageError UsageError::no_report_page() {
  return UsageError(
      "no report can be written: this umfi was built without the report page, for which nodejs and npm are needed; "
      "install them, then configure and build again");
}

DataError DataError::no_features() {
  return DataError("no feature is left to predict the target from; name at least one column that varies");
}

DataError DataError::too_few_rows(std::size_t rows, std::size_t needed) {
  return DataError(fmt::format("{} complete rows are too few; at least {} are needed", rows, needed));
}

DataError DataError::no_complete_rows(std::string_view worst_column, std::size_t missing) {
  return DataError(fmt::format("no row is complete; column '{}' alone misses {} values: leave such columns out with {}",
                               worst_column, missing, option_mention("drop")));
}

DataError DataError::infinite_value(std::string_view column, std::size_t row) {
  return DataError(fmt::format(
      "column '{}' is infinite or too large in data row {}; replace it by a number, or by NA to treat it as missing",
      column, row));
}

DataError DataError::constant_target(std::string_view column) {
  return DataError(fmt::format("the target '{}' has only one value; there is nothing to predict", column));
}

DataError DataError::empty_target(std::string_view column) {
  return DataError(fmt::format("the target '{}' has no value in any row; name another column", column));
}

DataError DataError::unusable_range(std::string_view column) {
  return DataError(fmt::format(
      "the values of the target '{}' are too large or too close together to compute with; change its unit", column));
}

DataError DataError::never_out_of_bag() {
  return DataError("every row was drawn by every tree, so that none can be predicted; grow more trees");
}

DataError DataError::saturated_fit(std::size_t rows, std::size_t columns) {
  return DataError(
      fmt::format("{} independent column{} and an intercept fit any {} rows exactly; for the Gaussian power use fewer "
                  "features or more rows, or use the forest power",
                  columns, columns == 1 ? "" : "s", rows));
}

DataError DataError::too_many_classes(std::string_view column, std::size_t classes, std::size_t rows) {
  return DataError(
      fmt::format("the target '{}' has {} classes in {} rows, more than one class per two rows; is it an id, or did "
                  "you mean {}?",
                  column, classes, rows, option_mention("task", "regression")));
}

DataError DataError::not_numeric_target(std::string_view column) {
  return DataError(fmt::format("the target '{}' holds text, so it cannot be used for regression; use {}", column,
                               option_mention("task", "classification")));
}

DataError DataError::length_mismatch(std::string_view column, std::size_t got, std::size_t want) {
  return DataError(fmt::format("column '{}' has {} rows, but the table has {}", column, got, want));
}

DataError DataError::duplicate_column(std::string_view column) {
  return DataError(fmt::format("the table already has a column '{}'", column));
}

DataError DataError::unknown_level(std::string_view column, std::string_view level) {
  return DataError(fmt::format(
      "column '{}' holds '{}', which is not among the levels given for it; name every level in order", column, level));
}

CsvError CsvError::empty(std::string_view file) {
  return CsvError(fmt::format("{}: the file is empty; it should start with a line of column names", file));
}

CsvError CsvError::no_rows(std::string_view file) {
  return CsvError(fmt::format("{}: there is a header but no row of data", file));
}

CsvError CsvError::not_text(std::string_view file, std::size_t line) {
  return CsvError(
      fmt::format("{}, line {}: this is not a text file (it holds a zero byte); save the table as CSV", file, line));
}

CsvError CsvError::ragged_row(std::string_view file, std::size_t line, std::size_t got, std::size_t want) {
  return CsvError(
      fmt::format("{}, line {}: {} field{} where the header has {}", file, line, got, got == 1 ? "" : "s", want));
}

CsvError CsvError::unterminated_quote(std::string_view file, std::size_t line) {
  return CsvError(fmt::format("{}, line {}: a quote (\") is opened here and never closed", file, line));
}

CsvError CsvError::stray_quote(std::string_view file, std::size_t line, std::string_view column) {
  return CsvError(
      fmt::format("{}, line {}, column '{}': text after a closing quote; write a quote inside a field twice (\"\")",
                  file, line, column));
}

CsvError CsvError::duplicate_name(std::string_view file, std::string_view name, std::size_t first, std::size_t second) {
  return CsvError(
      fmt::format("{}, line 1: columns {} and {} are both called '{}'; rename one", file, first, second, name));
}

CsvError CsvError::headerless(std::string_view file, std::string_view first_fields) {
  return CsvError(
      fmt::format("{}, line 1: {} look like data, not like names of columns; use {} if the first line is "
                  "data, or {} if it holds the names",
                  file, first_fields, option_mention("header", "no"), option_mention("header")));
}

CsvError CsvError::foreign(std::string_view file, std::string_view what, std::string_view advice) {
  return CsvError(fmt::format("{}: this is {}, not a text table; {}", file, what, advice));
}

CsvError CsvError::too_large(std::string_view file, std::size_t most_bytes) {
  return CsvError(
      fmt::format("{}: the table takes more than {}, which is the part of memory that a table may take; "
                  "use fewer rows or columns, or a machine with more memory",
                  file, size_text(most_bytes)));
}

CsvError CsvError::endless_row(std::string_view file, std::size_t line, std::size_t most_bytes) {
  return CsvError(
      fmt::format("{}, line {}: this row is longer than {}; is a quote (\") opened here and never closed, or "
                  "is this no table?",
                  file, line, size_text(most_bytes)));
}

CsvError CsvError::carriage_returns(std::string_view file) {
  return CsvError(
      fmt::format("{}: lines end with a carriage return alone, as on old Macs; save the table with line ends "
                  "of today, or convert it with: tr '\\r' '\\n'",
                  file));
}

CsvError CsvError::comment_line(std::string_view file, std::size_t line) {
  return CsvError(
      fmt::format("{}, line {}: this line begins with # and looks like a comment; remove such lines, say with: "
                  "grep -v '^#'",
                  file, line));
}

CsvError CsvError::row_names(std::string_view file, std::size_t want) {
  return CsvError(
      fmt::format("{}, line 2: {} fields where the header has {}; if the first field of each row is its name, "
                  "as R writes it, give that column a name in the header",
                  file, want + 1, want));
}

CsvError CsvError::decimal_comma(std::string_view file, std::size_t line, std::string_view column,
                                 std::string_view value) {
  return CsvError(
      fmt::format("{}, line {}, column '{}': '{}' looks like a number with a decimal comma; use {} if it is "
                  "one, or {} if it is a label; commas that part thousands have to go",
                  file, line, column, value, option_mention("decimal", ","), option_mention("categorical", column)));
}

CsvError CsvError::marked_number(std::string_view file, std::size_t line, std::string_view column,
                                 std::string_view value) {
  return CsvError(
      fmt::format("{}, line {}, column '{}': '{}' looks like a number with blanks, a long minus or marks that part "
                  "thousands; take them away, or use {} if it is a label",
                  file, line, column, value, option_mention("categorical", column)));
}

CsvError CsvError::damaged_gzip(std::string_view file) {
  return CsvError(fmt::format("{}: the gzip data are damaged or cut short; fetch or compress it again", file));
}

FileError FileError::cannot_read(std::string_view path, std::string_view reason) {
  return FileError(fmt::format("cannot read {}: {}", path, reason));
}

FileError FileError::cannot_write(std::string_view path, std::string_view reason) {
  return FileError(fmt::format("cannot write {}: {}", path, reason));
}

}  // namespace umfi
