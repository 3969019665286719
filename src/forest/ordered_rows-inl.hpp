// The best cut of a feature in a node of many rows of a small table, with AVX-512.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_ORDERED_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_ORDERED_ROWS_INL
#undef UMFI_FOREST_ORDERED_ROWS_INL
#else
#define UMFI_FOREST_ORDERED_ROWS_INL
#endif

#include <hwy/cache_control.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "forest/listed_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX3_DL
// The rows of a node as a set: a bit for every row of the table, all of them in two vectors.
struct RowSet {
  __m512i low;
  __m512i high;

  // Which of 32 rows are in it.
  UMFI_INLINE __mmask32 has(__m512i rows) const {
    const __m512i bytes = _mm512_permutex2var_epi8(low, _mm512_srli_epi16(rows, 3), high);
    const __m512i bit = _mm512_sllv_epi16(_mm512_set1_epi16(1), _mm512_and_si512(rows, _mm512_set1_epi16(7)));
    return _mm512_test_epi16_mask(bytes, bit);
  }
};
static_assert(most_ordered_rows < 8 * sizeof(RowSet));

// Also writes down the rows' items by row.
UMFI_INLINE RowSet set_of_rows(const NodeRows& node, OrderScratch& scratch) {
  for (std::size_t k = 0, size = node.size; k < size; ++k) {
    scratch.is_in_node[node.rows[k]] = 0xff;
    scratch.item[node.rows[k]] = node.items[k];
  }
  alignas(64) std::uint64_t bits[16];
  for (std::size_t i = 0; i < 16; ++i) {
    bits[i] = _cvtmask64_u64(_mm512_movepi8_mask(_mm512_load_si512(scratch.is_in_node + 64 * i)));
    _mm512_store_si512(scratch.is_in_node + 64 * i, _mm512_setzero_si512());
  }
  return {_mm512_load_si512(bits), _mm512_load_si512(bits + 8)};
}

// Lists those rows of a column's order that are in the set, then zeros.
UMFI_INLINE void list_rows(const RowSet& set, std::span<const std::uint16_t> order, std::uint16_t* list) {
  static_assert(order_block == 64);
  for (std::size_t i = 0; i < order.size(); i += order_block) {
    const __m512i some = _mm512_loadu_si512(order.data() + i);
    const __m512i more = _mm512_loadu_si512(order.data() + i + 32);
    const __mmask32 has_some = set.has(some);
    const __mmask32 has_more = set.has(more);
    _mm512_storeu_si512(list, _mm512_maskz_compress_epi16(has_some, some));
    list += std::popcount(_cvtmask32_u32(has_some));
    _mm512_storeu_si512(list, _mm512_maskz_compress_epi16(has_more, more));
    list += std::popcount(_cvtmask32_u32(has_more));
  }
  _mm512_storeu_si512(list, _mm512_setzero_si512());
}

// Asks for a column's order ahead: those of wide tables are not in the nearest caches.
UMFI_INLINE void fetch(std::span<const std::uint16_t> order) {
  for (std::size_t i = 0; i < order.size(); i += 32) hwy::Prefetch(order.data() + i);
}

// The columns must have an order.
template <class Score>
UMFI_INLINE void best_cuts_by_order(const PackedRows& node, KernelScratch& scratch, const Score& score,
                                    std::span<const Candidate> candidates) {
  scratch.reserve(node.in_bag.size);
  std::uint16_t* const list = scratch.narrow_list.data();
  const RowSet set = set_of_rows(node.in_bag, *scratch.order);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& candidate = candidates[i];
    const FeatureColumn& column = *candidate.column;
    if (i + 1 < candidates.size()) fetch(candidates[i + 1].column->order);
    list_rows(set, column.order, list);
    const auto rank_of = [ranks = column.rank.data<std::uint16_t>()](std::uint16_t row) { return ranks[row]; };
    const ListedRows<std::uint16_t, decltype(rank_of)> listed{list, node.in_bag.size, scratch.order->item, node.total,
                                                              rank_of};
    *candidate.cut = best_cut_of_listed(listed, column, scratch, score);
  }
}
#endif

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
