// Whether a file's first line holds names or data.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "data/csv_cells.hpp"

namespace umfi {

// A column of the first records below the line in question.
struct ColumnSample {
  bool is_numeric = false;  // all cells are numbers or missing, and some are numbers
  std::vector<std::string> texts;
};

// Nothing but numbers, numbers among the names of numeric columns, or names that stand again among the labels below
// them. Numbers that count in equal steps, such as years, are names if others are.
bool looks_like_data(std::span<const std::string> names, std::span<const ColumnSample> columns, const CellRules& rules);

}  // namespace umfi
