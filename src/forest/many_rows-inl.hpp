// The best cut of a feature in a node of many rows, which have to be put in order: by slots, or by bins.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_MANY_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_MANY_ROWS_INL
#undef UMFI_FOREST_MANY_ROWS_INL
#else
#define UMFI_FOREST_MANY_ROWS_INL
#endif

#include <cstddef>
#include <cstdint>
#include <span>

#include "forest/rank_bins-inl.hpp"
#include "forest/row_slots-inl.hpp"
#include "forest/split_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

template <class Rank, class Score>
UMFI_INLINE void best_cuts_of_many(const PackedRows& node, KernelScratch& scratch, const Score& score,
                                   std::span<const Candidate> candidates) {
  scratch.reserve(node.in_bag.size);
  const auto is_dense = [&](const FeatureColumn& column) { return column.distinct / 32 <= node.in_bag.size; };
  const auto has_slots = [&](const Candidate& candidate) {
    return sizeof(Rank) == 2 && candidate.column->has_places() && is_dense(*candidate.column);
  };
  for (std::size_t i = 0; i < candidates.size();) {
    std::size_t end = i;
    while (end < candidates.size() && end - i < scratch.slot.size() && has_slots(candidates[end])) ++end;
    if (i < end) {
      best_cuts_by_slots(node, scratch, score, candidates.subspan(i, end - i));
      i = end;
    } else {
      const FeatureColumn& column = *candidates[i].column;
      *candidates[i++].cut = best_cut_by_bins<Rank>(node, column, scratch, is_dense(column), score);
    }
  }
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
