// The best cut of a feature in a node of up to 32 rows, with AVX-512 and narrow ranks.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_RANKED_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_RANKED_ROWS_INL
#undef UMFI_FOREST_RANKED_ROWS_INL
#else
#define UMFI_FOREST_RANKED_ROWS_INL
#endif

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "forest/cut_score-inl.hpp"
#include "forest/narrow_ranks-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX3_DL
// As FewRows: with each row in turn as the last on the left, the left side is the sum over all rows of no larger rank,
// and all rows are last in parallel. Here ranks take two bytes, and comparing eight of them gives the bits that say
// which eight sums an item is added to.
template <std::size_t Most, class Score>
class RankedRows {
 public:
  UMFI_INLINE RankedRows(const NodeRows& node, const std::uint16_t* ranks) {
    for (std::size_t v = 0; v < vectors; ++v) {
      const __m128i some = ranks_of_eight(node.rows + 8 * v, ranks);
      const std::uint32_t rows = node.size > 8 * v ? node.size - static_cast<std::uint32_t>(8 * v) : 0;
      const auto is_row = static_cast<__mmask8>(_bzhi_u32(0xff, rows));
      // Behind the node's rows: all rows are on the left of what is last there, and items count nowhere.
      last_[v] = _mm_mask_mov_epi16(_mm_set1_epi16(static_cast<short>(0xfffe)), is_row, some);
      added_[v] = _mm_mask_mov_epi16(_mm_set1_epi16(static_cast<short>(0xffff)), is_row, some);
      left_[v] = _mm512_setzero_si512();
    }
    add(node.items, std::make_index_sequence<Most>{});
  }

  UMFI_INLINE Cut best(const Score& score) const {
    __m512d scores[vectors + 1];
    for (std::size_t v = 0; v < vectors; v += 2) {
      const std::size_t next = v + 1 < vectors ? v + 1 : v;  // one vector may hold all rows
      DoubleVector some;
      DoubleVector more;
      score(WordVector{left_[v]}, WordVector{left_[next]}, some, more);
      // Not a number, where all rows are on the left: no cut.
      scores[v] = _mm512_max_pd(some.raw, _mm512_set1_pd(Cut{}.score));
      scores[v + 1] = _mm512_max_pd(more.raw, _mm512_set1_pd(Cut{}.score));
    }
    __m512d largest = scores[0];
    for (std::size_t v = 1; v < vectors; ++v) largest = _mm512_max_pd(largest, scores[v]);
    const double best = _mm512_reduce_max_pd(largest);
    __m128i ranks = _mm_set1_epi16(static_cast<short>(0xffff));
    for (std::size_t v = 0; v < vectors; ++v) {
      const __mmask8 is_best = _mm512_cmp_pd_mask(scores[v], _mm512_set1_pd(best), _CMP_EQ_OQ);
      ranks = _mm_mask_min_epu16(ranks, is_best, ranks, last_[v]);
    }
    return {.score = best, .last_left = static_cast<std::uint16_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(ranks)))};
  }

 private:
  static constexpr std::size_t vectors = (Most + 7) / 8;

  template <std::size_t... Row>
  UMFI_INLINE void add(const Item* items, std::index_sequence<Row...>) {
    (add_row<Row>(items[Row]), ...);
  }
  template <std::size_t Row>
  UMFI_INLINE void add_row(Item item) {
    constexpr auto low = static_cast<char>(2 * (Row % 8));
    const __m128i place = _mm_set1_epi16(static_cast<short>((low + 1) << 8 | low));
    const __m128i rank = _mm_shuffle_epi8(added_[Row / 8], place);
    for (std::size_t v = 0; v < vectors; ++v) {
      const __mmask8 is_left = _mm_cmple_epu16_mask(rank, last_[v]);
      left_[v] = _mm512_mask_add_epi64(left_[v], is_left, left_[v], _mm512_set1_epi64(static_cast<long long>(item)));
    }
  }

  __m128i last_[vectors];   // ranks of the rows that are last on the left
  __m128i added_[vectors];  // ranks of the rows whose items are added
  __m512i left_[vectors];   // sums
};

// The largest number of rows.
inline constexpr std::uint32_t most_ranked = 32;

template <std::size_t Most, class Score>
UMFI_INLINE void best_cuts_of_ranked(const NodeRows& node, const Score& score, std::span<const Candidate> candidates) {
  for (const Candidate& candidate : candidates)
    *candidate.cut = RankedRows<Most, Score>(node, candidate.column->rank.data<std::uint16_t>()).best(score);
}

template <class Score>
UMFI_INLINE void best_cuts_of_ranked(const NodeRows& node, const Score& score, std::span<const Candidate> candidates) {
  switch ((node.size + 3) / 4) {
    case 1: return best_cuts_of_ranked<4>(node, score, candidates);
    case 2: return best_cuts_of_ranked<8>(node, score, candidates);
    case 3: return best_cuts_of_ranked<12>(node, score, candidates);
    case 4: return best_cuts_of_ranked<16>(node, score, candidates);
    case 5:
    case 6: return best_cuts_of_ranked<24>(node, score, candidates);
    default: return best_cuts_of_ranked<most_ranked>(node, score, candidates);
  }
}
#endif

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
