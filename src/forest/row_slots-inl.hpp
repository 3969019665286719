// The best cut of a feature in a node of many rows of a table with narrow ranks, by *slots*.
//
// Each row has a place of its own in the column's order; what stands in the place's slot is the row's number in the
// node, counted from 1. A Slot is of two bytes, or of one in nodes of up to most_in_bytes rows.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_ROW_SLOTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_ROW_SLOTS_INL
#undef UMFI_FOREST_ROW_SLOTS_INL
#else
#define UMFI_FOREST_ROW_SLOTS_INL
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "forest/bit_places-inl.hpp"
#include "forest/cut_score-inl.hpp"
#include "forest/listed_rows-inl.hpp"
#include "forest/split_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

// The largest node whose slots are of one byte.
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

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
