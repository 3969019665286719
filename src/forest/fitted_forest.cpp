#include "forest/fitted_forest.hpp"

#include "forest/vote.hpp"

namespace umfi::forest {

bool StoredTree::is_left_level(const StoredNode& node, double value) const {
  if (!(value >= 0 && value < node.levels)) return false;
  return level_is_left_[node.first_level + static_cast<std::uint32_t>(value)] == 1;
}

std::pair<std::uint32_t, std::uint32_t> StoredTree::add_split(std::uint32_t node, const Split& split) {
  const auto left = static_cast<std::uint32_t>(nodes_.size());
  StoredNode& stored = nodes_[node];
  stored.feature = split.feature;
  stored.left_child = left;
  if (split.is_ordered) {
    stored.threshold = split.threshold;
  } else {
    stored.first_level = static_cast<std::uint32_t>(level_is_left_.size());
    stored.levels = static_cast<std::uint32_t>(split.level_is_left.size());
    level_is_left_.insert(level_is_left_.end(), split.level_is_left.begin(), split.level_is_left.end());
  }
  nodes_.resize(nodes_.size() + 2);
  return {left, left + 1};
}

FittedForest::FittedForest(const Response& response, std::vector<StoredTree> trees, std::uint64_t seed,
                           std::uint32_t repeat)
    : classes_(response.classes()),
      origin_(response.origin()),
      leaf_unit_(response.unit() / leaf_scale),
      vote_tie_(stream_key({.seed = seed, .purpose = Purpose::vote_tie, .repeat = repeat})),
      trees_(std::move(trees)) {}

double FittedForest::predict(std::span<const double> cells, std::uint32_t row) const {
  const auto cell = [&](std::uint32_t feature) { return cells[feature]; };
  if (classes_ == 0) {
    std::int64_t sum = 0;
    for (const StoredTree& tree : trees_) sum += tree.leaf_of(cell).value;
    return origin_ + static_cast<double>(sum) / static_cast<double>(trees_.size()) * leaf_unit_;
  }
  std::vector<std::int64_t> votes(classes_, 0);
  for (const StoredTree& tree : trees_) ++votes[static_cast<std::size_t>(tree.leaf_of(cell).value)];
  return static_cast<double>(majority<std::int64_t>(votes, Stream(vote_tie_, row)));
}

}  // namespace umfi::forest
