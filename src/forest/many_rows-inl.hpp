// The best cut of a feature in a node of many rows, which have to be put in order.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_MANY_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_MANY_ROWS_INL
#undef UMFI_FOREST_MANY_ROWS_INL
#else
#define UMFI_FOREST_MANY_ROWS_INL
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include "forest/best_prefix-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

// The places of the bits of every byte, ascending; zeros behind them.
struct BitPlaces {
  constexpr BitPlaces() {
    for (unsigned byte = 0; byte < 256; ++byte) {
      std::size_t count = 0;
      for (unsigned place = 0; place < 8; ++place)
        if ((byte >> place & 1) != 0) of[byte][count++] = static_cast<std::uint8_t>(place);
    }
  }
  std::uint8_t of[256 + 1][8] = {};  // two at a time may be read
};
inline constexpr BitPlaces bit_places;

// The same for vectors of two-byte numbers: where the bytes of those chosen stand.
struct BytePlaces {
  constexpr BytePlaces() {
    for (unsigned byte = 0; byte < 256; ++byte)
      for (std::size_t i = 0; i < 16; ++i)
        of[byte][i] = static_cast<std::uint8_t>(2 * bit_places.of[byte][i / 2] + i % 2);
  }
  alignas(16) std::uint8_t of[256][16] = {};
};
inline constexpr BytePlaces byte_places;

// Nodes of many rows: marks the row's rank in a bitmap; its bits are the ranks in order, without a comparison sort.
// Returns whether the rank was marked before.
UMFI_INLINE bool mark(std::uint32_t rank, KernelScratch& scratch) {
  const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
  const std::uint64_t word = scratch.marks[rank / 64];
  scratch.marks[rank / 64] = word | bit;
  scratch.mark_summary[rank / 4096] |= std::uint64_t{1} << (rank / 64 % 64);
  return (word & bit) != 0;
}

// Calls visit(rank) for every marked rank, ascending, and clears the marks. The summary leads to them: for few marks.
template <class Visit>
UMFI_INLINE void for_each_marked(std::uint32_t distinct, KernelScratch& scratch, const Visit& visit) {
  for (std::uint32_t s = 0; s <= (distinct - 1) / 4096; ++s) {
    for (std::uint64_t words = scratch.mark_summary[s]; words != 0; words &= words - 1) {
      const std::uint32_t w = s * 64 + static_cast<std::uint32_t>(std::countr_zero(words));
      for (std::uint64_t bits = scratch.marks[w]; bits != 0; bits &= bits - 1)
        visit(w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
      scratch.marks[w] = 0;
    }
    scratch.mark_summary[s] = 0;
  }
}

// The marks of 64 ranks as bits; clears them.
UMFI_INLINE std::uint64_t take_marks(std::uint8_t* marks) {
  const hn::CappedTag<std::uint8_t, 64> m;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(m));
  std::uint64_t bits = 0;
  for (std::uint32_t i = 0; i < 64; i += lanes) {
    std::uint64_t some = 0;
    hn::StoreMaskBits(m, hn::MaskFromVec(hn::LoadU(m, marks + i)), reinterpret_cast<std::uint8_t*>(&some));
    hn::StoreU(hn::Zero(m), m, marks + i);
    bits |= some << i;
  }
  return bits;
}

// Lists the marked ranks, ascending, and clears the marks; returns how many there are. All ranks are looked at, there
// or not, eight at a time: no branch depends on the data. For many marks.
template <class Rank>
UMFI_INLINE std::uint32_t list_marked(std::uint32_t distinct, std::uint8_t* marks, Rank* ranks) {
  Rank* next = ranks;
#if HWY_TARGET == HWY_AVX3_DL
  const hn::ScalableTag<Rank> r;
  const auto lanes = hn::Lanes(r);
  auto places = hn::Iota(r, 0);
  for (std::uint32_t rank = 0; rank < distinct; rank += 64) {
    const std::uint64_t bits = take_marks(marks + rank);
    for (std::size_t part = 0; part < 64; part += lanes) {
      const std::uint64_t some = bits >> part & ((std::uint64_t{1} << lanes) - 1);
      hn::StoreU(hn::Compress(places, hn::LoadMaskBits(r, reinterpret_cast<const std::uint8_t*>(&some))), r, next);
      next += std::popcount(some);
      places = hn::Add(places, hn::Set(r, static_cast<Rank>(lanes)));
    }
  }
#else
  const hn::CappedTag<Rank, 8> r;
  const hn::Rebind<std::uint8_t, decltype(r)> bytes;
  const auto lanes = hn::Lanes(r);
  auto first = hn::Zero(r);
  for (std::uint32_t rank = 0; rank < distinct; rank += 64) {
    std::uint64_t bits = take_marks(marks + rank);
    for (int byte = 0; byte < 8; ++byte) {
      const std::uint64_t some = bits & 0xff;
      for (std::size_t part = 0; part < 8; part += lanes) {
        const auto places = hn::PromoteTo(r, hn::LoadU(bytes, bit_places.of[some] + part));
        hn::StoreU(hn::Add(first, places), r, next + part);
      }
      next += std::popcount(some);
      first = hn::Add(first, hn::Set(r, 8));
      bits >>= 8;
    }
  }
#endif
  return static_cast<std::uint32_t>(next - ranks);
}

// Adds each row's item to its rank's bin and marks it. A bin that is not marked yet holds something old.
template <bool HasTies, class Rank>
UMFI_INLINE void fill_bins(const NodeRows& node, const Rank* ranks, KernelScratch& scratch) {
  Item* const bin = scratch.bin.data();
  std::uint8_t* const marks = scratch.byte_marks.data();
  const std::uint32_t* const rows = node.rows;
  const Item* const items = node.items;
  for (std::size_t k = 0, size = node.size; k < size; ++k) {
    const std::uint32_t rank = ranks[rows[k]];
    const Item before = HasTies ? bin[rank] & static_cast<Item>(static_cast<std::int8_t>(marks[rank])) : 0;
    bin[rank] = before + items[k];
    marks[rank] = 0xff;
  }
}

// Lists the ranks that occur, ascending, in group_rank and the sums up to each of them in prefix; returns how many
// there are.
template <class Rank>
UMFI_INLINE std::uint32_t prefixes_of_dense(const NodeRows& node, const FeatureColumn& column, KernelScratch& scratch) {
  const Rank* const ranks = column.rank.data<Rank>();
  column.has_ties() ? fill_bins<true>(node, ranks, scratch) : fill_bins<false>(node, ranks, scratch);
  const Item* const bin = scratch.bin.data();
  Item* const prefix = scratch.prefix.data();
  Rank* const group_rank = scratch.list<Rank>();
  const std::uint32_t groups = list_marked(column.distinct, scratch.byte_marks.data(), group_rank);
  Item sum = 0;
  // Four at a time: what is listed behind the last rank is some rank.
  for (std::size_t i = 0; i < groups; i += 4)
    for (std::size_t j = 0; j < 4; ++j) {
      sum += bin[group_rank[i + j]];
      prefix[i + j] = sum;
    }
  return groups;
}

template <class Rank>
UMFI_INLINE std::uint32_t prefixes_of_sparse(const NodeRows& node, const FeatureColumn& column,
                                             KernelScratch& scratch) {
  const Rank* const ranks = column.rank.data<Rank>();
  for (std::uint32_t k = 0; k < node.size; ++k) {
    const std::uint32_t rank = ranks[node.rows[k]];
    const Item before = mark(rank, scratch) ? scratch.bin[rank] : 0;
    scratch.bin[rank] = before + node.items[k];
  }
  Item sum = 0;
  std::uint32_t groups = 0;
  Rank* const group_rank = scratch.list<Rank>();
  for_each_marked(column.distinct, scratch, [&](std::uint32_t rank) {
    sum += scratch.bin[rank];
    scratch.prefix[groups] = sum;
    group_rank[groups++] = static_cast<Rank>(rank);
  });
  return groups;
}

// Nodes of many rows of a table with narrow ranks. Each row has a place of its own in the column's order; what stands
// in the place's slot is the row's number in the node, counted from 1. A Slot is of two bytes, or of one in nodes of up
// to most_in_bytes rows.
#if HWY_TARGET == HWY_AVX2
inline constexpr std::uint32_t most_in_bytes = 255;
#else
inline constexpr std::uint32_t most_in_bytes = 0;
#endif

template <class Slot>
UMFI_INLINE Slot* slots_of(KernelScratch& scratch, std::size_t set) {
  return reinterpret_cast<Slot*>(scratch.slot[set].get());
}

UMFI_INLINE const std::uint16_t* places_of(const FeatureColumn& column) {
  return (column.has_ties() ? column.place : column.rank).data<std::uint16_t>();
}

// The slots of several columns at a time: what to put into them is the same.
template <class Slot, std::size_t Columns>
UMFI_INLINE void fill_slots(const NodeRows& node, const Candidate* candidates, KernelScratch& scratch) {
  const std::uint16_t* places[Columns];
  Slot* to[Columns];
  for (std::size_t c = 0; c < Columns; ++c) {
    places[c] = places_of(*candidates[c].column);
    to[c] = slots_of<Slot>(scratch, c);
  }
  const std::uint32_t* const rows = node.rows;
  for (std::size_t k = 0, size = node.size; k < size; ++k) {
    const std::uint32_t row = rows[k];
    HWY_UNROLL(4)
    for (std::size_t c = 0; c < Columns; ++c) to[c][places[c][row]] = static_cast<Slot>(k + 1);
  }
}

// Lists the rows that stand in the slots, as numbers from 0 on, and empties the slots. All are looked at, whole vectors
// at a time: no branch depends on the data. Zeros follow.
UMFI_INLINE void list_slots(std::size_t count, std::uint16_t* slots, std::uint16_t* list) {
  using Slot = std::uint16_t;
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < count; ++i) {
    *list = static_cast<Slot>(slots[i] - 1);
    list += slots[i] != 0 ? 1 : 0;
    slots[i] = 0;
  }
  *list = 0;
#elif HWY_TARGET == HWY_AVX3_DL
  const hn::ScalableTag<Slot> s;
  for (std::size_t i = 0; i < count; i += hn::Lanes(s)) {
    const auto some = hn::Load(s, slots + i);
    const auto is_filled = hn::Ne(some, hn::Zero(s));
    hn::Store(hn::Zero(s), s, slots + i);
    hn::StoreU(hn::Compress(hn::Sub(some, hn::Set(s, 1)), is_filled), s, list);
    list += hn::CountTrue(s, is_filled);
  }
  hn::StoreU(hn::Zero(s), s, list);
#else
  const hn::CappedTag<Slot, 8> s;
  const hn::Repartition<std::uint8_t, decltype(s)> bytes;
  // Of eight numbers, those whose bit is set.
  const auto append = [&](auto some, std::size_t chosen) {
    const auto places = hn::Load(bytes, byte_places.of[chosen]);
    hn::StoreU(hn::BitCast(s, hn::TableLookupBytes(hn::BitCast(bytes, some), places)), s, list);
    list += std::popcount(chosen);
  };
#if HWY_TARGET == HWY_AVX2
  const hn::CappedTag<Slot, 16> both;
  for (std::size_t i = 0; i < count; i += hn::Lanes(both)) {
    const auto some = hn::Load(both, slots + i);
    std::uint16_t filled = 0;
    hn::StoreMaskBits(both, hn::Ne(some, hn::Zero(both)), reinterpret_cast<std::uint8_t*>(&filled));
    hn::Store(hn::Zero(both), both, slots + i);
    const auto numbers = hn::Sub(some, hn::Set(both, 1));
    append(hn::LowerHalf(s, numbers), filled & 0xff);
    append(hn::UpperHalf(s, numbers), filled >> 8);
  }
#else
  for (std::size_t i = 0; i < count; i += hn::Lanes(s)) {
    const auto some = hn::Load(s, slots + i);
    std::uint8_t filled = 0;
    hn::StoreMaskBits(s, hn::Ne(some, hn::Zero(s)), &filled);
    hn::Store(hn::Zero(s), s, slots + i);
    append(hn::Sub(some, hn::Set(s, 1)), filled);
  }
#endif
  hn::StoreU(hn::Zero(s), s, list);
#endif
}

#if HWY_TARGET == HWY_AVX2
// The same for slots of one byte; what follows means nothing.
UMFI_INLINE void list_slots(std::size_t count, std::uint8_t* slots, std::uint8_t* list) {
  const auto append = [&](__m128i some, std::size_t chosen) {
    const __m128i places = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bit_places.of[chosen]));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(list), _mm_shuffle_epi8(some, places));
    list += std::popcount(chosen);
  };
  for (std::size_t i = 0; i < count; i += 32) {
    auto* const at = reinterpret_cast<__m256i*>(slots + i);
    const __m256i some = _mm256_load_si256(at);
    _mm256_store_si256(at, _mm256_setzero_si256());
    const __m256i is_empty = _mm256_cmpeq_epi8(some, _mm256_setzero_si256());
    const auto filled = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(is_empty));
    const __m256i numbers = _mm256_sub_epi8(some, _mm256_set1_epi8(1));
    const __m128i lower = _mm256_castsi256_si128(numbers);
    const __m128i upper = _mm256_extracti128_si256(numbers, 1);
    append(lower, filled & 0xff);
    append(_mm_unpackhi_epi64(lower, lower), filled >> 8 & 0xff);
    append(upper, filled >> 16 & 0xff);
    append(_mm_unpackhi_epi64(upper, upper), filled >> 24);
  }
}
#endif

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

// The slots must have been filled.
template <class Slot, class Score>
UMFI_INLINE Cut best_cut_by_slots(const PackedRows& node, const FeatureColumn& column, Slot* slots,
                                  KernelScratch& scratch, const Score& score) {
  Slot* const list = scratch.list<Slot>();
  list_slots(column.rank.size(), slots, list);
  const auto rank_of = [rows = node.in_bag.rows, ranks = column.rank.data<std::uint16_t>()](Slot number) {
    return ranks[rows[number]];
  };
  const ListedRows<Slot, decltype(rank_of)> listed{list, node.in_bag.size, node.in_bag.items, node.total, rank_of};
  return best_cut_of_listed(listed, column, scratch, score);
}

template <class Rank, class Score>
UMFI_INLINE Cut best_cut_by_bins(const PackedRows& node, const FeatureColumn& column, KernelScratch& scratch,
                                 bool is_dense, const Score& score) {
  const std::uint32_t groups = is_dense ? prefixes_of_dense<Rank>(node.in_bag, column, scratch)
                                        : prefixes_of_sparse<Rank>(node.in_bag, column, scratch);
  for (std::uint32_t i = 0; i < 2 * hn::MaxLanes(Doubles{}); ++i) scratch.prefix[groups + i] = node.total;  // score NaN
  const BestPrefix best = best_prefix(LeftSides{scratch.prefix.data()}, groups, score);
  return {.score = best.score, .last_left = scratch.list<Rank>()[best.place]};
}

// Up to as many columns as there are sets of slots. All are filled before the first is read: what was just stored one
// by one cannot be read as a whole at once.
template <class Slot, class Score>
UMFI_INLINE void best_cuts_by_slots_of(const PackedRows& node, KernelScratch& scratch, const Score& score,
                                       std::span<const Candidate> candidates) {
  switch (candidates.size()) {
    case 1: fill_slots<Slot, 1>(node.in_bag, candidates.data(), scratch); break;
    case 2: fill_slots<Slot, 2>(node.in_bag, candidates.data(), scratch); break;
    case 3: fill_slots<Slot, 3>(node.in_bag, candidates.data(), scratch); break;
    default: fill_slots<Slot, 4>(node.in_bag, candidates.data(), scratch); break;
  }
  for (std::size_t i = 0; i < candidates.size(); ++i)
    *candidates[i].cut = best_cut_by_slots(node, *candidates[i].column, slots_of<Slot>(scratch, i), scratch, score);
}

template <class Score>
UMFI_INLINE void best_cuts_by_slots(const PackedRows& node, KernelScratch& scratch, const Score& score,
                                    std::span<const Candidate> candidates) {
  if constexpr (most_in_bytes > 0)
    if (node.in_bag.size <= most_in_bytes) return best_cuts_by_slots_of<std::uint8_t>(node, scratch, score, candidates);
  best_cuts_by_slots_of<std::uint16_t>(node, scratch, score, candidates);
}

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
