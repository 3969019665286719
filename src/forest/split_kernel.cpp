// This file is compiled once per instruction set: foreach_target.h includes it again and again.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "forest/split_kernel.cpp"
#undef UMFI_TOO_WIDE
#ifdef UMFI_SANITIZED
#define UMFI_TOO_WIDE HWY_AVX3_DL  // it would be minutes of compiling
#else
#define UMFI_TOO_WIDE 0
#endif
// Two steps above plain x86 are enough: AVX2 and AVX-512. Arrays of vectors need vectors of fixed size.
#define HWY_DISABLED_TARGETS \
  (UMFI_TOO_WIDE | HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstdint>
#include <limits>
#include <span>

#include "forest/best_cut-inl.hpp"
#include "forest/cut_score-inl.hpp"
#include "forest/divide_rows-inl.hpp"
#include "forest/rank_marks-inl.hpp"
#include "forest/split_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

void best_variance_cuts(const PackedRows& node, const VarianceLayout& layout, KernelScratch& scratch,
                        std::span<const Candidate> candidates) {
  best_cuts(node, scratch, VarianceScore(node.total, layout), candidates);
}

void best_gini_cuts(const PackedRows& node, const GiniLayout& layout, KernelScratch& scratch,
                    std::span<const Candidate> candidates) {
  with_gini_score(node.total, layout, [&](const auto& score) { best_cuts(node, scratch, score, candidates); });
}

struct Extremes {
  double low;
  double high;
};

// Copies the rows' values side by side, infinities behind them up to whole vectors, and finds their extremes.
UMFI_INLINE Extremes gather_values(const NodeRows& node, const double* values, double* gathered) {
  const Doubles d;
  const auto infinity = hn::Set(d, std::numeric_limits<double>::infinity());
  auto low = infinity;
  auto high = hn::Neg(infinity);
  for (std::uint32_t k = 0, size = node.size; k < size; k += static_cast<std::uint32_t>(hn::Lanes(d))) {
    const auto is_row = hn::FirstN(d, size - k);
    const auto some = look_up(d, node.rows + k, values);
    const auto or_infinity = hn::IfThenElse(is_row, some, infinity);
    hn::StoreU(or_infinity, d, gathered + k);
    low = hn::Min(low, or_infinity);
    high = hn::Max(high, hn::IfThenElse(is_row, some, high));
  }
  return {hn::GetLane(hn::MinOfLanes(d, low)), hn::GetLane(hn::MaxOfLanes(d, high))};
}

// The sum of the items whose value is at most the threshold; infinities must stand behind the values, up to whole
// vectors.
UMFI_INLINE Item sum_up_to(const double* values, double threshold, const Item* items, std::uint32_t size) {
  const Doubles d;
  const Words w;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  auto sums = hn::Zero(w);
  for (std::uint32_t k = 0; k < size; k += lanes) {
    const auto is_left = hn::RebindMask(w, hn::Le(hn::LoadU(d, values + k), hn::Set(d, threshold)));
    sums = hn::Add(sums, hn::IfThenElseZero(is_left, hn::LoadU(w, items + k)));
  }
  return hn::GetLane(hn::SumOfLanes(w, sums));
}

// `sum_up_to_threshold(t)` is the sum of the items whose value is at most t.
template <class SumUpTo, class Score>
UMFI_INLINE Cut random_cut(const Extremes& extremes, std::uint32_t random, const SumUpTo& sum_up_to_threshold,
                           const Score& score) {
  if (extremes.low == extremes.high) return {};
  const double threshold = random_threshold(extremes.low, extremes.high, random);
  return {.score = score_one(score, sum_up_to_threshold(threshold)), .threshold = threshold};
}

// No more rows than a vector has lanes.
template <class Score>
UMFI_INLINE Cut random_cut_of_one_vector(const NodeRows& node, const Candidate& candidate, const Score& score) {
  const Doubles d;
  const Words w;
  const auto infinity = hn::Set(d, std::numeric_limits<double>::infinity());
  const auto is_row = hn::FirstN(d, node.size);
  const auto values = look_up(d, node.rows, candidate.column->values.data());
  const auto or_infinity = hn::IfThenElse(is_row, values, infinity);
  const auto or_less = hn::IfThenElse(is_row, values, hn::Neg(infinity));
  const Extremes extremes{hn::GetLane(hn::MinOfLanes(d, or_infinity)), hn::GetLane(hn::MaxOfLanes(d, or_less))};
  const auto sum_up_to_threshold = [&](double threshold) {
    const auto is_left = hn::RebindMask(w, hn::Le(or_infinity, hn::Set(d, threshold)));
    return hn::GetLane(hn::SumOfLanes(w, hn::IfThenElseZero(is_left, hn::LoadU(w, node.items))));
  };
  return random_cut(extremes, candidate.random, sum_up_to_threshold, score);
}

inline constexpr std::uint32_t few_values = 64;

// Few values: those of all candidates are gathered before the first is read again, when they have long been written.
template <class Score>
UMFI_INLINE void random_cuts_of_few(const NodeRows& node, const Score& score, std::span<const Candidate> candidates) {
  double gathered[most_at_once][few_values + hn::MaxLanes(Doubles{})];
  Extremes extremes[most_at_once];
  const std::size_t size = candidates.size();
  for (std::size_t i = 0; i < size; ++i)
    extremes[i] = gather_values(node, candidates[i].column->values.data(), gathered[i]);
  for (std::size_t i = 0; i < size; ++i)
    *candidates[i].cut = random_cut(
        extremes[i], candidates[i].random,
        [&](double threshold) { return sum_up_to(gathered[i], threshold, node.items, node.size); }, score);
}

template <class Score>
UMFI_INLINE void random_cuts(const PackedRows& packed, std::vector<double>& scratch, const Score& score,
                             std::span<const Candidate> candidates) {
  const NodeRows& node = packed.in_bag;
  if (node.size <= hn::Lanes(Doubles{})) {
    for (const Candidate& candidate : candidates) *candidate.cut = random_cut_of_one_vector(node, candidate, score);
    return;
  }
  if (node.size <= few_values) return random_cuts_of_few(node, score, candidates);
  for (const Candidate& candidate : candidates) {
    const Extremes extremes = gather_values(node, candidate.column->values.data(), scratch.data());
    *candidate.cut = random_cut(
        extremes, candidate.random,
        [&](double threshold) { return sum_up_to(scratch.data(), threshold, node.items, node.size); }, score);
  }
}

void random_variance_cuts(const PackedRows& node, const VarianceLayout& layout, std::vector<double>& scratch,
                          std::span<const Candidate> candidates) {
  random_cuts(node, scratch, VarianceScore(node.total, layout), candidates);
}

void random_gini_cuts(const PackedRows& node, const GiniLayout& layout, std::vector<double>& scratch,
                      std::span<const Candidate> candidates) {
  with_gini_score(node.total, layout, [&](const auto& score) { random_cuts(node, scratch, score, candidates); });
}

double variance_score(Item left, Item total, const VarianceLayout& layout) {
  return score_one(VarianceScore(total, layout), left);
}

double gini_score(Item left, Item total, const GiniLayout& layout) {
  return with_gini_score(total, layout, [&](const auto& score) { return score_one(score, left); });
}

void divide_at_exact_cut(const DividedNode& node, Division& division) {
  const DividedInBag in_bag = divide_by_rank(node);
  const auto values = node.column->values;
  division.left_rows = in_bag.left;
  division.left_total = in_bag.left_total;
  division.threshold = threshold_between(values[in_bag.last_left_row], values[in_bag.first_right_row]);
  division.left_out_of_bag = divide_out_of_bag(node, division.threshold);
}

void divide_at_random_cut(const DividedNode& node, Division& division) {
  const DividedInBag in_bag = divide_by_value(node);
  division.left_rows = in_bag.left;
  division.left_total = in_bag.left_total;
  division.threshold = node.threshold;
  division.left_out_of_bag = divide_out_of_bag(node, node.threshold);
}

inline constexpr std::uint32_t end_of_list = std::numeric_limits<std::uint32_t>::max();

void sort_by_rank(std::span<const std::uint32_t> rows, const FeatureColumn& column, KernelScratch& scratch,
                  std::uint32_t* sorted) {
  // Rows that share a rank hang in a list.
  for (std::uint32_t k = 0; k < rows.size(); ++k) {
    const std::uint32_t rank = column.rank[rows[k]];
    const bool is_taken = mark(rank, scratch);
    scratch.next[k] = is_taken ? scratch.head[rank] : end_of_list;
    scratch.head[rank] = k;
  }
  for_each_marked(column.distinct, scratch, [&](std::uint32_t rank) {
    for (std::uint32_t k = scratch.head[rank]; k != end_of_list; k = scratch.next[k]) *sorted++ = k;
  });
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace umfi::forest {

HWY_EXPORT(best_variance_cuts);
HWY_EXPORT(best_gini_cuts);
HWY_EXPORT(random_variance_cuts);
HWY_EXPORT(random_gini_cuts);
HWY_EXPORT(variance_score);
HWY_EXPORT(gini_score);
HWY_EXPORT(divide_at_exact_cut);
HWY_EXPORT(divide_at_random_cut);
HWY_EXPORT(sort_by_rank);

SplitKernels split_kernels() {
  hwy::ChosenTarget& chosen = hwy::GetChosenTarget();
  if (!chosen.IsInitialized()) chosen.Update(hwy::SupportedTargets());  // which takes long on a virtual machine
  SplitKernels kernels{.best_variance_cuts = &HWY_DYNAMIC_DISPATCH(best_variance_cuts),
                       .best_gini_cuts = &HWY_DYNAMIC_DISPATCH(best_gini_cuts),
                       .random_variance_cuts = &HWY_DYNAMIC_DISPATCH(random_variance_cuts),
                       .random_gini_cuts = &HWY_DYNAMIC_DISPATCH(random_gini_cuts),
                       .variance_score = &HWY_DYNAMIC_DISPATCH(variance_score),
                       .gini_score = &HWY_DYNAMIC_DISPATCH(gini_score),
                       .divide_at_exact_cut = &HWY_DYNAMIC_DISPATCH(divide_at_exact_cut),
                       .divide_at_random_cut = &HWY_DYNAMIC_DISPATCH(divide_at_random_cut),
                       .sort_by_rank = &HWY_DYNAMIC_DISPATCH(sort_by_rank)};
#if (HWY_TARGETS & HWY_AVX3_DL) && (HWY_TARGETS & HWY_AVX2)
  // One random cut has one score, and most nodes have few rows: shorter vectors are faster.
  if (kernels.random_gini_cuts == &N_AVX3_DL::random_gini_cuts) {
    kernels.random_variance_cuts = &N_AVX2::random_variance_cuts;
    kernels.random_gini_cuts = &N_AVX2::random_gini_cuts;
  }
#endif
  return kernels;
}

}  // namespace umfi::forest
#endif
