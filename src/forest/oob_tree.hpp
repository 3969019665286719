// A stored tree with its out-of-bag rows, for methods that ask where these would end if they were changed.
//
// The rows stand in the order of the leaves they end in, from left to right; inside a leaf they ascend. The rows
// that pass a node therefore stand side by side: a node has a range of *places*.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "forest/fitted_forest.hpp"

namespace umfi::forest {

struct OobTree {
  StoredTree tree;
  std::vector<std::uint32_t> rows;  // by place
  std::vector<Range> places;        // by node of the tree
};

// Sink that stores a tree to its very end: a changed row may reach nodes that no row reaches unchanged.
class OobTreeRecorder {
 public:
  explicit OobTreeRecorder(OobTree& target) : target_(target) {}

  bool wants(const Node&) const { return true; }
  std::pair<std::uint32_t, std::uint32_t> split(const Node& node, const Split& split) {
    set_places(node);
    return target_.tree.add_split(node.handle, split);
  }
  void leaf(const Node& node, MemberBits, LeafValue value, std::span<const std::uint32_t> rows) {
    set_places(node);
    target_.tree.set_leaf(node.handle, value);
    // Nodes come in any order, the last rows perhaps first.
    if (target_.rows.size() < node.out_of_bag.end) target_.rows.resize(node.out_of_bag.end);
    const auto first = target_.rows.begin() + node.out_of_bag.begin;
    std::sort(first, std::copy(rows.begin(), rows.end(), first));
  }

 private:
  void set_places(const Node& node) {
    target_.places.resize(target_.tree.nodes().size());
    target_.places[node.handle] = node.out_of_bag;
  }

  OobTree& target_;
};

}  // namespace umfi::forest
