// The criterion of a numeric response: by how much a cut lowers the sum of squares.
//
// An item has the weight in its low bits and the response times the weight above them. See criterion.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/seed_stream.hpp"
#include "forest/item_sums.hpp"
#include "forest/leaf_value.hpp"
#include "forest/response.hpp"
#include "forest/split_kernel.hpp"

namespace umfi::forest {

class VarianceCriterion {
 public:
  static constexpr bool adds_items = true;
  using Groups = AdditiveGroups;
  static constexpr std::uint64_t largest_leaf = 5;  // a node of so few draws is not split

  VarianceCriterion(const Response& response, const SplitKernels& kernels)
      : kernels_(kernels), layout_{response.weight_bits()} {}

  Item make_item(std::int64_t response, std::uint32_t weight) const {
    return (static_cast<Item>(response) * weight) << layout_.weight_bits | weight;
  }
  std::uint64_t weight_of(NodeTotal total) const { return total & ((NodeTotal{1} << layout_.weight_bits) - 1); }
  bool is_leaf(NodeTotal total) const { return weight_of(total) <= largest_leaf; }

  void set_node(std::span<const Item> items, NodeTotal total) {
    items_ = items;
    total_ = total;
  }
  bool is_pure() const {
    return std::all_of(items_.begin(), items_.end(), [first = items_[0], this](Item item) {
      return sum_of(item) * weight_of(first) == sum_of(first) * weight_of(item);
    });
  }
  double ceiling() const { return std::numeric_limits<double>::infinity(); }

  LeafValue leaf_value(const Stream& /*tie*/) const {
    const double mean = static_cast<double>(sum_of(total_)) / static_cast<double>(weight_of(total_));
    return std::llrint(mean * leaf_scale);
  }

  void best_cuts(const NodeRows& node, KernelScratch& scratch, std::span<const Candidate> candidates) const {
    kernels_.best_variance_cuts({node, total_}, layout_, scratch, candidates);
  }
  void random_cuts(const NodeRows& node, std::vector<double>& scratch, std::span<const Candidate> candidates) const {
    kernels_.random_variance_cuts({node, total_}, layout_, scratch, candidates);
  }

  class Left {
   public:
    explicit Left(const VarianceCriterion& criterion) : criterion_(criterion) {}
    void add(const Groups& groups, std::uint32_t level) { sum_ += groups[level]; }
    double score() const { return criterion_.kernels_.variance_score(sum_, criterion_.total_, criterion_.layout_); }

   private:
    const VarianceCriterion& criterion_;
    Item sum_ = 0;
  };

  // The levels' mean responses.
  std::vector<double> level_scores(const Groups& groups, std::span<const std::uint32_t> levels) const {
    std::vector<double> means;
    for (const auto level : levels)
      means.push_back(static_cast<double>(sum_of(groups[level])) / static_cast<double>(weight_of(groups[level])));
    return means;
  }

 private:
  std::uint64_t sum_of(Item item) const { return item >> layout_.weight_bits; }

  SplitKernels kernels_;
  VarianceLayout layout_;
  std::span<const Item> items_;
  NodeTotal total_ = 0;
};

}  // namespace umfi::forest
