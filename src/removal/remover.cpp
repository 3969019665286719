#include "umfi/remover.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/discrete.hpp"

namespace umfi {
namespace {

// Units stay away from the ends of the range, so that dividing by them is exact too.
double unit_of(std::span<const double> values, std::span<const std::uint32_t> rows) {
  double largest = 0;
  for (const std::uint32_t row : rows) largest = std::max(largest, std::abs(values[row]));
  int exponent = 0;
  std::frexp(largest, &exponent);
  return std::ldexp(1.0, std::clamp(exponent, -1000, 1000));
}

}  // namespace

RemovalData::RemovalData(const Table& table, const Sample& participating)
    : sample(participating), table_rows(table.rows()) {
  for (std::size_t c = 0; c < table.size(); ++c) {
    const bool is_few = table[c].kind() == Kind::binary || has_few_values(table[c], sample.rows);
    features.push_back({.values = table[c].values(),
                        .is_ordered = table[c].is_ordered(),
                        .is_discrete = is_discrete(table[c], sample.rows),
                        .is_grouping = !table[c].is_ordered() || is_few,
                        .unit = unit_of(table[c].values(), sample.rows)});
  }
}

std::vector<double> RemovalData::cells(std::size_t feature) const {
  const std::span<const double> values = features[feature].values;
  const double per_unit = 1 / features[feature].unit;  // exact, as units are powers of two
  std::vector<double> cells(sample.size());
  for (std::size_t k = 0; k < sample.size(); ++k) cells[k] = values[sample.rows[k]] * per_unit;
  return cells;
}

std::vector<double> RemovalData::spread(std::span<const double> cells, double unit) const {
  std::vector<double> column(table_rows, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < sample.size(); ++k) column[sample.rows[k]] = cells[k] * unit;
  return column;
}

bool RemovalData::has_discrete_features() const {
  return std::any_of(features.begin(), features.end(), [](const RemovalFeature& f) { return f.is_discrete; });
}

std::vector<std::size_t> FreedColumns::changed(std::size_t features) const {
  std::vector<std::size_t> result;
  for (std::size_t j = 0; j < features; ++j)
    if (changes(j)) result.push_back(j);
  return result;
}

std::vector<FreedColumn> PairwiseColumns::columns(std::span<const std::size_t> wanted, Workers& workers) const {
  std::vector<FreedColumn> freed(wanted.size());
  if (wanted.size() == 1)
    freed.front() = column(wanted.front());
  else
    workers.for_each(wanted.size(), [&](std::size_t k) { freed[k] = column(wanted[k]); });
  return freed;
}

}  // namespace umfi
