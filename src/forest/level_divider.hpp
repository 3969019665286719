// Dividing a node's rows at a cut of a category: some levels go left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "forest/feature_column.hpp"
#include "forest/item_sums.hpp"
#include "forest/split_kernel.hpp"

namespace umfi::forest {

class LevelDivider {
 public:
  // `sorted` are the levels present in the node: the first divided.last_left of them go left. `total` is the node's.
  template <class Criterion>
  void divide(const DividedNode& divided, std::span<const std::uint32_t> sorted, NodeTotal total,
              const Criterion& criterion, Division& division) {
    set_left_levels(divided, sorted);
    const RowNumbers& level = divided.column->rank;
    const NodeRows& from = divided.in_bag;
    std::uint32_t left = 0;
    Item left_total = 0;
    for (std::uint32_t k = 0, right = from.size; k < from.size; ++k) {
      const bool is_left = level_is_left_[level[from.rows[k]]] == 1;
      const std::uint32_t place = is_left ? left++ : --right;
      divided.to.rows[place] = from.rows[k];
      divided.to.items[place] = from.items[k];
      left_total += is_left ? from.items[k] : 0;
    }
    division.left_rows = left;
    division.left_total = left_total;
    place_absent_levels(2 * criterion.weight_of(left_total) >= criterion.weight_of(total));
    left = 0;
    auto right = static_cast<std::uint32_t>(divided.out_of_bag.size());
    for (const std::uint32_t row : divided.out_of_bag)
      divided.to.out_of_bag[level_is_left_[level[row]] == 1 ? left++ : --right] = row;
    division.left_out_of_bag = left;
  }

  // Of the last division, by level: 1 where it goes left, else 0.
  std::span<const std::uint8_t> level_is_left() const { return level_is_left_; }

 private:
  static constexpr std::uint8_t absent = 2;

  void set_left_levels(const DividedNode& divided, std::span<const std::uint32_t> sorted) {
    level_is_left_.assign(divided.column->distinct, absent);
    for (std::size_t i = 0; i < sorted.size(); ++i) level_is_left_[sorted[i]] = i < divided.last_left ? 1 : 0;
  }

  // A level that no in-bag row of the node has goes where more in-bag draws went.
  void place_absent_levels(bool is_left) {
    for (std::uint8_t& level : level_is_left_)
      if (level == absent) level = is_left ? 1 : 0;
  }

  std::vector<std::uint8_t> level_is_left_;
};

}  // namespace umfi::forest
