// Is x_i related to y at all? How well y is predicted with x_i, beside how well with permuted copies in its place.
//
// If x_i is unrelated to y and S_i is free of it, x_i is exchangeable with its copies. All of them are grown against
// the same trees: a copy costs only what grows below the nodes where it is drawn and wins.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/parallel.hpp"
#include "importance/freed_blocks.hpp"
#include "power/power.hpp"
#include "removal/exchangeable.hpp"
#include "stats/permutation_sample.hpp"

namespace umfi {

// How many copies are looked at: so many at first, and on in steps up to the most, unless `is_decided` says before that
// it is enough.
struct CopyPlan {
  static constexpr std::uint32_t first = 19;
  static constexpr std::uint32_t step = 20;
  static constexpr std::uint32_t most_useful = 99;  // what is beyond is left to the pooled tail
  std::vector<std::uint32_t> most;                  // per feature
  std::function<bool(const PermutationSample&)> is_decided;
};

// The copies of a feature that rows allow if others are freed of it: 19, 39, ... 99, so that p = 0.05 can be reached
// exactly. S_i loses as many dimensions as x_i and its copies explain: at most about a fifth, unless 19 copies take
// more.
std::uint32_t affordable_copies(std::size_t rows, std::size_t terms_per_copy);

// Called by any thread when a feature is done.
using SampleDone = std::function<void(std::size_t feature, const PermutationSample&)>;

// These features, each beside S_i: the remover should treat x_i and its copies alike (removal/exchangeable.hpp).
void sample_ultra_marginal(const UltraMarginalData& data, const std::vector<std::size_t>& wanted,
                           const PermutedCopies& permuted, const Power& power, const CopyPlan& plan, Workers& workers,
                           const SampleDone& sample_done);

// These features, each alone.
void sample_bivariate(const forest::FeatureView& features, bool needs_ranks, const std::vector<std::size_t>& wanted,
                      const PermutedCopies& permuted, const Power& power, const CopyPlan& plan, Workers& workers,
                      const SampleDone& sample_done);

}  // namespace umfi
