#include "data/discrete.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace umfi {

bool has_few_values(const Column& column, std::span<const std::uint32_t> rows) {
  constexpr std::size_t few = 10;
  constexpr std::size_t rows_per_value = 10;
  const std::size_t most = std::min(few, rows.size() / rows_per_value);
  std::vector<double> seen;
  for (const std::uint32_t row : rows) {
    const double value = column.values()[row];
    if (std::find(seen.begin(), seen.end(), value) != seen.end()) continue;
    if (seen.size() == most) return false;
    seen.push_back(value);
  }
  return true;
}

bool has_one_value(std::span<const double> values) {
  double first = std::nan("");
  for (const double value : values) {
    if (std::isnan(value) || value == first) continue;
    if (!std::isnan(first)) return false;
    first = value;
  }
  return true;
}

bool is_discrete(const Column& column, std::span<const std::uint32_t> rows) {
  return column.kind() != Kind::numeric || has_few_values(column, rows);
}

}  // namespace umfi
