// What was understood of a table: one summary per column.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "umfi/missing_values.hpp"
#include "umfi/remark.hpp"
#include "umfi/table.hpp"

namespace umfi {

struct ColumnSummary {
  std::string name;
  Kind kind = Kind::numeric;
  std::size_t missing = 0;
  std::size_t distinct = 0;
  // Smallest and largest value, or lowest and highest level; of categories the most and second most frequent.
  std::string low;
  std::string high;
  // Rows per bin: up to 12 equal steps from low to high, or the most frequent categories in descending order.
  std::vector<std::size_t> histogram;
};

struct TableSummary {
  std::size_t rows = 0;
  std::size_t complete_rows = 0;
  std::vector<ColumnSummary> columns;
  std::vector<ColumnRemark> remarks;  // what was left out, and what looks wrong
  MissingValues missing;
};

// With a target, features that give it away are remarked upon.
TableSummary describe(const Table& table, const std::string& target = {});

}  // namespace umfi
