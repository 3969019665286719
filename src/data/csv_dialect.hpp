// The separator, the column names and a first idea of which columns hold text, from a file's first records.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/csv_cells.hpp"
#include "data/csv_source.hpp"
#include "umfi/csv.hpp"

namespace umfi {

struct CsvDialect {
  char delimiter = ',';
  bool has_header = true;
  std::vector<std::string> names;
  std::vector<std::size_t> unnamed;       // columns without a name in the header
  std::vector<std::size_t> text_columns;  // columns with a label among the first records

  // Throws UsageError, naming the nearest column, where there is none of that name.
  std::size_t index_of(const std::string& name) const;
};

// Throws CsvError where the first line looks like data and nobody said whether it is.
CsvDialect find_dialect(const CsvInput& input, const CsvOptions& options, const CellRules& rules);

}  // namespace umfi
