// Split criteria: what a cut is worth.
//
// Vocabulary
//   Item   what one distinct in-bag row brings, its weight (how often it was drawn) and its response, in one word
//   Left   the left side of a cut, built up group by group; score() values it against the node
//   Groups sums per level of a category
//          (`adds_items`: a sum of items says all that a search needs to know of a side)
//   total  what a node's rows bring together: the sum of their items. Packed criteria read everything from it, the wide
//          one only the weight; is_leaf(total) is whether it alone shows that the node is not split
//   ceiling()  a score that no cut exceeds: that of two pure children, where it is known
//
// All sums are exact integers (see Response), so a score does not depend on the order in which rows were added, and
// equal partitions get equal scores to the last bit. A criterion is set to one node at a time.
//
//   VarianceCriterion    numeric response, any number of rows
//   PackedGiniCriterion  few classes: all class weights fit into one word (4 classes up to 65,535 rows)
//   WideGiniCriterion    any number of classes
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/seed_stream.hpp"
#include "forest/level_order.hpp"
#include "forest/response.hpp"
#include "forest/split_kernel.hpp"
#include "forest/vote.hpp"

namespace umfi::forest {

// A leaf's prediction: a class index, or a mean in fixed point with leaf_fraction_bits more bits, so that
// predictions of many trees can be added exactly.
using LeafValue = std::int64_t;
inline constexpr int leaf_fraction_bits = 8;
inline constexpr double leaf_scale = 1 << leaf_fraction_bits;

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

class WideGiniCriterion {
 public:
  static constexpr bool adds_items = false;

  // Class weights per level.
  class Groups {
   public:
    explicit Groups(std::size_t classes) : classes_(classes) {}
    void reset(std::size_t levels) {
      counts_.assign(levels * classes_, 0);
      weights_.assign(levels, 0);
    }
    void add(std::uint32_t level, Item item) {
      counts_[level * classes_ + label_of(item)] += weight_in(item);
      weights_[level] += weight_in(item);
    }
    bool is_empty(std::uint32_t level) const { return weights_[level] == 0; }
    std::span<const std::uint32_t> operator[](std::uint32_t level) const {
      return {counts_.data() + level * classes_, classes_};
    }

   private:
    std::size_t classes_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint32_t> weights_;
  };

  WideGiniCriterion(const Response& response, const SplitKernels& kernels)
      : kernels_(kernels), counts_(response.classes()), left_(response.classes()) {}

  Item make_item(std::int64_t response, std::uint32_t weight) const {
    return static_cast<Item>(response) << 32 | weight;
  }
  // The sum of labels above it means nothing, and may overflow.
  std::uint64_t weight_of(NodeTotal total) const { return static_cast<std::uint32_t>(total); }
  bool is_leaf(NodeTotal total) const { return weight_of(total) == 1; }

  void set_node(std::span<const Item> items, NodeTotal total) {
    std::fill(counts_.begin(), counts_.end(), 0);
    for (const Item item : items) counts_[label_of(item)] += weight_in(item);
    weight_ = static_cast<std::int64_t>(weight_of(total));
    squares_ = 0;
    for (const std::int64_t count : counts_) squares_ += count * count;
  }
  bool is_pure() const { return squares_ == weight_ * weight_; }
  double ceiling() const { return static_cast<double>(weight_); }

  LeafValue leaf_value(const Stream& tie) const { return static_cast<LeafValue>(majority<std::int64_t>(counts_, tie)); }

  // The left side's class weights and the sums that follow from them, kept up to date row by row.
  class Left {
   public:
    explicit Left(WideGiniCriterion& criterion) : criterion_(criterion) {
      std::fill(criterion.left_.begin(), criterion.left_.end(), 0);
    }
    void add(Item item) { add(label_of(item), weight_in(item)); }
    void add(const Groups& groups, std::uint32_t level) {
      const auto counts = groups[level];
      for (std::uint32_t label = 0; label < counts.size(); ++label)
        if (counts[label] > 0) add(label, counts[label]);
    }
    // As GiniScore in cut_score-inl.hpp; NaN where everything is on one side.
    double score() const {
      const auto left = static_cast<double>(squares_);
      const auto right = static_cast<double>(criterion_.squares_ - 2 * cross_ + squares_);
      const auto left_weight = static_cast<double>(weight_);
      const auto right_weight = static_cast<double>(criterion_.weight_ - weight_);
      return (left * right_weight + right * left_weight) / (left_weight * right_weight);
    }

   private:
    void add(std::uint32_t label, std::int64_t weight) {
      const std::int64_t before = criterion_.left_[label];
      criterion_.left_[label] = before + weight;
      weight_ += weight;
      squares_ += weight * (2 * before + weight);
      cross_ += weight * criterion_.counts_[label];
    }

    WideGiniCriterion& criterion_;
    std::int64_t weight_ = 0;
    std::int64_t squares_ = 0;
    std::int64_t cross_ = 0;  // sum over classes of left weight times node weight
  };

  void best_cuts(const NodeRows& node, KernelScratch& scratch, std::span<const Candidate> candidates) {
    sorted_.resize(node.size);
    for (const Candidate& candidate : candidates) {
      kernels_.sort_by_rank({node.rows, node.size}, *candidate.column, scratch, sorted_.data());
      *candidate.cut = best_cut(node, *candidate.column);
    }
  }
  void random_cuts(const NodeRows& node, std::vector<double>& /*scratch*/, std::span<const Candidate> candidates) {
    for (const Candidate& candidate : candidates) *candidate.cut = random_cut(node, candidate);
  }

  std::vector<double> level_scores(const Groups& groups, std::span<const std::uint32_t> levels) const {
    std::vector<std::uint32_t> rows;
    for (const auto level : levels) rows.insert(rows.end(), groups[level].begin(), groups[level].end());
    return class_scores(rows, counts_.size());
  }

 private:
  static std::uint32_t label_of(Item item) { return static_cast<std::uint32_t>(item >> 32); }
  static std::uint32_t weight_in(Item item) { return static_cast<std::uint32_t>(item); }

  // The rows must have been sorted.
  Cut best_cut(const NodeRows& node, const FeatureColumn& column) {
    const auto rank = [&](std::uint32_t i) { return column.rank[node.rows[sorted_[i]]]; };
    Left left(*this);
    Cut best;
    for (std::uint32_t i = 0; i + 1 < node.size; ++i) {
      left.add(node.items[sorted_[i]]);
      if (rank(i) == rank(i + 1)) continue;
      const double score = left.score();
      if (score > best.score) best = {.score = score, .last_left = rank(i)};
    }
    return best;
  }

  Cut random_cut(const NodeRows& node, const Candidate& candidate) {
    const auto value = [&](std::uint32_t k) { return candidate.column->values[node.rows[k]]; };
    double low = value(0);
    double high = low;
    for (std::uint32_t k = 1; k < node.size; ++k) {
      low = std::min(low, value(k));
      high = std::max(high, value(k));
    }
    if (low == high) return {};
    const double threshold = random_threshold(low, high, candidate.random);
    Left left(*this);
    for (std::uint32_t k = 0; k < node.size; ++k)
      if (value(k) <= threshold) left.add(node.items[k]);
    return {.score = left.score(), .threshold = threshold};
  }

  SplitKernels kernels_;
  std::vector<std::int64_t> counts_;
  std::vector<std::int64_t> left_;
  std::vector<std::uint32_t> sorted_;
  std::int64_t weight_ = 0;
  std::int64_t squares_ = 0;  // sum of squared class weights
};

}  // namespace umfi::forest
