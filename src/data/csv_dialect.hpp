// The separator, the column names and a first idea of which columns hold text, from a file's first records.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/csv_source.hpp"

namespace umfi {

struct CsvDialect {
  char delimiter = ',';
  std::vector<std::string> names;
  std::vector<std::size_t> text_columns;  // columns with a label among the first records

  // Throws UsageError, naming the nearest column, where there is none of that name.
  std::size_t index_of(const std::string& name) const;
};

CsvDialect find_dialect(const CsvInput& input, bool has_header);

}  // namespace umfi
