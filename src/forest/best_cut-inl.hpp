// The best of all cuts of features in one node, found in the way that suits its number of rows.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_BEST_CUT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_BEST_CUT_INL
#undef UMFI_FOREST_BEST_CUT_INL
#else
#define UMFI_FOREST_BEST_CUT_INL
#endif

#include <algorithm>
#include <cstdint>
#include <span>

#include "forest/byte_gini-inl.hpp"
#include "forest/few_rows-inl.hpp"
#include "forest/many_rows-inl.hpp"
#include "forest/ordered_rows-inl.hpp"
#include "forest/ranked_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

template <class Rank, std::uint32_t Least, std::uint32_t Most, class Score>
UMFI_INLINE void best_cuts_of_few(const NodeRows& node, const Score& score, std::span<const Candidate> candidates) {
  for (const Candidate& candidate : candidates)
    *candidate.cut = best_cut_of_few<Rank, Least, Most>(node, *candidate.column, score);
}

// Whether 16 bits hold all ranks, and one more number.
UMFI_INLINE bool has_short_ranks(std::span<const Candidate> candidates) {
  std::uint32_t most = 0;
  for (const Candidate& candidate : candidates) most = std::max(most, candidate.column->distinct);
  return most <= 0x7fff;
}

template <class Rank, class Score>
UMFI_INLINE void best_cuts_of_dozens_with(const PackedRows& node, const Score& score,
                                          std::span<const Candidate> candidates) {
  const NodeRows& in_bag = node.in_bag;
  if (!has_short_ranks(candidates))
    return best_cuts_of_dozens<Rank, CountedLongRows>(in_bag, in_bag, score, candidates);
#if HWY_TARGET == HWY_AVX2
  if constexpr (Score::has_narrow_ranks)
    if (ByteGini::fits(node.total)) return best_cuts_of_byte_dozens(node, candidates);
#endif
  best_cuts_of_dozens<Rank, CountedShortRows>(in_bag, in_bag, score, candidates);
}

template <class Rank, class Score>
UMFI_INLINE void best_cuts_with(const PackedRows& node, KernelScratch& scratch, const Score& score,
                                std::span<const Candidate> candidates) {
  const NodeRows& in_bag = node.in_bag;
#if HWY_TARGET == HWY_AVX3_DL
  if constexpr (sizeof(Rank) == 2) {
    if (in_bag.size <= most_ranked) return best_cuts_of_ranked(in_bag, score, candidates);
    if (candidates.front().column->has_order()) return best_cuts_by_order(node, scratch, score, candidates);
  }
#endif
  if (in_bag.size <= 4) return best_cuts_of_few<Rank, 2, 4>(in_bag, score, candidates);
  if (in_bag.size <= 8) return best_cuts_of_few<Rank, 5, 8>(in_bag, score, candidates);
  if (in_bag.size <= 12) return best_cuts_of_few<Rank, 9, 12>(in_bag, score, candidates);
#if HWY_TARGET != HWY_SCALAR  // there is nothing to gain with one lane
  if (in_bag.size <= most_counted) return best_cuts_of_dozens_with<Rank>(node, score, candidates);
#endif
  best_cuts_of_many<Rank>(node, scratch, score, candidates);
}

template <class Score>
UMFI_INLINE void best_cuts(const PackedRows& node, KernelScratch& scratch, const Score& score,
                           std::span<const Candidate> candidates) {
  if (Score::has_narrow_ranks || candidates.front().column->rank.is_narrow())
    best_cuts_with<std::uint16_t>(node, scratch, score, candidates);
  else
    best_cuts_with<std::uint32_t>(node, scratch, score, candidates);
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
