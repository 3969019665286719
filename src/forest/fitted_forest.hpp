// A forest whose trees are stored, for methods that predict rows they have changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "forest/tree_grower.hpp"

namespace umfi::forest {

// A tree as an array of nodes; the root is nodes[0], children of a split lie side by side.
class StoredTree {
 public:
  struct StoredNode {
    static constexpr std::uint32_t no_feature = CandidateRule::nothing;
    std::uint32_t feature = no_feature;  // no_feature: a leaf
    std::uint32_t left_child = 0;        // the right one stands behind it
    std::uint32_t first_level = 0;       // categories: where level_is_left starts
    std::uint32_t levels = 0;            // categories: how many; 0: ordered
    double threshold = 0;
    LeafValue value = 0;

    bool is_leaf() const { return feature == no_feature; }
    bool operator==(const StoredNode&) const = default;
  };

  StoredTree() : nodes_(1) {}

  std::span<const StoredNode> nodes() const { return nodes_; }
  bool goes_left(const StoredNode& node, double value) const {
    return node.levels == 0 ? value <= node.threshold : is_left_level(node, value);
  }
  // The leaf of a row whose cell of feature f is cell(f), seen from the root or from a node it is known to meet. A
  // level never seen in training goes right.
  template <class Cell>
  const StoredNode& leaf_of(const Cell& cell, std::uint32_t from = 0) const {
    const StoredNode* node = nodes_.data() + from;
    while (!node->is_leaf()) node = &nodes_[node->left_child + (goes_left(*node, cell(node->feature)) ? 0U : 1U)];
    return *node;
  }

  std::pair<std::uint32_t, std::uint32_t> add_split(std::uint32_t node, const Split& split);
  void set_leaf(std::uint32_t node, LeafValue value) { nodes_[node].value = value; }

 private:
  bool is_left_level(const StoredNode& node, double value) const;

  std::vector<StoredNode> nodes_;
  std::vector<std::uint8_t> level_is_left_;
};

class FittedForest {
 public:
  FittedForest(const Response& response, std::vector<StoredTree> trees, std::uint64_t seed, std::uint32_t repeat);

  std::span<const StoredTree> trees() const { return trees_; }

  // The prediction for a row given as one cell per feature: a mean, or the class most trees vote for (ties
  // at random from the forest's seed; `row` tells rows apart).
  double predict(std::span<const double> cells, std::uint32_t row = 0) const;

 private:
  std::size_t classes_;
  double origin_;
  double leaf_unit_;
  StreamKey vote_tie_;
  std::vector<StoredTree> trees_;
};

}  // namespace umfi::forest
