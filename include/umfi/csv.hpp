// Reading and writing tables as CSV (RFC 4180).
//
// The separator (comma, semicolon or tab) is detected; a byte-order mark, CRLF line ends and gzip are
// understood; NA, NaN, ?, null and empty fields are missing. Kinds are inferred: a column in which every
// field is a number is numeric (binary with two distinct values), any other holds labels.
//
//   umfi::Table table = umfi::read_csv("data.csv", {.categorical = {"soil"}});
#pragma once

#include <iosfwd>
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
  // The first line holds names. Without it, columns are called c1, c2, ...
  bool header = true;
  // Columns to treat as categories without an order, whatever they hold.
  std::vector<std::string> categorical = {};
  // Columns to treat as ordered levels.
  std::vector<OrdinalColumn> ordinal = {};
};

// Reads a file, or standard input where path is "-". A text column that differs in every row is an id: it
// is left out, with a note to the context.
Table read_csv(const std::string& path, const CsvOptions& options = {}, const Context& context = {});

// The same from text in memory; `name` stands for the file in messages.
Table parse_csv(std::string_view text, const std::string& name, const CsvOptions& options = {},
                const Context& context = {});

// Writes numbers so that they read back to the same bits. Missing cells become NA.
void write_csv(std::ostream& out, const Table& table);

}  // namespace umfi
