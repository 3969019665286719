#include "forest/feature_column.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "stats/place_sorter.hpp"

namespace umfi::forest {
namespace {

FeatureColumn rank_levels(std::span<const double> values) {
  FeatureColumn column{.values = values, .rank = {}, .is_ordered = false};
  column.rank.reserve(values.size());
  for (const double level : values) {
    column.rank.push_back(std::isnan(level) ? 0 : static_cast<std::uint32_t>(level));
    column.distinct = std::max(column.distinct, column.rank.back() + 1);
  }
  return column;
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

FeatureColumn rank_numbers(std::span<const double> values) {
  PlaceSorter sorter;
  const auto sorted = sorter.sort(values);
  FeatureColumn column{.values = values, .rank = std::vector<std::uint32_t>(values.size())};
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i > 0 && values[sorted[i]] != values[sorted[i - 1]]) ++column.distinct;
    column.rank[sorted[i]] = column.distinct;
  }
  if (!sorted.empty()) ++column.distinct;
  return column;
}

}  // namespace

FeatureColumn rank_column(std::span<const double> values, bool is_ordered) {
  FeatureColumn column = is_ordered ? rank_numbers(values) : rank_levels(values);
  column.is_constant = has_one_value(values);
  return column;
}

FeatureColumn value_column(std::span<const double> values) {
  FeatureColumn column{.values = values, .rank = {}};
  column.is_constant = has_one_value(values);
  return column;
}

OwnedColumn replace_values(const FeatureColumn& original, std::vector<double> values, bool needs_ranks) {
  OwnedColumn owned{.values = std::move(values), .column = {}};
  owned.column =
      original.is_ordered && !needs_ranks ? value_column(owned.values) : rank_column(owned.values, original.is_ordered);
  owned.column.is_discrete = original.is_discrete;
  return owned;
}

}  // namespace umfi::forest
