// The features one tree splits on, and where.
//
// A split is *topmost* if no split above it is on the same feature. A row meets a feature only below one of its topmost
// splits, and which of them it meets does not depend on its own value of the feature.
//
//   TreeFeatures features(data.features.size());
//   features.start(tree);
//   for (std::size_t k = 0; k < features.size(); ++k) use(features.feature(k), features.topmost(k));
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "forest/fitted_forest.hpp"

namespace umfi {

struct TopmostSplit {
  std::uint32_t node = 0;
  bool is_only_one = true;  // no split below it is on the same feature
};

class TreeFeatures {
 public:
  // `features`: how many the forest has.
  explicit TreeFeatures(std::size_t features) : splits_above_(features, 0), topmost_above_(features, 0) {}

  // Looks at another tree.
  void start(const forest::StoredTree& tree);

  // How many features the tree uses; they are numbered in ascending order.
  std::size_t size() const { return used_.size(); }
  std::uint32_t feature(std::size_t k) const { return used_[k].feature; }
  // Nodes that split on it, from left to right.
  std::span<const std::uint32_t> splits(std::size_t k) const { return part(splits_, used_[k].splits); }
  std::span<const TopmostSplit> topmost(std::size_t k) const { return part(topmost_, used_[k].topmost); }

 private:
  struct Found {
    std::uint32_t feature;
    std::uint32_t node;
    bool is_topmost;
    bool is_only_one;
  };
  struct Used {
    std::uint32_t feature;
    forest::Range splits;
    forest::Range topmost;
  };

  template <class T>
  static std::span<const T> part(const std::vector<T>& all, const forest::Range& range) {
    return {all.data() + range.begin, range.size()};
  }
  void find_splits(const forest::StoredTree& tree);
  void add_split(std::uint32_t feature, std::uint32_t node);
  void group_by_feature();

  std::vector<std::uint32_t> splits_above_;  // per feature, how many above the node that is looked at
  std::vector<std::size_t> topmost_above_;   // per feature, its place in found_
  std::vector<std::uint32_t> waiting_;
  std::vector<Found> found_;
  std::vector<Used> used_;
  std::vector<std::uint32_t> splits_;
  std::vector<TopmostSplit> topmost_;
};

}  // namespace umfi
