#include "importance/split_bins.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace umfi {
namespace {

Labels bin_numbers(const forest::OobTree& tree, std::span<const std::uint32_t> splits, std::span<const double> values) {
  std::vector<double> thresholds;
  for (const std::uint32_t split : splits) thresholds.push_back(tree.tree.nodes()[split].threshold);
  std::sort(thresholds.begin(), thresholds.end());
  std::vector<std::uint32_t> bin;
  bin.reserve(tree.rows.size());
  for (const std::uint32_t row : tree.rows) {
    const auto at = std::lower_bound(thresholds.begin(), thresholds.end(), values[row]);
    bin.push_back(static_cast<std::uint32_t>(at - thresholds.begin()));
  }
  return {std::move(bin), thresholds.size() + 1};
}

Labels bin_levels(const forest::OobTree& tree, std::span<const std::uint32_t> splits,
                  const forest::FeatureColumn& column) {
  std::vector<std::uint32_t> bin_of(column.distinct, 0);
  for (const std::uint32_t split : splits) {
    const auto& node = tree.tree.nodes()[split];
    std::map<std::pair<std::uint32_t, bool>, std::uint32_t> parted;  // bin and side -> new bin
    for (std::uint32_t level = 0; level < column.distinct; ++level) {
      const std::pair key(bin_of[level], tree.tree.goes_left(node, level));
      bin_of[level] = parted.try_emplace(key, static_cast<std::uint32_t>(parted.size())).first->second;
    }
  }
  std::vector<std::uint32_t> bin;
  bin.reserve(tree.rows.size());
  for (const std::uint32_t row : tree.rows) bin.push_back(bin_of[static_cast<std::size_t>(column.values[row])]);
  return {std::move(bin), column.distinct};
}

}  // namespace

Labels bin_at_splits(const forest::OobTree& tree, std::span<const std::uint32_t> splits,
                     const forest::FeatureColumn& column) {
  return column.is_ordered ? bin_numbers(tree, splits, column.values) : bin_levels(tree, splits, column);
}

}  // namespace umfi
