// Permutation importance, plain and conditional, by plain loops over the trees of the brute-force forest: every row is
// sent down the whole tree, cells are maps, the test is the textbook's. What it shares with the fast one is what
// defines a result: the streams, and that a tree's out-of-bag rows are dealt with in the order of its leaves.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "core/seed_stream.hpp"
#include "forest/brute_force_forest.hpp"
#include "forest/forest.hpp"
#include "stats/critical_values.hpp"

namespace umfi::plain {

using Places = std::vector<std::uint32_t>;

class Importance {
 public:
  Importance(const forest::TrainingData& data, const forest::ForestOptions& options, bool is_conditional)
      : data_(data), options_(options), is_conditional_(is_conditional) {}

  std::vector<double> measure() {
    std::vector<double> sums(data_.features.size(), 0);
    forest::brute::Forest forest(data_, options_);
    for (std::uint32_t number = 0; number < options_.trees; ++number) {
      tree_ = forest.grow(number);
      sort_rows();
      if (rows_.empty()) continue;
      for (std::uint32_t feature = 0; feature < sums.size(); ++feature)
        sums[feature] += increase(number, feature) / static_cast<double>(rows_.size());
    }
    for (double& sum : sums) sum /= static_cast<double>(options_.trees);
    return sums;
  }

 private:
  using Tree = forest::brute::Tree;

  bool goes_left(const Tree& node, std::uint32_t row) const {
    const double value = data_.features[node.feature].values[row];
    return data_.features[node.feature].is_ordered ? value <= node.threshold
                                                   : node.left_levels.contains(static_cast<std::uint32_t>(value));
  }

  // The nodes a row passes, its leaf last. It takes the feature's value from another row.
  std::vector<const Tree*> path_of(std::uint32_t row, std::uint32_t feature, std::uint32_t other_row) const {
    std::vector<const Tree*> path{tree_.root.get()};
    while (!path.back()->is_leaf) {
      const Tree& node = *path.back();
      path.push_back(goes_left(node, node.feature == feature ? other_row : row) ? node.left.get() : node.right.get());
    }
    return path;
  }

  void collect(const Tree& node, std::vector<const Tree*>& splits, std::vector<const Tree*>& leaves) const {
    (node.is_leaf ? leaves : splits).push_back(&node);
    if (node.is_leaf) return;
    collect(*node.left, splits, leaves);
    collect(*node.right, splits, leaves);
  }

  void sort_rows() {
    std::vector<const Tree*> leaves;
    splits_.clear();
    collect(*tree_.root, splits_, leaves);
    rows_.clear();
    for (const Tree* leaf : leaves)
      for (const auto& [row, value] : tree_.out_of_bag)
        if (path_of(row, 0, row).back() == leaf) rows_.push_back(row);
  }

  double loss(std::uint32_t row, forest::LeafValue value) const {
    const forest::Response& response = data_.response;
    if (response.task() == Task::classification) return value == response.encoded()[row] ? 0 : 1;
    const double error = response.values()[row] -
                         response.decode(static_cast<double>(value) / std::pow(2.0, forest::leaf_fraction_bits));
    return error * error;
  }

  bool meets(std::uint32_t row, std::uint32_t feature) const {
    const auto path = path_of(row, feature, row);
    return std::any_of(path.begin(), path.end(),
                       [&](auto* node) { return !node->is_leaf && node->feature == feature; });
  }

  double increase(std::uint32_t number, std::uint32_t feature) const {
    std::vector<Places> cells = cells_for(feature);
    std::map<std::size_t, std::size_t> dealt;  // by cell
    Stream stream(stream_key({options_.seed, Purpose::permutation, options_.repeat, number}), feature);
    double sum = 0;
    for (std::uint32_t place = 0; place < rows_.size(); ++place) {
      if (!meets(rows_[place], feature)) continue;
      std::size_t cell = 0;
      while (cell < cells.size() && std::ranges::count(cells[cell], place) == 0) ++cell;
      if (cell == cells.size()) continue;
      Places& members = cells[cell];  // the first ones were dealt
      const std::size_t next = dealt[cell]++;
      std::swap(members[next], members[next + stream.below(static_cast<std::uint32_t>(members.size() - next))]);
      sum += loss(rows_[place], path_of(rows_[place], feature, rows_[members[next]]).back()->value) -
             loss(rows_[place], path_of(rows_[place], feature, rows_[place]).back()->value);
    }
    return sum;
  }

  // The sides a row takes at all splits on a feature.
  using Bin = std::vector<bool>;
  Bin bin_of(std::uint32_t row, std::uint32_t feature) const {
    Bin sides;
    for (const Tree* split : splits_)
      if (split->feature == feature) sides.push_back(goes_left(*split, row));
    return sides;
  }

  std::vector<Places> cells_for(std::uint32_t feature) const {
    Places all(rows_.size());
    std::iota(all.begin(), all.end(), 0U);
    std::vector<std::uint32_t> conditions;
    for (std::uint32_t other = 0; is_conditional_ && other < data_.features.size(); ++other)
      if (other != feature && are_associated(feature, other)) conditions.push_back(other);
    if (conditions.empty()) return {all};
    std::map<std::vector<Bin>, Places> grid;
    for (const std::uint32_t place : all) {
      std::vector<Bin> bins;
      for (const std::uint32_t other : conditions) bins.push_back(bin_of(rows_[place], other));
      grid[bins].push_back(place);
    }
    std::vector<Places> cells;
    for (const auto& [bins, places] : grid) {
      std::set<Bin> own;
      for (const std::uint32_t place : places) own.insert(bin_of(rows_[place], feature));
      if (own.size() > 1) cells.push_back(places);
    }
    return cells;
  }

  bool are_associated(std::uint32_t a, std::uint32_t b) const {
    std::map<Bin, double> in_a, in_b;
    std::map<std::pair<Bin, Bin>, double> in_both;
    for (const std::uint32_t row : rows_) {
      ++in_a[bin_of(row, a)];
      ++in_b[bin_of(row, b)];
      ++in_both[{bin_of(row, a), bin_of(row, b)}];
    }
    if (in_a.size() == 1 || in_b.size() == 1) return false;
    double statistic = 0;
    for (const auto& [bin_a, count_a] : in_a) {
      for (const auto& [bin_b, count_b] : in_b) {
        const double expected = count_a * count_b / static_cast<double>(rows_.size());
        statistic += std::pow(in_both[{bin_a, bin_b}] - expected, 2) / expected;
      }
    }
    return statistic > critical_chi_squared((in_a.size() - 1) * (in_b.size() - 1), 0.05);
  }

  const forest::TrainingData& data_;
  const forest::ForestOptions& options_;
  bool is_conditional_;
  forest::brute::GrownTree tree_;
  std::vector<const Tree*> splits_;
  std::vector<std::uint32_t> rows_;  // out of bag, in the order of the leaves
};

}  // namespace umfi::plain
