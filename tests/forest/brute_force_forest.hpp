// A plain, slow, obvious forest: comparison sorts, stored trees, no tricks. It draws from the same streams as the
// fast one, so the two must agree tree for tree. What it shares with the fast one is only what defines a result:
// the streams, the response in fixed point, and the order of categories for three or more classes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include "core/distributions.hpp"
#include "core/seed_stream.hpp"
#include "forest/forest.hpp"
#include "forest/level_order.hpp"

namespace umfi::forest::brute {

struct Tree {
  bool is_leaf = true;
  LeafValue value = 0;
  std::uint32_t feature = 0;
  double threshold = 0;
  std::set<std::uint32_t> left_levels;  // categories
  std::unique_ptr<Tree> left;
  std::unique_ptr<Tree> right;
};

struct GrownTree {
  std::unique_ptr<Tree> root;
  std::map<std::uint32_t, LeafValue> out_of_bag;  // row -> prediction
};

class Forest {
 public:
  // `skipped`: the feature the forest does without; its mtry is that of the set with it.
  Forest(const TrainingData& data, const ForestOptions& options, std::optional<std::uint32_t> skipped = {})
      : data_(data), options_(options), skipped_(skipped) {
    std::size_t features = 0;
    for (std::uint32_t f = 0; f < data.features.size(); ++f) features += data.features[f].is_constant ? 0 : 1;
    mtry_ = options.mtry > 0
                ? options.mtry
                : std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(static_cast<double>(features))));
  }

  GrownTree grow(std::uint32_t tree) {
    tree_ = tree;
    result_ = {};
    std::vector<std::uint32_t> counts(data_.rows.size(), 0);
    Stream stream(key(Purpose::bootstrap), root_path);
    draw_bootstrap(counts, stream);
    std::vector<std::uint32_t> drawn;
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) out.push_back(data_.rows[i]);
      for (std::uint32_t draw = 0; draw < counts[i]; ++draw) drawn.push_back(data_.rows[i]);
    }
    result_.root = grow_node(drawn, out, root_path);
    return std::move(result_);
  }

 private:
  using Rows = std::vector<std::uint32_t>;

  struct Cut {
    double score = -1;
    double threshold = 0;
    std::set<std::uint32_t> left_levels;
  };

  bool is_candidate(std::uint32_t feature) const { return feature != skipped_ && !data_.features[feature].is_constant; }
  bool is_regression() const { return data_.response.task() == Task::regression; }
  std::int64_t y(std::uint32_t row) const { return data_.response.encoded()[row]; }
  StreamKey key(Purpose purpose) const { return stream_key({options_.seed, purpose, options_.repeat, tree_}); }

  std::unique_ptr<Tree> grow_node(const Rows& drawn, const Rows& out, NodePath path) {
    auto node = std::make_unique<Tree>();
    const bool is_pure = std::all_of(drawn.begin(), drawn.end(), [&](auto row) { return y(row) == y(drawn[0]); });
    const std::size_t min_size = is_regression() ? 5 : 1;
    std::uint32_t feature = 0;
    Cut best;
    if (!is_pure && drawn.size() > min_size) best = best_split(drawn, path, feature);
    if (best.score < 0) {
      node->value = leaf_value(drawn, path);
      for (const auto row : out) result_.out_of_bag[row] = node->value;
      return node;
    }
    node->is_leaf = false;
    node->feature = feature;
    node->threshold = best.threshold;
    node->left_levels = best.left_levels;
    const FeatureColumn& column = data_.features[feature];
    if (!column.is_ordered) place_absent_levels(drawn, column, *node);
    const auto goes_left = [&](std::uint32_t row) {
      return column.is_ordered ? column.values[row] <= node->threshold
                               : node->left_levels.contains(static_cast<std::uint32_t>(column.values[row]));
    };
    Rows drawn_left, drawn_right, out_left, out_right;
    for (const auto row : drawn) (goes_left(row) ? drawn_left : drawn_right).push_back(row);
    for (const auto row : out) (goes_left(row) ? out_left : out_right).push_back(row);
    node->left = grow_node(drawn_left, out_left, child_path(path, false));
    node->right = grow_node(drawn_right, out_right, child_path(path, true));
    return node;
  }

  static void place_absent_levels(const Rows& drawn, const FeatureColumn& column, Tree& node) {
    std::set<std::uint32_t> present;
    std::ptrdiff_t balance = 0;
    for (const auto row : drawn) {
      const auto level = static_cast<std::uint32_t>(column.values[row]);
      present.insert(level);
      balance += node.left_levels.contains(level) ? 1 : -1;
    }
    for (std::uint32_t level = 0; level < column.distinct; ++level)
      if (!present.contains(level) && balance >= 0) node.left_levels.insert(level);
  }

  Cut best_split(const Rows& drawn, NodePath path, std::uint32_t& winner) const {
    std::vector<std::uint32_t> order(data_.features.size());
    std::iota(order.begin(), order.end(), 0U);
    Stream shuffle(key(Purpose::candidates), path);
    for (std::uint32_t i = 0; i < order.size(); ++i)
      std::swap(order[i], order[i + shuffle.below(static_cast<std::uint32_t>(order.size()) - i)]);
    Stream random(key(Purpose::random_cut), path);
    Cut best;
    std::size_t taken = 0;
    for (const std::uint32_t feature : order) {
      const std::uint32_t bits = random.bits32();
      if (!is_candidate(feature)) continue;
      if (taken == mtry_) break;
      const Cut cut = find_cut(drawn, data_.features[feature], bits);
      if (cut.score >= 0 || !data_.features[feature].is_discrete) ++taken;
      if (cut.score > best.score) {
        best = cut;
        winner = feature;
      }
    }
    return best;
  }

  Cut find_cut(const Rows& drawn, const FeatureColumn& column, std::uint32_t bits) const {
    if (!column.is_ordered) return find_level_cut(drawn, column, bits);
    std::set<double> values;
    for (const auto row : drawn) values.insert(column.values[row]);
    if (values.size() < 2) return {};
    std::vector<double> thresholds;
    if (options_.model == Model::extratrees) {
      const double low = *values.begin();
      const double high = *values.rbegin();
      const double cut = low + (static_cast<double>(bits) + 0.5) * 0x1p-32 * (high - low);
      thresholds.push_back(cut < high ? cut : low);
    } else {
      for (auto value = values.begin(); std::next(value) != values.end(); ++value) {
        const double middle = std::midpoint(*value, *std::next(value));
        thresholds.push_back(middle < *std::next(value) ? middle : *value);
      }
    }
    Cut best;
    for (const double threshold : thresholds) {
      const double score = score_of(drawn, [&](auto row) { return column.values[row] <= threshold; });
      if (score > best.score) best = {score, threshold, {}};
    }
    return best;
  }

  Cut find_level_cut(const Rows& drawn, const FeatureColumn& column, std::uint32_t bits) const {
    const std::vector<std::uint32_t> levels = order_levels(drawn, column);
    if (levels.size() < 2) return {};
    std::size_t first = 0;
    std::size_t last = levels.size() - 2;
    if (options_.model == Model::extratrees) first = last = std::size_t{bits} * (levels.size() - 1) >> 32;
    Cut best;
    for (std::size_t i = first; i <= last; ++i) {
      const std::set<std::uint32_t> left(levels.begin(), levels.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      const double score =
          score_of(drawn, [&](auto row) { return left.contains(static_cast<std::uint32_t>(column.values[row])); });
      if (score > best.score) best = {score, 0, left};
    }
    return best;
  }

  std::vector<std::uint32_t> order_levels(const Rows& drawn, const FeatureColumn& column) const {
    std::map<std::uint32_t, std::vector<std::int64_t>> responses;
    for (const auto row : drawn) responses[static_cast<std::uint32_t>(column.values[row])].push_back(y(row));
    std::vector<std::uint32_t> levels;
    std::vector<double> scores;
    std::vector<std::uint32_t> counts;
    for (const auto& [level, values] : responses) {
      levels.push_back(level);
      const auto sum = static_cast<double>(std::accumulate(values.begin(), values.end(), std::int64_t{0}));
      scores.push_back(sum / static_cast<double>(values.size()));  // two classes: the share of class 1
      for (std::size_t k = 0; k < data_.response.classes(); ++k)
        counts.push_back(
            static_cast<std::uint32_t>(std::count(values.begin(), values.end(), static_cast<std::int64_t>(k))));
    }
    if (data_.response.classes() > 2) scores = class_scores(counts, data_.response.classes());
    std::vector<std::size_t> order(levels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return scores[a] < scores[b]; });
    std::vector<std::uint32_t> sorted;
    for (const auto i : order) sorted.push_back(levels[i]);
    return sorted;
  }

  template <class GoesLeft>
  double score_of(const Rows& drawn, const GoesLeft& goes_left) const {
    Rows left, right;
    for (const auto row : drawn) (goes_left(row) ? left : right).push_back(row);
    const auto nl = static_cast<double>(left.size());
    const auto nr = static_cast<double>(right.size());
    if (is_regression()) {
      const double lead = sum(left) * (nl + nr) - (sum(left) + sum(right)) * nl;
      return lead * lead / (nl * nr);
    }
    return (squares(left) * nr + squares(right) * nl) / (nl * nr);
  }

  double sum(const Rows& rows) const {
    std::int64_t total = 0;
    for (const auto row : rows) total += y(row);
    return static_cast<double>(total);
  }

  double squares(const Rows& rows) const {
    std::map<std::int64_t, std::int64_t> counts;
    for (const auto row : rows) ++counts[y(row)];
    std::int64_t total = 0;
    for (const auto& [label, count] : counts) total += count * count;
    return static_cast<double>(total);
  }

  LeafValue leaf_value(const Rows& drawn, NodePath path) const {
    if (is_regression())
      return std::llrint(sum(drawn) / static_cast<double>(drawn.size()) * std::pow(2.0, leaf_fraction_bits));
    std::map<std::int64_t, int> counts;
    for (const auto row : drawn) ++counts[y(row)];
    int most = 0;
    for (const auto& [label, count] : counts) most = std::max(most, count);
    std::vector<std::int64_t> winners;
    for (const auto& [label, count] : counts)
      if (count == most) winners.push_back(label);
    Stream tie(key(Purpose::leaf_tie), path);
    return winners.size() == 1 ? winners[0] : winners[tie.below(static_cast<std::uint32_t>(winners.size()))];
  }

  const TrainingData& data_;
  ForestOptions options_;
  std::optional<std::uint32_t> skipped_;
  std::size_t mtry_;
  std::uint32_t tree_ = 0;
  GrownTree result_;
};

}  // namespace umfi::forest::brute
