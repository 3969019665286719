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
  const std::vector<double> x = data.sample(i);
  if (data.features[i].is_grouping) return group_by_level(x);
  return group_alike(x, std::max(rows_per_group, (x.size() + most_groups - 1) / most_groups));
}

bool has_one_value(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return value == values[0]; });
}

// The column in the rows that take part, in the unit of its feature.
std::vector<double> sample_of(const RemovalData& data, std::size_t j, const FreedColumns* freed) {
  if (freed == nullptr || !freed->changes(j)) return data.sample(j);
  const std::vector<double> column = freed->column(j).values;
  std::vector<double> sample;
  for (const std::uint32_t row : data.rows) sample.push_back(column[row] / data.features[j].unit);
  return sample;
}

}  // namespace

double measure_pairwise_dependence(const RemovalData& data, std::size_t i, const FreedColumns* freed) {
  const RowGroups groups = group_rows(data, i);
  const std::size_t n = data.rows.size();
  const std::size_t count = groups.groups.size();
  if (count < 2 || count >= n) return 0;
  const double by_chance = critical_explained_share(n, count, level / static_cast<double>(data.features.size()));
  double largest = 0;
  for (std::size_t j = 0; j < data.features.size(); ++j) {
    if (j == i || !data.features[j].is_ordered) continue;
    const std::vector<double> sample = sample_of(data, j, freed);
    if (has_one_value(sample)) continue;
    const double share = explained_share(sample, groups);
    if (share > by_chance)
      largest = std::max(largest, 1 - (1 - share) * static_cast<double>(n - 1) / static_cast<double>(n - count));
  }
  return largest;
}

}  // namespace umfi
