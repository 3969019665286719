#include "importance/tree_features.hpp"

#include <algorithm>

namespace umfi {

void TreeFeatures::start(const forest::StoredTree& tree) {
  find_splits(tree);
  group_by_feature();
}

// A walk that visits a split twice: before its subtrees, and after them, when it is above no waiting node any more.
void TreeFeatures::find_splits(const forest::StoredTree& tree) {
  constexpr std::uint32_t is_done = std::uint32_t{1} << 31;
  found_.clear();
  waiting_.assign(1, 0);
  while (!waiting_.empty()) {
    const std::uint32_t waiting = waiting_.back();
    waiting_.pop_back();
    const auto& node = tree.nodes()[waiting & ~is_done];
    if (node.is_leaf()) continue;
    if ((waiting & is_done) != 0) {
      --splits_above_[node.feature];
      continue;
    }
    add_split(node.feature, waiting);
    waiting_.push_back(waiting | is_done);
    waiting_.push_back(node.left_child + 1);
    waiting_.push_back(node.left_child);
  }
}

void TreeFeatures::add_split(std::uint32_t feature, std::uint32_t node) {
  const bool is_topmost = splits_above_[feature]++ == 0;
  if (is_topmost) {
    topmost_above_[feature] = found_.size();
  } else {
    found_[topmost_above_[feature]].is_only_one = false;
  }
  found_.push_back({feature, node, is_topmost, true});
}

void TreeFeatures::group_by_feature() {
  std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.feature < b.feature; });
  used_.clear();
  splits_.clear();
  topmost_.clear();
  for (const Found& found : found_) {
    const auto splits = static_cast<std::uint32_t>(splits_.size());
    const auto topmost = static_cast<std::uint32_t>(topmost_.size());
    if (used_.empty() || used_.back().feature != found.feature)
      used_.push_back({found.feature, {splits, splits}, {topmost, topmost}});
    splits_.push_back(found.node);
    ++used_.back().splits.end;
    if (!found.is_topmost) continue;
    topmost_.push_back({found.node, found.is_only_one});
    ++used_.back().topmost.end;
  }
}

}  // namespace umfi
