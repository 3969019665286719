// The best cut of a feature in a node whose rows were listed in the order of its values.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_LISTED_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_LISTED_ROWS_INL
#undef UMFI_FOREST_LISTED_ROWS_INL
#else
#define UMFI_FOREST_LISTED_ROWS_INL
#endif

#include <cstddef>
#include <cstdint>

#include "forest/best_prefix-inl.hpp"
#include "forest/cut_score-inl.hpp"
#include "forest/split_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

// The sums of the first 1, 2, 3, ... listed items; behind the last the total, up to two whole vectors.
template <class Number>
UMFI_INLINE void sum_listed(const Number* list, std::uint32_t size, const Item* items, Item* prefix) {
#if HWY_TARGET == HWY_AVX3_DL
  // In a vector, sums over neighbours, then over neighbouring pairs and fours, are those up to every lane. What is
  // stored in whole vectors can be read again at once.
  const Words w;
  const auto zero = hn::Zero(w);
  const auto last = _mm512_set1_epi64(7);
  auto before = zero;
  for (std::uint32_t i = 0; i < size; i += 16)
    for (std::uint32_t k = i; k < i + 16; k += 8) {
      auto sums = hn::IfThenElseZero(hn::FirstN(w, k < size ? size - k : 0), look_up(w, list + k, items));
      sums = hn::Add(sums, WordVector{_mm512_alignr_epi64(sums.raw, zero.raw, 7)});
      sums = hn::Add(sums, WordVector{_mm512_alignr_epi64(sums.raw, zero.raw, 6)});
      sums = hn::Add(sums, WordVector{_mm512_alignr_epi64(sums.raw, zero.raw, 4)});
      sums = hn::Add(sums, before);
      before = WordVector{_mm512_permutexvar_epi64(last, sums.raw)};
      hn::StoreU(sums, w, prefix + k);
    }
#else
  Item sum = 0;
  HWY_UNROLL(4)
  for (std::size_t i = 0; i < size; ++i) {
    sum += items[list[i]];
    prefix[i] = sum;
  }
  for (std::size_t i = 0; i < 2 * hn::MaxLanes(Doubles{}); ++i) prefix[size + i] = sum;
#endif
}

// Left sides of a column with ties: where a row's rank is that of the next one, all rows, whose score is NaN.
struct LeftSidesWithTies {
  const Item* prefix;
  const std::uint32_t* ranks;
  Item total;

  UMFI_INLINE WordVector operator()(std::uint32_t first) const {
    const Words w;
    const hn::Rebind<std::uint32_t, Words> r;
    const auto is_tied =
        hn::Eq(hn::PromoteTo(w, hn::LoadU(r, ranks + first)), hn::PromoteTo(w, hn::LoadU(r, ranks + first + 1)));
    return hn::IfThenElse(is_tied, hn::Set(w, total), hn::LoadU(w, prefix + first));
  }
};

// A node's rows in the order of a column. What is listed are numbers, by which `items` and `rank_of` are asked.
template <class Number, class RankOf>
struct ListedRows {
  const Number* list;
  std::uint32_t size;
  const Item* items;
  Item total;  // of them all
  RankOf rank_of;

  UMFI_INLINE std::uint32_t rank_at(std::uint32_t place) const { return rank_of(list[place]); }
  UMFI_INLINE bool is_tied(std::uint32_t place) const {
    return place + 1 < size && rank_at(place) == rank_at(place + 1);
  }
};

// Where few rows share a rank, few cuts are between equal values: only if the best one is, they are left out.
template <class Number, class RankOf, class Score>
UMFI_INLINE Cut best_cut_of_listed(const ListedRows<Number, RankOf>& rows, const FeatureColumn& column,
                                   KernelScratch& scratch, const Score& score) {
  Item* const prefix = scratch.prefix.data();
  sum_listed(rows.list, rows.size, rows.items, prefix);  // the total's score is NaN
  BestPrefix best{};
  const bool has_few_ties = column.distinct >= column.rank.size() / 4;
  if (has_few_ties) best = best_prefix(LeftSides{prefix}, rows.size, score);
  if (!has_few_ties || (column.has_ties() && rows.is_tied(best.place))) {
    std::uint32_t* const sorted = scratch.wide_list.data();
    for (std::uint32_t i = 0; i < rows.size; ++i) sorted[i] = rows.rank_at(i);
    best = best_prefix(LeftSidesWithTies{prefix, sorted, rows.total}, rows.size, score);
  }
  return {.score = best.score, .last_left = rows.rank_at(best.place)};
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
