// This file is compiled once per instruction set: foreach_target.h includes it again and again.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "forest/split_kernel.cpp"
#undef UMFI_TOO_WIDE
#ifdef UMFI_SANITIZED
#define UMFI_TOO_WIDE HWY_AVX3_DL  // one vector width above plain x86 is enough there: all are made from this source
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
#include "forest/many_rows-inl.hpp"
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

// Values of rows, as many as D has lanes. Read one by one: a gathering instruction takes longer.
template <class D>
UMFI_INLINE hn::Vec<D> values_of(D d, const std::uint32_t* rows, const double* values) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(d, values[rows[0]]);
#else
  if constexpr (hn::MaxLanes(D{}) == 2) {
    return hn::InsertLane(hn::Set(d, values[rows[0]]), 1, values[rows[1]]);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, values_of(half, rows + hn::MaxLanes(half), values), values_of(half, rows, values));
  }
#endif
}

// Copies the rows' values side by side, infinities behind them up to whole vectors, and finds their extremes.
UMFI_INLINE Extremes gather_values(const NodeRows<PackedItem>& node, const double* values, double* gathered) {
  const Doubles d;
  const auto infinity = hn::Set(d, std::numeric_limits<double>::infinity());
  auto low = infinity;
  auto high = hn::Neg(infinity);
  for (std::uint32_t k = 0, size = node.size; k < size; k += static_cast<std::uint32_t>(hn::Lanes(d))) {
    const auto is_row = hn::FirstN(d, size - k);
    const auto some = values_of(d, node.rows + k, values);
    const auto or_infinity = hn::IfThenElse(is_row, some, infinity);
    hn::StoreU(or_infinity, d, gathered + k);
    low = hn::Min(low, or_infinity);
    high = hn::Max(high, hn::IfThenElse(is_row, some, high));
  }
  return {hn::GetLane(hn::MinOfLanes(d, low)), hn::GetLane(hn::MaxOfLanes(d, high))};
}

// The sum of the items whose value is at most the threshold; infinities must stand behind the values, up to whole
// vectors.
UMFI_INLINE PackedItem sum_up_to(const double* values, double threshold, const PackedItem* items, std::uint32_t size) {
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

template <class Score>
UMFI_INLINE Cut random_cut(const PackedRows& node, const Extremes& extremes, const double* gathered,
                           std::uint32_t random, const Score& score) {
  if (extremes.low == extremes.high) return {};
  const double threshold = random_threshold(extremes.low, extremes.high, random);
  const PackedItem left = sum_up_to(gathered, threshold, node.in_bag.items, node.in_bag.size);
  return {.score = score_one(score, left), .threshold = threshold};
}

inline constexpr std::uint32_t few_values = 64;

// Few values: those of all candidates are gathered before the first is read again, when they have long been written.
template <class Score>
UMFI_INLINE void random_cuts_of_few(const PackedRows& node, const Score& score, std::span<const Candidate> candidates) {
  double gathered[most_at_once][few_values + hn::MaxLanes(Doubles{})];
  Extremes extremes[most_at_once];
  const std::size_t size = candidates.size();
  for (std::size_t i = 0; i < size; ++i)
    extremes[i] = gather_values(node.in_bag, candidates[i].column->values.data(), gathered[i]);
  for (std::size_t i = 0; i < size; ++i)
    *candidates[i].cut = random_cut(node, extremes[i], gathered[i], candidates[i].random, score);
}

template <class Score>
UMFI_INLINE void random_cuts(const PackedRows& node, std::vector<double>& scratch, const Score& score,
                             std::span<const Candidate> candidates) {
  if (node.in_bag.size <= few_values) return random_cuts_of_few(node, score, candidates);
  for (const Candidate& candidate : candidates) {
    const Extremes extremes = gather_values(node.in_bag, candidate.column->values.data(), scratch.data());
    *candidate.cut = random_cut(node, extremes, scratch.data(), candidate.random, score);
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

double variance_score(PackedItem left, PackedItem total, const VarianceLayout& layout) {
  return score_one(VarianceScore(total, layout), left);
}

double gini_score(PackedItem left, PackedItem total, const GiniLayout& layout) {
  return with_gini_score(total, layout, [&](const auto& score) { return score_one(score, left); });
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
HWY_EXPORT(sort_by_rank);

SplitKernels split_kernels() {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return {.best_variance_cuts = &HWY_DYNAMIC_DISPATCH(best_variance_cuts),
          .best_gini_cuts = &HWY_DYNAMIC_DISPATCH(best_gini_cuts),
          .random_variance_cuts = &HWY_DYNAMIC_DISPATCH(random_variance_cuts),
          .random_gini_cuts = &HWY_DYNAMIC_DISPATCH(random_gini_cuts),
          .variance_score = &HWY_DYNAMIC_DISPATCH(variance_score),
          .gini_score = &HWY_DYNAMIC_DISPATCH(gini_score),
          .sort_by_rank = &HWY_DYNAMIC_DISPATCH(sort_by_rank)};
}

}  // namespace umfi::forest
#endif
