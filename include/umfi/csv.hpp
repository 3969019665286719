// Reading and writing tables as CSV (RFC 4180).
//
// The separator (comma, semicolon, tab, vertical bar or blanks) is detected; a byte-order mark, CRLF line ends and gzip
// are understood; NA, N/A, NaN, ?, null and empty fields are missing, and among numbers also None, missing, "." and
// "-". Kinds are inferred: a column in which every field is a number is numeric (binary with two distinct values), any
// other holds labels. Columns that cannot be features (ids, row numbers, dates) are left out; what was decided about a
// column, and what looks wrong, stands in the table's remarks.
//
//   umfi::Table table = umfi::read_csv("data.csv", {.categorical = {"soil"}});
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "umfi/context.hpp"
#include "umfi/table.hpp"

namespace umfi {

// A column whose labels have an order.
struct OrdinalColumn {
  std::string name;
  // From lowest to highest; empty: numbers in numeric order, text in alphabetical order.
  std::vector<std::string> levels;
};

struct CsvOptions {
  // Whether the first line holds names. Without them, columns are called c1, c2, ... Empty: it does; a first line that
  // looks like data is refused with the question.
  std::optional<bool> header = {};
  // Columns to treat as categories without an order, whatever they hold.
  std::vector<std::string> categorical = {};
  // Columns to treat as ordered levels.
  std::vector<OrdinalColumn> ordinal = {};
  // Columns to treat as numbers; what is not a number there is missing.
  std::vector<std::string> numeric = {};
  // What stands for a missing value besides the usual words.
  std::vector<std::string> na = {};
  // A character, or "comma", "semicolon", "tab", "pipe" or "space" (one or more blanks); empty: detected.
  std::string separator = {};
  // The decimal mark: '.' or ','.
  char decimal = '.';
  // The table may take this many bytes of memory; 0: a quarter of what this process may use.
  std::size_t most_bytes = 0;
};

// Reads a file, or standard input where path is "-".
Table read_csv(const std::string& path, const CsvOptions& options = {}, const Context& context = {});

// The same from text in memory; `name` stands for the file in messages.
Table parse_csv(std::string_view text, const std::string& name, const CsvOptions& options = {},
                const Context& context = {});

// Writes numbers so that they read back to the same bits. Missing cells become NA.
void write_csv(std::ostream& out, const Table& table);

}  // namespace umfi
