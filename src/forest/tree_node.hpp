// Nodes and splits of a tree while it grows, as sinks see them.
#pragma once

#include <cstdint>
#include <span>

#include "core/seed_stream.hpp"
#include "forest/family.hpp"
#include "forest/item_sums.hpp"

namespace umfi::forest {

struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t size() const { return end - begin; }
};

struct Node {
  Range in_bag;
  Range out_of_bag;
  NodePath path = root_path;
  NodeTotal total = 0;       // of the in-bag rows
  std::uint32_t handle = 0;  // the sink's name for it
  MemberSets::Name members = 0;
  bool is_alone = true;   // there is only one member
  std::uint8_t side = 0;  // of its bag, where its rows are
};

// Which rows of a node go left.
struct Split {
  std::uint32_t feature = 0;
  bool is_ordered = true;
  double threshold = 0;                           // ordered: values up to it go left
  std::span<const std::uint8_t> level_is_left{};  // categories, by level
};

}  // namespace umfi::forest
