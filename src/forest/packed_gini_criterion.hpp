// The criterion of few classes, whose weights all fit into one word: Gini impurity.
//
// An item has one field of bits per class. See criterion.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/seed_stream.hpp"
#include "forest/item_sums.hpp"
#include "forest/leaf_value.hpp"
#include "forest/level_order.hpp"
#include "forest/response.hpp"
#include "forest/split_kernel.hpp"
#include "forest/vote.hpp"

namespace umfi::forest {

class PackedGiniCriterion {
 public:
  static constexpr bool adds_items = true;
  using Groups = AdditiveGroups;

  static bool fits(const Response& response) {
    const std::size_t classes = std::max<std::size_t>(2, response.classes());
    return classes <= GiniLayout::most_classes && std::bit_width(response.size()) <= 64 / classes;
  }

  PackedGiniCriterion(const Response& response, const SplitKernels& kernels)
      : kernels_(kernels), layout_(layout_for(std::max<std::size_t>(2, response.classes()), response.size())) {
    for (int bit = 0; bit < 64; ++bit)
      class_of_bit_[static_cast<std::size_t>(bit)] = static_cast<std::uint8_t>(bit / layout_.field_bits);
  }

  Item make_item(std::int64_t response, std::uint32_t weight) const {
    return Item{weight} << (static_cast<int>(response) * layout_.field_bits);
  }
  std::uint64_t weight_of(NodeTotal total) const {
    std::uint64_t sum = 0;
    for (int k = 0; k < layout_.classes; ++k) sum += field(total, k);
    return sum;
  }
  // One class has it all: the first and the last bit are in one field.
  bool is_leaf(NodeTotal total) const {
    const auto first = static_cast<std::size_t>(std::countr_zero(total));
    const auto last = static_cast<std::size_t>(std::bit_width(total)) - 1;
    return class_of_bit_[first] == class_of_bit_[last];
  }

  void set_node(std::span<const Item> /*items*/, NodeTotal total) { total_ = total; }
  bool is_pure() const { return is_leaf(total_); }
  double ceiling() const { return static_cast<double>(weight_of(total_)); }

  LeafValue leaf_value(const Stream& tie) const {
    std::array<std::uint64_t, GiniLayout::most_classes> counts{};
    const auto classes = static_cast<std::size_t>(layout_.classes);
    for (int k = 0; k < layout_.classes; ++k) counts[static_cast<std::size_t>(k)] = field(total_, k);
    return static_cast<LeafValue>(majority<std::uint64_t>({counts.data(), classes}, tie));
  }

  void best_cuts(const NodeRows& node, KernelScratch& scratch, std::span<const Candidate> candidates) const {
    kernels_.best_gini_cuts({node, total_}, layout_, scratch, candidates);
  }
  void random_cuts(const NodeRows& node, std::vector<double>& scratch, std::span<const Candidate> candidates) const {
    kernels_.random_gini_cuts({node, total_}, layout_, scratch, candidates);
  }

  class Left {
   public:
    explicit Left(const PackedGiniCriterion& criterion) : criterion_(criterion) {}
    void add(const Groups& groups, std::uint32_t level) { sum_ += groups[level]; }
    double score() const { return criterion_.kernels_.gini_score(sum_, criterion_.total_, criterion_.layout_); }

   private:
    const PackedGiniCriterion& criterion_;
    Item sum_ = 0;
  };

  std::vector<double> level_scores(const Groups& groups, std::span<const std::uint32_t> levels) const {
    std::vector<std::uint32_t> rows;
    for (const auto level : levels)
      for (int k = 0; k < layout_.classes; ++k) rows.push_back(static_cast<std::uint32_t>(field(groups[level], k)));
    return class_scores(rows, static_cast<std::size_t>(layout_.classes));
  }

 private:
  static GiniLayout layout_for(std::size_t classes, std::size_t rows) {
    const bool is_small = classes <= 4 && rows < 4096;
    return {static_cast<int>(classes), is_small ? 16 : 64 / static_cast<int>(classes), is_small};
  }

  std::uint64_t field(Item item, int k) const {
    return item >> (k * layout_.field_bits) & ((Item{1} << layout_.field_bits) - 1);
  }

  SplitKernels kernels_;
  GiniLayout layout_;
  std::array<std::uint8_t, 64> class_of_bit_;
  NodeTotal total_ = 0;
};

}  // namespace umfi::forest
