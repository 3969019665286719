// This file is compiled once per instruction set: foreach_target.h includes it again and again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "forest/split_kernel.cpp"
#undef UMFI_TOO_WIDE
#ifdef UMFI_SANITIZED
#define UMFI_TOO_WIDE HWY_AVX3  // one vector width above plain x86 is enough there: all are made from this source
#else
#define UMFI_TOO_WIDE 0
#endif
// Two steps above plain x86 are enough: AVX2 and AVX-512. Arrays of vectors need vectors of fixed size.
#define HWY_DISABLED_TARGETS \
  (UMFI_TOO_WIDE | HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstdint>
#include <limits>

#include "forest/best_cut-inl.hpp"
#include "forest/cut_score-inl.hpp"
#include "forest/split_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

KernelCut best_variance_cut(const KernelInput& in, const VarianceLayout& layout, KernelScratch& scratch) {
  return best_cut(in, scratch, VarianceScore(in.total, layout));
}

KernelCut best_gini_cut(const KernelInput& in, const GiniLayout& layout, KernelScratch& scratch) {
  return with_gini_score(in.total, layout, [&](const auto& score) { return best_cut(in, scratch, score); });
}

// Copies the rows' values side by side, infinities behind them, and finds their extremes.
UMFI_INLINE void gather_values(const RandomCutInput& in, double* gathered, double& lowest, double& highest) {
  const Doubles d;
  double low = in.values[in.rows[0]];
  double high = low;
  for (std::uint32_t k = 0, size = in.size; k < size; ++k) {
    const double value = in.values[in.rows[k]];
    gathered[k] = value;
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  hn::StoreU(hn::Set(d, std::numeric_limits<double>::infinity()), d, gathered + in.size);
  lowest = low;
  highest = high;
}

// The sum of the items whose value is at most the threshold; infinities must stand behind the values.
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
UMFI_INLINE RandomCut random_cut(const RandomCutInput& in, std::vector<double>& values, const Score& score) {
  RandomCut cut;
  double low = 0;
  double high = 0;
  gather_values(in, values.data(), low, high);
  if (low == high) return cut;
  cut.threshold = random_threshold(low, high, in.random);
  cut.score = score_one(score, sum_up_to(values.data(), cut.threshold, in.items, in.size));
  return cut;
}

RandomCut random_variance_cut(const RandomCutInput& in, const VarianceLayout& layout, std::vector<double>& values) {
  return random_cut(in, values, VarianceScore(in.total, layout));
}

RandomCut random_gini_cut(const RandomCutInput& in, const GiniLayout& layout, std::vector<double>& values) {
  return with_gini_score(in.total, layout, [&](const auto& score) { return random_cut(in, values, score); });
}

double variance_score(PackedItem left, PackedItem total, const VarianceLayout& layout) {
  return score_one(VarianceScore(total, layout), left);
}

double gini_score(PackedItem left, PackedItem total, const GiniLayout& layout) {
  return with_gini_score(total, layout, [&](const auto& score) { return score_one(score, left); });
}

inline constexpr std::uint32_t end_of_list = std::numeric_limits<std::uint32_t>::max();

void sort_by_rank(const KernelInput& in, KernelScratch& scratch, std::uint32_t* sorted) {
  // Rows that share a rank hang in a list whose head is in the rank's slot.
  for (std::uint32_t k = 0; k < in.size; ++k) {
    const std::uint32_t rank = in.rank[in.rows[k]];
    const bool is_taken = mark<true>(rank, scratch.marks.data(), scratch.mark_summary.data());
    scratch.next[k] = is_taken ? scratch.slot[rank] : end_of_list;
    scratch.slot[rank] = k;
  }
  for_each_marked(in.distinct, scratch, [&](std::uint32_t rank) {
    for (std::uint32_t k = scratch.slot[rank]; k != end_of_list; k = scratch.next[k]) *sorted++ = k;
  });
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace umfi::forest {

HWY_EXPORT(best_variance_cut);
HWY_EXPORT(best_gini_cut);
HWY_EXPORT(random_variance_cut);
HWY_EXPORT(random_gini_cut);
HWY_EXPORT(variance_score);
HWY_EXPORT(gini_score);
HWY_EXPORT(sort_by_rank);

SplitKernels split_kernels() {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return {.best_variance_cut = &HWY_DYNAMIC_DISPATCH(best_variance_cut),
          .best_gini_cut = &HWY_DYNAMIC_DISPATCH(best_gini_cut),
          .random_variance_cut = &HWY_DYNAMIC_DISPATCH(random_variance_cut),
          .random_gini_cut = &HWY_DYNAMIC_DISPATCH(random_gini_cut),
          .variance_score = &HWY_DYNAMIC_DISPATCH(variance_score),
          .gini_score = &HWY_DYNAMIC_DISPATCH(gini_score),
          .sort_by_rank = &HWY_DYNAMIC_DISPATCH(sort_by_rank)};
}

}  // namespace umfi::forest
#endif
