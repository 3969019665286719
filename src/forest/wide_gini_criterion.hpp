// The criterion of any number of classes: Gini impurity.
//
// An item has the class in its high half and the weight in its low half. See criterion.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/seed_stream.hpp"
#include "forest/feature_column.hpp"
#include "forest/item_sums.hpp"
#include "forest/leaf_value.hpp"
#include "forest/level_order.hpp"
#include "forest/response.hpp"
#include "forest/split_kernel.hpp"
#include "forest/vote.hpp"

namespace umfi::forest {

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
