// Split searches: how the cut of one feature in one node is found.
//
//   ExactSearch      random forests: the best of all cuts between neighbouring in-bag values
//   RandomCutSearch  extremely randomized trees: one uniformly drawn cut between the node's extremes
//
// Both are templates over the criterion. `find` values the cuts of some features, `divide` divides a node at one
// of them. Of equal cuts the leftmost wins.
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
  explicit LevelCuts(const Response& response) : groups_(make_groups(response)) {}

  // The levels present in the node, sorted.
  std::span<const std::uint32_t> sort(const FeatureColumn& column, const NodeRows& node, const Criterion& criterion) {
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
  if (candidates.size() == 1)  // as in most small nodes
    return candidates[0].column->is_ordered ? visit_ordered(candidates) : visit_levels(candidates[0]);
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
  explicit ExactSearch(const Response& response)
      : scratch_(response.size(), Criterion::adds_items), levels_(response) {}

  // What a candidate's cut needs from its node's stream: nothing.
  static std::uint32_t draw(Stream& /*stream*/) { return 0; }

  // Of up to most_at_once candidates.
  void find(std::span<const Candidate> candidates, const NodeRows& node, Criterion& criterion) {
    if (node.size == 2) {
      for (const Candidate& candidate : candidates) *candidate.cut = separate(*candidate.column, node);
      return;
    }
    for_runs(
        candidates, [&](std::span<const Candidate> ordered) { criterion.best_cuts(node, scratch_, ordered); },
        [&](const Candidate& candidate) { *candidate.cut = best_of_levels(*candidate.column, node, criterion); });
  }

  // Divides a node at an ordered column's cut.
  static void divide(const DividedNode& node, const SplitKernels& kernels, Division& division) {
    kernels.divide_at_exact_cut(node, division);
  }

  std::span<const std::uint32_t> sorted_levels(const FeatureColumn& column, const NodeRows& node,
                                               const Criterion& criterion) {
    return levels_.sort(column, node, criterion);
  }

 private:
  // Two rows can be parted in one way only: every feature that parts them is as good as any other.
  static Cut separate(const FeatureColumn& column, const NodeRows& node) {
    const std::uint32_t first = column.rank[node.rows[0]];
    const std::uint32_t second = column.rank[node.rows[1]];
    if (first == second) return {};
    return {.score = 0, .last_left = column.is_ordered ? std::min(first, second) : 1};
  }

  Cut best_of_levels(const FeatureColumn& column, const NodeRows& node, Criterion& criterion) {
    const std::size_t present = levels_.sort(column, node, criterion).size();
    return present < 2 ? Cut{} : levels_.best_cut(0, present - 2, criterion);
  }

  KernelScratch scratch_;
  LevelCuts<Criterion> levels_;
};

template <class Criterion>
class RandomCutSearch {
 public:
  explicit RandomCutSearch(const Response& response) : values_(response.size() + kernel_padding), levels_(response) {}

  // One word per place in the node's random order, so that coupled forests cut a feature at the same value.
  static std::uint32_t draw(Stream& stream) { return stream.bits32(); }

  void find(std::span<const Candidate> candidates, const NodeRows& node, Criterion& criterion) {
    for_runs(
        candidates, [&](std::span<const Candidate> ordered) { criterion.random_cuts(node, values_, ordered); },
        [&](const Candidate& candidate) { *candidate.cut = random_cut_of_levels(candidate, node, criterion); });
  }

  static void divide(const DividedNode& node, const SplitKernels& kernels, Division& division) {
    kernels.divide_at_random_cut(node, division);
  }

  std::span<const std::uint32_t> sorted_levels(const FeatureColumn& column, const NodeRows& node,
                                               const Criterion& criterion) {
    return levels_.sort(column, node, criterion);
  }

 private:
  Cut random_cut_of_levels(const Candidate& candidate, const NodeRows& node, Criterion& criterion) {
    const std::size_t present = levels_.sort(*candidate.column, node, criterion).size();
    if (present < 2) return {};
    const auto chosen = static_cast<std::size_t>(std::uint64_t{candidate.random} * (present - 1) >> 32);
    return levels_.best_cut(chosen, chosen, criterion);
  }

  std::vector<double> values_;  // scratch
  LevelCuts<Criterion> levels_;
};

}  // namespace umfi::forest
