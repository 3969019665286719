// Split searches: how the cut of one feature in one node is found.
//
//   ExactSearch      random forests: the best of all cuts between neighbouring in-bag values
//   RandomCutSearch  extremely randomized trees: one uniformly drawn cut between the node's extremes
//
// Both are templates over the criterion. `find` values the cuts of some features; a `Divider` applies the winner's cut
// to in-bag rows and gives the threshold that out-of-bag rows are compared with. Of equal cuts the leftmost wins.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "core/seed_stream.hpp"
#include "forest/criterion.hpp"
#include "forest/feature_column.hpp"
#include "forest/level_order.hpp"

namespace umfi::forest {

// A node's rows grouped by level, levels sorted by their response.
template <class Criterion>
class LevelCuts {
 public:
  using Item = typename Criterion::Item;

  explicit LevelCuts(const Response& response) : groups_(make_groups(response)) {}

  // The levels present in the node, sorted.
  std::span<const std::uint32_t> sort(const FeatureColumn& column, const NodeRows<Item>& node,
                                      const Criterion& criterion) {
    groups_.reset(column.distinct);
    for (std::uint32_t k = 0; k < node.size; ++k) groups_.add(column.rank[node.rows[k]], node.items[k]);
    present_.clear();
    for (std::uint32_t level = 0; level < column.distinct; ++level)
      if (!groups_.is_empty(level)) present_.push_back(level);
    sort_levels(present_, criterion.level_scores(groups_, present_));
    return present_;
  }

  // The best of the cuts behind the sorted levels `first` to `last`; `sort` must have been called.
  Cut best_cut(std::size_t first, std::size_t last, Criterion& criterion) const {
    typename Criterion::Left left(criterion);
    Cut best;
    for (std::size_t i = 0; i <= last; ++i) {
      left.add(groups_, present_[i]);
      if (i < first) continue;
      const double score = left.score();
      if (score > best.score) best = {.score = score, .last_left = static_cast<std::uint32_t>(i + 1)};
    }
    return best;
  }

 private:
  using Groups = typename Criterion::Groups;
  static Groups make_groups(const Response& response) {
    if constexpr (std::is_default_constructible_v<Groups>) {
      return {};
    } else {
      return Groups(response.classes());
    }
  }

  Groups groups_;
  std::vector<std::uint32_t> present_;
};

// Hands over the ordered candidates run by run, those with levels one by one.
template <class VisitOrdered, class VisitLevels>
void for_runs(std::span<const Candidate> candidates, const VisitOrdered& visit_ordered,
              const VisitLevels& visit_levels) {
  std::size_t first = 0;
  for (std::size_t i = 0; i <= candidates.size(); ++i) {
    if (i < candidates.size() && candidates[i].column->is_ordered) continue;
    if (first < i) visit_ordered(candidates.subspan(first, i - first));
    if (i < candidates.size()) visit_levels(candidates[i]);
    first = i + 1;
  }
}

template <class Criterion>
class ExactSearch {
 public:
  using Item = typename Criterion::Item;

  explicit ExactSearch(const Response& response)
      : scratch_(response.size(), std::is_same_v<Item, PackedItem>), levels_(response) {}

  // What a candidate's cut needs from its node's stream: nothing.
  static std::uint32_t draw(Stream& /*stream*/) { return 0; }

  // Of up to most_at_once candidates.
  void find(std::span<const Candidate> candidates, const NodeRows<Item>& node, Criterion& criterion) {
    if (node.size == 2) {
      for (const Candidate& candidate : candidates) *candidate.cut = separate(*candidate.column, node);
      return;
    }
    for_runs(
        candidates, [&](std::span<const Candidate> ordered) { criterion.best_cuts(node, scratch_, ordered); },
        [&](const Candidate& candidate) { *candidate.cut = best_of_levels(*candidate.column, node, criterion); });
  }

  // Calls visit with a divider for the column, which must be ordered.
  template <class Visit>
  static void with_divider(const FeatureColumn& column, const Cut& cut, const Visit& visit) {
    column.rank.visit([&]<class Rank>(std::span<const Rank> ranks) {
      Divider<Rank> divider(ranks.data(), column, cut);
      visit(divider);
    });
  }

  // An ordered column's cut, applied to in-bag rows one by one; afterwards `threshold` is half-way between the
  // largest value on the left and the smallest on the right.
  template <class Rank>
  class Divider {
   public:
    Divider(const Rank* ranks, const FeatureColumn& column, const Cut& cut)
        : rank_(ranks), values_(column.values.data()), first_right_(cut.last_left + 1) {}

    // Without a branch, because which way a row goes cannot be predicted. The distance is of the rank to the first
    // one on the right, modulo 2^32: ranks on the left are the upper half, the last of them the very largest.
    bool goes_left(std::uint32_t row) {
      const std::uint32_t distance = rank_[row] - first_right_;
      const std::uint64_t key = std::uint64_t{distance} << 32 | row;
      last_key_ = std::max(last_key_, key);
      next_key_ = std::min(next_key_, key);
      return distance >> 31 != 0;
    }
    double threshold() const {
      const double low = values_[static_cast<std::uint32_t>(last_key_)];
      const double high = values_[static_cast<std::uint32_t>(next_key_)];
      const double middle = std::midpoint(low, high);
      return middle < high ? middle : low;  // neighbouring doubles have no middle
    }

   private:
    const Rank* rank_;
    const double* values_;
    std::uint32_t first_right_;   // ranks from here on go right
    std::uint64_t last_key_ = 0;  // distance and row of the largest value on the left
    std::uint64_t next_key_ = std::numeric_limits<std::uint64_t>::max();  // and of the smallest on the right
  };

  std::span<const std::uint32_t> sorted_levels(const FeatureColumn& column, const NodeRows<Item>& node,
                                               const Criterion& criterion) {
    return levels_.sort(column, node, criterion);
  }

 private:
  // Two rows can be parted in one way only: every feature that parts them is as good as any other.
  static Cut separate(const FeatureColumn& column, const NodeRows<Item>& node) {
    const std::uint32_t first = column.rank[node.rows[0]];
    const std::uint32_t second = column.rank[node.rows[1]];
    if (first == second) return {};
    return {.score = 0, .last_left = column.is_ordered ? std::min(first, second) : 1};
  }

  Cut best_of_levels(const FeatureColumn& column, const NodeRows<Item>& node, Criterion& criterion) {
    const std::size_t present = levels_.sort(column, node, criterion).size();
    return present < 2 ? Cut{} : levels_.best_cut(0, present - 2, criterion);
  }

  KernelScratch scratch_;
  LevelCuts<Criterion> levels_;
};

template <class Criterion>
class RandomCutSearch {
 public:
  using Item = typename Criterion::Item;

  explicit RandomCutSearch(const Response& response) : values_(response.size() + kernel_padding), levels_(response) {}

  // One word per place in the node's random order, so that coupled forests cut a feature at the same value.
  static std::uint32_t draw(Stream& stream) { return stream.bits32(); }

  void find(std::span<const Candidate> candidates, const NodeRows<Item>& node, Criterion& criterion) {
    for_runs(
        candidates, [&](std::span<const Candidate> ordered) { criterion.random_cuts(node, values_, ordered); },
        [&](const Candidate& candidate) { *candidate.cut = random_cut_of_levels(candidate, node, criterion); });
  }

  template <class Visit>
  static void with_divider(const FeatureColumn& column, const Cut& cut, const Visit& visit) {
    Divider divider(column, cut);
    visit(divider);
  }

  class Divider {
   public:
    Divider(const FeatureColumn& column, const Cut& cut) : values_(column.values.data()), threshold_(cut.threshold) {}
    bool goes_left(std::uint32_t row) const { return values_[row] <= threshold_; }
    double threshold() const { return threshold_; }

   private:
    const double* values_;
    double threshold_;
  };

  std::span<const std::uint32_t> sorted_levels(const FeatureColumn& column, const NodeRows<Item>& node,
                                               const Criterion& criterion) {
    return levels_.sort(column, node, criterion);
  }

 private:
  Cut random_cut_of_levels(const Candidate& candidate, const NodeRows<Item>& node, Criterion& criterion) {
    const std::size_t present = levels_.sort(*candidate.column, node, criterion).size();
    if (present < 2) return {};
    const auto chosen = static_cast<std::size_t>(std::uint64_t{candidate.random} * (present - 1) >> 32);
    return levels_.best_cut(chosen, chosen, criterion);
  }

  std::vector<double> values_;  // scratch
  LevelCuts<Criterion> levels_;
};

}  // namespace umfi::forest
