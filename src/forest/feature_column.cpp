#include "forest/feature_column.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/discrete.hpp"
#include "stats/place_sorter.hpp"

namespace umfi::forest {
namespace {

std::uint32_t level_of(double value) {
  return std::isnan(value) ? 0 : static_cast<std::uint32_t>(value);
}

FeatureColumn rank_levels(std::span<const double> values) {
  std::uint32_t largest = 0;
  for (const double value : values) largest = std::max(largest, level_of(value));
  FeatureColumn column{
      .values = values, .rank = {values.size(), largest}, .distinct = largest + 1, .is_ordered = false};
  column.rank.visit([&]<class Number>(std::span<Number> rank) {
    std::transform(values.begin(), values.end(), rank.begin(),
                   [](double value) { return static_cast<Number>(level_of(value)); });
  });
  return column;
}

// Searches profit from places where ranks are narrow and few rows share one.
void number_places(std::span<const std::uint32_t> sorted, FeatureColumn& column) {
  if (!column.rank.is_narrow() || !column.has_ties() || column.distinct < sorted.size() / 8 * 7) return;
  column.place = {column.rank.size()};
  column.place.visit([&]<class Number>(std::span<Number> place) {
    for (std::size_t i = 0; i < sorted.size(); ++i) place[sorted[i]] = static_cast<Number>(i);
  });
}

std::vector<std::uint16_t> blocks_of(std::span<const std::uint32_t> sorted, std::size_t rows) {
  std::vector<std::uint16_t> order((sorted.size() + order_block - 1) / order_block * order_block,
                                   static_cast<std::uint16_t>(rows));
  std::transform(sorted.begin(), sorted.end(), order.begin(),
                 [](std::uint32_t row) { return static_cast<std::uint16_t>(row); });
  return order;
}

FeatureColumn rank_numbers(std::span<const double> values, std::span<const std::uint32_t> order) {
  PlaceSorter sorter;
  const auto sorted = order.empty() ? sorter.sort(values) : sorter.sort(values, order);
  FeatureColumn column{.values = values, .rank = {values.size()}};
  column.rank.visit([&]<class Number>(std::span<Number> rank) {
    if (sorted.empty()) return;
    double last = values[sorted[0]];
    std::uint32_t before = 0;  // distinct values
    for (const std::uint32_t row : sorted) {
      const double value = values[row];
      before += value != last ? 1 : 0;
      last = value;
      rank[row] = static_cast<Number>(before);
    }
    column.distinct = before + 1;
  });
  number_places(sorted, column);
  if (values.size() <= most_ordered_rows) column.order = blocks_of(sorted, values.size());
  return column;
}

}  // namespace

FeatureColumn rank_column(std::span<const double> values, bool is_ordered, std::span<const std::uint32_t> order) {
  FeatureColumn column = is_ordered ? rank_numbers(values, order) : rank_levels(values);
  column.is_constant = has_one_value(values);
  return column;
}

FeatureColumn value_column(std::span<const double> values) {
  FeatureColumn column{.values = values, .rank = {}};
  column.is_constant = has_one_value(values);
  return column;
}

}  // namespace umfi::forest
