// Sums of items: of a node, and of the levels of a category in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "forest/split_kernel.hpp"

namespace umfi::forest {

// The sum of the items of a node.
using NodeTotal = std::uint64_t;

// Sums per level where items can simply be added.
class AdditiveGroups {
 public:
  void reset(std::size_t levels) { sums_.assign(levels, 0); }
  void add(std::uint32_t level, Item item) { sums_[level] += item; }
  bool is_empty(std::uint32_t level) const { return sums_[level] == 0; }
  Item operator[](std::uint32_t level) const { return sums_[level]; }

 private:
  std::vector<Item> sums_;
};

}  // namespace umfi::forest
