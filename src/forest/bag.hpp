// The rows of a tree while it grows, in bag and out of bag: those of a node stand side by side.
//
// A bag has two *sides*. A node's rows are on one, its children's on the other, in the same range: dividing a node
// reads one side and writes the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/distributions.hpp"
#include "core/seed_stream.hpp"
#include "forest/item_sums.hpp"
#include "forest/response.hpp"
#include "forest/split_kernel.hpp"
#include "forest/tree_node.hpp"

namespace umfi::forest {

struct BagSide {
  std::vector<std::uint32_t> rows;        // distinct in-bag rows, and kernel_padding more
  std::vector<Item> items;                // what they bring, likewise
  std::vector<std::uint32_t> out_of_bag;  // likewise
};

struct Bag {
  std::array<BagSide, 2> sides;
  std::vector<Node> waiting;  // to be grown, the last one first

  const BagSide& of(const Node& node) const { return sides[node.side]; }
  BagSide& of_children(const Node& node) { return sides[1 - node.side]; }

  NodeRows in_bag(const Node& node) const {
    const BagSide& side = of(node);
    return {side.rows.data() + node.in_bag.begin, side.items.data() + node.in_bag.begin, node.in_bag.size()};
  }
  std::span<const std::uint32_t> out_of_bag(const Node& node) const {
    return {of(node).out_of_bag.data() + node.out_of_bag.begin, node.out_of_bag.size()};
  }

  // Draws a bootstrap sample of the training rows; returns the root.
  template <class Criterion>
  Node plant(std::span<const std::uint32_t> training_rows, const Response& response, const Criterion& criterion,
             Stream stream) {
    const auto n = training_rows.size();
    BagSide& planted = sides[0];
    BagSide& other = sides[1];
    resize(other.rows, n + kernel_padding);
    const std::span<std::uint32_t> draws = std::span(other.rows).first(n);  // not needed before the first division
    std::fill(draws.begin(), draws.end(), 0);
    draw_bootstrap(draws, stream);
    const auto undrawn = static_cast<std::size_t>(std::count(draws.begin(), draws.end(), 0U));
    resize(planted.rows, n - undrawn + kernel_padding);
    for (BagSide& side : sides) {
      resize(side.items, n - undrawn + kernel_padding);
      resize(side.out_of_bag, undrawn + kernel_padding);
    }
    std::uint32_t in = 0;
    std::uint32_t out = 0;
    NodeTotal total = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t row = training_rows[i];
      const Item item = criterion.make_item(response.encoded()[row], draws[i]);
      planted.rows[in] = row;
      planted.items[in] = item;
      planted.out_of_bag[out] = row;
      total += item;  // no draws where the row was not drawn
      in += draws[i] > 0 ? 1 : 0;
      out += draws[i] > 0 ? 0 : 1;
    }
    return {.in_bag = {0, in}, .out_of_bag = {0, out}, .total = total};
  }

  // Makes this the bag of one node's rows, copied from its own.
  void copy_node(const Bag& from, const Node& node) {
    const auto copy = [](const auto& source, const Range& range, auto& target) {
      target.assign(source.begin() + range.begin, source.begin() + range.end);
      target.resize(range.size() + kernel_padding);
    };
    BagSide& copied = sides[0];
    copy(from.of(node).rows, node.in_bag, copied.rows);
    copy(from.of(node).items, node.in_bag, copied.items);
    copy(from.of(node).out_of_bag, node.out_of_bag, copied.out_of_bag);
    BagSide& other = sides[1];
    other.rows.resize(copied.rows.size());
    other.items.resize(copied.items.size());
    other.out_of_bag.resize(copied.out_of_bag.size());
  }

 private:
  // Sizes of bags differ little from tree to tree: a little room to spare, where a vector by itself would take as much
  // again.
  template <class T>
  static void resize(std::vector<T>& values, std::size_t size) {
    if (values.capacity() < size) values.reserve(size + size / 32);
    values.resize(size);
  }
};

}  // namespace umfi::forest
