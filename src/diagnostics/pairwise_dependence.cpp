#include "diagnostics/pairwise_dependence.hpp"

#include <algorithm>
#include <vector>

#include "removal/row_groups.hpp"
#include "stats/critical_values.hpp"

namespace umfi {
namespace {

constexpr std::size_t most_groups = 10;
constexpr std::size_t rows_per_group = 15;  // at least, where x_i is numeric
// Of an F-test over all columns: what is not beyond chance counts as nothing.
constexpr double level = 0.001;

RowGroups group_rows(const RemovalData& data, std::size_t i) {
  const std::vector<double> x = data.cells(i);
  if (data.features[i].is_grouping) return group_by_level(x);
  return group_alike(x, std::max(rows_per_group, (x.size() + most_groups - 1) / most_groups));
}

bool has_one_value(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return value == values[0]; });
}

// The column in the rows that take part, in the unit of its feature.
std::vector<double> cells_of(const RemovalData& data, std::size_t j, const FreedSet* freed) {
  const FreedColumn* const column = freed == nullptr ? nullptr : freed->find(j);
  if (column == nullptr) return data.cells(j);
  std::vector<double> cells;
  for (const std::uint32_t row : data.sample.rows) cells.push_back(column->values[row] / data.features[j].unit);
  return cells;
}

}  // namespace

double measure_pairwise_dependence(const RemovalData& data, std::size_t i, const FreedSet* freed) {
  const RowGroups groups = group_rows(data, i);
  const std::size_t n = data.sample.size();
  const std::size_t count = groups.groups.size();
  if (count < 2 || count >= n) return 0;
  const double by_chance = critical_explained_share(n, count, level / static_cast<double>(data.features.size()));
  double largest = 0;
  for (std::size_t j = 0; j < data.features.size(); ++j) {
    if (j == i || !data.features[j].is_ordered) continue;
    const std::vector<double> sample = cells_of(data, j, freed);
    if (has_one_value(sample)) continue;
    const double share = explained_share(sample, groups);
    if (share > by_chance)
      largest = std::max(largest, 1 - (1 - share) * static_cast<double>(n - 1) / static_cast<double>(n - count));
  }
  return largest;
}

}  // namespace umfi
