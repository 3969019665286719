#include "diagnostics/pairwise_dependence.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace umfi {
namespace {

constexpr std::size_t most_groups = 10;
constexpr std::size_t rows_per_group = 15;  // at least, where x_i is numeric
// Many columns are looked at: what is not so many standard deviations beyond chance counts as nothing.
constexpr double noise_limit = 5;

// The rows in groups of similar x_i: of equal size, or of one level.
std::vector<std::vector<std::uint32_t>> group_rows(const RemovalData& data, std::size_t i) {
  const std::span<const double> x = data.features[i].values;
  std::vector<std::uint32_t> sorted(data.rows.begin(), data.rows.end());
  std::stable_sort(sorted.begin(), sorted.end(), [&](auto a, auto b) { return x[a] < x[b]; });
  const std::size_t size =
      data.features[i].is_grouping ? 1 : std::max(rows_per_group, (sorted.size() + most_groups - 1) / most_groups);
  std::vector<std::vector<std::uint32_t>> groups;
  for (const std::uint32_t row : sorted) {
    // Equal values stay together.
    const bool is_full = groups.empty() || (groups.back().size() >= size && x[groups.back().back()] != x[row]);
    if (is_full) groups.emplace_back();
    groups.back().push_back(row);
  }
  return groups;
}

double explained_share(std::span<const double> column, const std::vector<std::vector<std::uint32_t>>& groups) {
  const double origin = column[groups[0][0]];  // so that a column of one value has no variance, not even by rounding
  double rows = 0;
  double sum = 0;
  double squares = 0;
  double of_groups = 0;
  for (const auto& group : groups) {
    double group_sum = 0;
    for (const std::uint32_t row : group) {
      const double value = column[row] - origin;
      group_sum += value;
      squares += value * value;
    }
    rows += static_cast<double>(group.size());
    sum += group_sum;
    of_groups += group_sum * group_sum / static_cast<double>(group.size());
  }
  const double total = squares - sum * sum / rows;
  const double between = of_groups - sum * sum / rows;
  const double spare = rows - static_cast<double>(groups.size());
  if (!(total > 0) || spare <= 0) return 0;
  const double share = 1 - (1 - between / total) * (rows - 1) / spare;
  const double by_chance = std::sqrt(2 * (static_cast<double>(groups.size()) - 1)) / spare;
  return share > noise_limit * by_chance ? share : 0;
}

}  // namespace

double measure_pairwise_dependence(const RemovalData& data, std::size_t i, const FreedColumns* freed) {
  const auto groups = group_rows(data, i);
  double largest = 0;
  for (std::size_t j = 0; j < data.features.size(); ++j) {
    if (j == i || !data.features[j].is_ordered) continue;
    const bool is_freed = freed != nullptr && freed->changes(j);
    largest = std::max(largest, is_freed ? explained_share(freed->column(j), groups)
                                         : explained_share(data.features[j].values, groups));
  }
  return largest;
}

}  // namespace umfi
