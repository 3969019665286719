// The best of all cuts of one feature in one node.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_BEST_CUT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_BEST_CUT_INL
#undef UMFI_FOREST_BEST_CUT_INL
#else
#define UMFI_FOREST_BEST_CUT_INL
#endif

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "forest/cut_score-inl.hpp"

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
  std::uint8_t of[256][8] = {};
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

// The best cut so far in each lane. Cuts must come in ascending order of their ranks within a lane.
class BestInLanes {
 public:
  UMFI_INLINE BestInLanes() : score_(hn::Set(Doubles{}, -1.0)), place_(hn::Zero(Doubles{})) {}
  UMFI_INLINE void offer(DoubleVector scores, DoubleVector places) {
    const auto better = hn::Gt(scores, score_);
    score_ = hn::IfThenElse(better, scores, score_);
    place_ = hn::IfThenElse(better, places, place_);
  }
  // The same where places come in any order.
  UMFI_INLINE void offer_unordered(DoubleVector scores, DoubleVector places) {
    const auto better = hn::Or(hn::Gt(scores, score_), hn::And(hn::Eq(scores, score_), hn::Lt(places, place_)));
    score_ = hn::IfThenElse(better, scores, score_);
    place_ = hn::IfThenElse(better, places, place_);
  }
  // Over all lanes: of equal scores the smallest place.
  UMFI_INLINE void winner(double& score, std::uint32_t& place) const {
    const Doubles d;
    const auto largest = hn::MaxOfLanes(d, score_);
    const auto places = hn::IfThenElse(hn::Eq(score_, largest), place_, hn::Set(d, 0x1p52));
    score = hn::GetLane(largest);
    place = static_cast<std::uint32_t>(hn::GetLane(hn::MinOfLanes(d, places)));
  }

 private:
  DoubleVector score_;
  DoubleVector place_;
};

struct BestPrefix {
  double score;
  std::uint32_t place;
};

// Left sides as they are.
struct LeftSides {
  const PackedItem* prefix;
  UMFI_INLINE WordVector operator()(std::uint32_t first) const { return hn::LoadU(Words{}, prefix + first); }
};

// The leftmost best of count left sides, count rounded up to two whole vectors. left_sides(i) gives those from i on.
template <class GetLeftSides, class Score>
UMFI_INLINE BestPrefix best_prefix(const GetLeftSides& left_sides, std::uint32_t count, const Score& score) {
  const Doubles d;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  const auto step = hn::Set(d, static_cast<double>(lanes));
  BestInLanes best;
  auto place = hn::Iota(d, 0.0);
  for (std::uint32_t i = 0; i < count; i += 2 * lanes) {
    DoubleVector scores;
    DoubleVector more_scores;
    score(left_sides(i), left_sides(i + lanes), scores, more_scores);
    best.offer(scores, place);
    place = hn::Add(place, step);
    best.offer(more_scores, place);
    place = hn::Add(place, step);
  }
  BestPrefix result;
  best.winner(result.score, result.place);
  return result;
}

UMFI_INLINE DoubleVector rank_as_double(RankVector ranks) {
  return to_double(hn::And(hn::BitCast(Words{}, ranks), hn::Set(Words{}, 0xffffffffU)));
}

// Nodes of a few rows need no sorting: with each row in turn as the last on the left, the left side is the sum over all
// rows of no larger rank. All rows are last in parallel, one per lane, and no branch depends on the data. Lanes behind
// the node's rows hold ranks of other rows: a left side up to one of them is a left side of the node too, with a larger
// rank, so they change nothing.
template <std::uint32_t Most>
struct FewRows {
  static constexpr auto lanes = static_cast<std::uint32_t>(hn::MaxLanes(Doubles{}));
  static constexpr std::uint32_t vectors = (Most + lanes - 1) / lanes;
  std::int64_t last[vectors * lanes];  // ranks
  WordVector left[vectors];            // sums

  UMFI_INLINE RankVector last_of(std::uint32_t vector) const { return hn::LoadU(Ranks{}, last + vector * lanes); }
};

// The ranks of as many rows as there are lanes, read one by one: a gathering instruction would wait for all that was
// written before.
template <class Rank>
UMFI_INLINE RankVector ranks_of(const std::uint32_t* rows, const Rank* ranks) {
  const Ranks r;
#if HWY_TARGET == HWY_AVX2
  const hn::Rebind<std::int32_t, Ranks> narrow;
  const auto rank = [&](std::size_t i) { return hn::Set(narrow, static_cast<std::int32_t>(ranks[rows[i]])); };
  const auto lower = hn::OddEven(rank(1), rank(0));
  const auto upper = hn::OddEven(rank(3), rank(2));
  return hn::PromoteTo(r, hn::ConcatUpperLower(narrow, upper, lower));
#elif HWY_TARGET == HWY_AVX3_DL
  // Eight numbers of two bytes make one vector, of four bytes two.
  const hn::CappedTag<Rank, 16 / sizeof(Rank)> part;
  const hn::Rebind<std::uint32_t, Ranks> all;
  const auto insert = [&](std::size_t first) {
    auto some = hn::Zero(part);
    HWY_UNROLL(8)
    for (std::size_t i = 0; i < hn::MaxLanes(part); ++i) some = hn::InsertLane(some, i, ranks[rows[first + i]]);
    return some;
  };
  if constexpr (sizeof(Rank) == 2)
    return hn::BitCast(r, hn::PromoteTo(Words{}, hn::PromoteTo(all, insert(0))));
  else
    return hn::BitCast(r, hn::PromoteTo(Words{}, hn::Combine(all, insert(4), insert(0))));
#else
  HWY_ALIGN std::int64_t all[hn::MaxLanes(Ranks{})];
  for (std::size_t i = 0; i < hn::MaxLanes(Ranks{}); ++i) all[i] = ranks[rows[i]];
  return hn::Load(r, all);
#endif
}

template <std::uint32_t Most, class Rank>
UMFI_INLINE void set_ranks(const NodeRows<PackedItem>& node, const Rank* ranks, FewRows<Most>& few) {
  constexpr auto lanes = FewRows<Most>::lanes;
  for (std::uint32_t v = 0; v < FewRows<Most>::vectors; ++v)
    hn::StoreU(ranks_of(node.rows + v * lanes, ranks), Ranks{}, few.last + v * lanes);
}

template <std::uint32_t Most>
UMFI_INLINE void add_row(std::int64_t rank, PackedItem item, FewRows<Most>& few) {
  const Words w;
  for (std::uint32_t v = 0; v < FewRows<Most>::vectors; ++v) {
    const auto is_beyond = hn::RebindMask(w, hn::Gt(hn::Set(Ranks{}, rank), few.last_of(v)));
    few.left[v] = hn::Add(few.left[v], hn::IfThenZeroElse(is_beyond, hn::Set(w, item)));
  }
}

template <std::uint32_t Most, class Score>
UMFI_INLINE Cut best_of_few(const FewRows<Most>& few, const Score& score) {
  BestInLanes best;
  for (std::uint32_t v = 0; v < FewRows<Most>::vectors; v += 2) {
    DoubleVector scores;
    DoubleVector more_scores;
    const std::uint32_t next = v + 1 < FewRows<Most>::vectors ? v + 1 : v;  // one vector may hold all rows
    score(few.left[v], few.left[next], scores, more_scores);
    best.offer_unordered(scores, rank_as_double(few.last_of(v)));
    if (next != v) best.offer_unordered(more_scores, rank_as_double(few.last_of(next)));
  }
  Cut cut;
  best.winner(cut.score, cut.last_left);
  return cut;
}

// The k-th row's item, or nothing where there is no such row.
UMFI_INLINE PackedItem item_of(std::uint32_t k, const NodeRows<PackedItem>& node) {
  return k < node.size ? node.items[k] : 0;
}

// A node of Least to Most rows.
template <class Rank, std::uint32_t Least, std::uint32_t Most, class Score>
UMFI_INLINE Cut best_cut_of_few(const NodeRows<PackedItem>& node, const FeatureColumn& column, const Score& score) {
  FewRows<Most> few;
  set_ranks(node, column.rank.data<Rank>(), few);
  for (WordVector& left : few.left) left = hn::Zero(Words{});
  HWY_UNROLL(4)
  for (std::uint32_t k = 0; k < Least; ++k) add_row(few.last[k], node.items[k], few);
  HWY_UNROLL(4)
  for (std::uint32_t k = Least; k < Most; ++k) add_row(few.last[k], item_of(k, node), few);
  return best_of_few(few, score);
}

// Nodes of some dozen rows: a row's place is the number of rows of smaller rank, counted for many rows at a time. Rows
// of one rank share a place; the places behind it stay empty and repeat its sum, which never wins. Number is a signed
// type that holds all ranks.
template <class Number, std::uint32_t Least, std::uint32_t Most>
class CountedRows {
 public:
  template <class Rank>
  UMFI_INLINE void set_ranks(const NodeRows<PackedItem>& node, const Rank* ranks) {
    HWY_UNROLL(8)
    for (std::uint32_t k = 0; k < Least; ++k) rank_[k] = static_cast<Number>(ranks[node.rows[k]]);
    HWY_UNROLL(8)
    for (std::uint32_t k = Least; k < Most; ++k) {
      const std::uint32_t all_bits = 0 - static_cast<std::uint32_t>(k < node.size ? 0 : 1);
      rank_[k] = static_cast<Number>((ranks[node.rows[k]] | all_bits) & hwy::LimitsMax<Number>());  // no row: largest
    }
    for (std::uint32_t k = Most; k < room; ++k) rank_[k] = 0;
  }

  UMFI_INLINE void count() {
    const Tag r;
    hn::Vec<Tag> rank[vectors];
    hn::Vec<Tag> smaller[vectors];
    for (std::uint32_t v = 0; v < vectors; ++v) {
      rank[v] = hn::LoadU(r, rank_ + v * lanes);
      smaller[v] = hn::Zero(r);
    }
    HWY_UNROLL(8)
    for (std::uint32_t k = 0; k < Most; ++k) {
      const auto other = hn::Set(r, rank_[k]);
      for (std::uint32_t v = 0; v < vectors; ++v)
        smaller[v] = hn::Sub(smaller[v], hn::VecFromMask(r, hn::Gt(rank[v], other)));
    }
    for (std::uint32_t v = 0; v < vectors; ++v) hn::StoreU(smaller[v], r, place_ + v * lanes);
  }

  UMFI_INLINE void add_items(const NodeRows<PackedItem>& node) {
    const Words w;
    for (std::uint32_t i = 0; i < places; i += words) hn::StoreU(hn::Zero(w), w, sum_ + i);
    HWY_UNROLL(8)
    for (std::uint32_t k = 0; k < Least; ++k) add(k, node.items[k]);
    HWY_UNROLL(8)
    for (std::uint32_t k = Least; k < Most; ++k) add(k, item_of(k, node));
  }

  // What is behind the last row's place is the node's total, whose score is NaN.
  UMFI_INLINE void sum_up() {
    PackedItem sum = 0;
    HWY_UNROLL(8)
    for (std::uint32_t i = 0; i < places; ++i) {
      sum += sum_[i];
      sum_[i] = sum;
    }
  }

  template <class Rank, class Score>
  UMFI_INLINE Cut best(const NodeRows<PackedItem>& node, const Rank* ranks, const Score& score) const {
    const BestPrefix best = best_prefix(LeftSides{sum_}, Most, score);
    return {.score = best.score, .last_left = ranks[node.rows[row_at_[best.place]]]};
  }

 private:
  using Tag = hn::CappedTag<Number, 16>;
  static constexpr auto lanes = static_cast<std::uint32_t>(hn::MaxLanes(Tag{}));
  static constexpr std::uint32_t vectors = (Most + lanes - 1) / lanes;
  static constexpr std::uint32_t room = vectors * lanes;
  static constexpr auto words = static_cast<std::uint32_t>(hn::MaxLanes(Words{}));
  static constexpr std::uint32_t places = (Most / (2 * words) + 1) * 2 * words;

  UMFI_INLINE void add(std::uint32_t k, PackedItem item) {
    const auto place = static_cast<std::uint32_t>(place_[k]);
    sum_[place] += item;
    row_at_[place] = static_cast<std::uint8_t>(k);
  }

  Number rank_[room];
  Number place_[room];
  std::uint8_t row_at_[places];
  PackedItem sum_[places];
};

// Step by step for all candidates together: what one step writes, the next reads only when it has long been written.
template <class Rank, class Number, std::uint32_t Least, std::uint32_t Most, class Score>
UMFI_INLINE void best_cuts_by_counting(const NodeRows<PackedItem>& node, const Score& score,
                                       std::span<const Candidate> candidates) {
  CountedRows<Number, Least, Most> counted[most_at_once];
  const std::size_t size = candidates.size();
  const auto ranks = [&](std::size_t i) { return candidates[i].column->rank.template data<Rank>(); };
  for (std::size_t i = 0; i < size; ++i) counted[i].set_ranks(node, ranks(i));
  for (std::size_t i = 0; i < size; ++i) counted[i].count();
  for (std::size_t i = 0; i < size; ++i) counted[i].add_items(node);
  for (std::size_t i = 0; i < size; ++i) counted[i].sum_up();
  for (std::size_t i = 0; i < size; ++i) *candidates[i].cut = counted[i].best(node, ranks(i), score);
}

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
UMFI_INLINE void fill_bins(const NodeRows<PackedItem>& node, const Rank* ranks, KernelScratch& scratch) {
  PackedItem* const bin = scratch.bin.data();
  std::uint8_t* const marks = scratch.byte_marks.data();
  const std::uint32_t* const rows = node.rows;
  const PackedItem* const items = node.items;
  for (std::size_t k = 0, size = node.size; k < size; ++k) {
    const std::uint32_t rank = ranks[rows[k]];
    const PackedItem before = HasTies ? bin[rank] & static_cast<PackedItem>(static_cast<std::int8_t>(marks[rank])) : 0;
    bin[rank] = before + items[k];
    marks[rank] = 0xff;
  }
}

// Lists the ranks that occur, ascending, in group_rank and the sums up to each of them in prefix; returns how many
// there are.
template <class Rank>
UMFI_INLINE std::uint32_t prefixes_of_dense(const NodeRows<PackedItem>& node, const FeatureColumn& column,
                                            KernelScratch& scratch) {
  const Rank* const ranks = column.rank.data<Rank>();
  column.has_ties() ? fill_bins<true>(node, ranks, scratch) : fill_bins<false>(node, ranks, scratch);
  const PackedItem* const bin = scratch.bin.data();
  PackedItem* const prefix = scratch.prefix.data();
  Rank* const group_rank = scratch.list<Rank>();
  const std::uint32_t groups = list_marked(column.distinct, scratch.byte_marks.data(), group_rank);
  PackedItem sum = 0;
  // Four at a time: what is listed behind the last rank is some rank.
  for (std::size_t i = 0; i < groups; i += 4)
    for (std::size_t j = 0; j < 4; ++j) {
      sum += bin[group_rank[i + j]];
      prefix[i + j] = sum;
    }
  return groups;
}

template <class Rank>
UMFI_INLINE std::uint32_t prefixes_of_sparse(const NodeRows<PackedItem>& node, const FeatureColumn& column,
                                             KernelScratch& scratch) {
  const Rank* const ranks = column.rank.data<Rank>();
  for (std::uint32_t k = 0; k < node.size; ++k) {
    const std::uint32_t rank = ranks[node.rows[k]];
    const PackedItem before = mark(rank, scratch) ? scratch.bin[rank] : 0;
    scratch.bin[rank] = before + node.items[k];
  }
  PackedItem sum = 0;
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
// in the place's slot is the row's number in the node, counted from 1.
using Slot = std::uint16_t;

UMFI_INLINE void fill_slots(const NodeRows<PackedItem>& node, const FeatureColumn& column, Slot* slots) {
  const std::uint16_t* const places = (column.has_ties() ? column.place : column.rank).data<std::uint16_t>();
  const std::uint32_t* const rows = node.rows;
  for (std::size_t k = 0, size = node.size; k < size; ++k) slots[places[rows[k]]] = static_cast<Slot>(k + 1);
}

// Lists what stands in the slots, and empties them. All are looked at, whole vectors at a time: no branch depends on
// the data.
UMFI_INLINE void list_slots(std::size_t count, Slot* slots, Slot* list) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < count; ++i) {
    *list = slots[i];
    list += slots[i] != 0 ? 1 : 0;
    slots[i] = 0;
  }
#elif HWY_TARGET == HWY_AVX3_DL
  const hn::ScalableTag<Slot> s;
  for (std::size_t i = 0; i < count; i += hn::Lanes(s)) {
    const auto some = hn::Load(s, slots + i);
    const auto is_filled = hn::Ne(some, hn::Zero(s));
    hn::Store(hn::Zero(s), s, slots + i);
    hn::StoreU(hn::Compress(some, is_filled), s, list);
    list += hn::CountTrue(s, is_filled);
  }
#else
  const hn::CappedTag<Slot, 8> s;
  const hn::Repartition<std::uint8_t, decltype(s)> bytes;
  for (std::size_t i = 0; i < count; i += hn::Lanes(s)) {
    const auto some = hn::Load(s, slots + i);
    std::uint8_t filled = 0;
    hn::StoreMaskBits(s, hn::Ne(some, hn::Zero(s)), &filled);
    hn::Store(hn::Zero(s), s, slots + i);
    const auto places = hn::Load(bytes, byte_places.of[filled]);
    hn::StoreU(hn::BitCast(s, hn::TableLookupBytes(hn::BitCast(bytes, some), places)), s, list);
    list += std::popcount(filled);
  }
#endif
}

// Left sides of a column with ties: where a row's rank is that of the next one, all rows, whose score is NaN.
struct LeftSidesWithTies {
  const PackedItem* prefix;
  const std::uint32_t* ranks;
  PackedItem total;

  UMFI_INLINE WordVector operator()(std::uint32_t first) const {
    const Words w;
    const hn::Rebind<std::uint32_t, Words> r;
    const auto is_tied =
        hn::Eq(hn::PromoteTo(w, hn::LoadU(r, ranks + first)), hn::PromoteTo(w, hn::LoadU(r, ranks + first + 1)));
    return hn::IfThenElse(is_tied, hn::Set(w, total), hn::LoadU(w, prefix + first));
  }
};

// Of a column with ties, few cuts are between equal values: only if the best one is, they are left out.
template <class Score>
UMFI_INLINE Cut best_cut_by_slots(const PackedRows& node, const FeatureColumn& column, KernelScratch& scratch,
                                  const Score& score) {
  const std::uint32_t size = node.in_bag.size;
  const Slot* const list = scratch.narrow_list.data();
  const PackedItem* const items = node.in_bag.items;
  PackedItem* const prefix = scratch.prefix.data();
  fill_slots(node.in_bag, column, scratch.slot.get());
  list_slots(column.rank.size(), scratch.slot.get(), scratch.narrow_list.data());
  PackedItem sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    sum += items[list[i] - 1];
    prefix[i] = sum;
  }
  for (std::size_t i = 0; i < 2 * hn::MaxLanes(Doubles{}); ++i) prefix[size + i] = node.total;  // score NaN
  BestPrefix best = best_prefix(LeftSides{prefix}, size, score);
  const std::uint16_t* const ranks = column.rank.data<std::uint16_t>();
  const auto rank_at = [&](std::uint32_t place) { return ranks[node.in_bag.rows[list[place] - 1]]; };
  if (column.has_ties() && best.place + 1 < size && rank_at(best.place) == rank_at(best.place + 1)) {
    std::uint32_t* const sorted = scratch.wide_list.data();
    for (std::uint32_t i = 0; i < size; ++i) sorted[i] = rank_at(i);
    best = best_prefix(LeftSidesWithTies{prefix, sorted, node.total}, size, score);
  }
  return {.score = best.score, .last_left = rank_at(best.place)};
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

template <class Rank, class Score>
UMFI_INLINE Cut best_cut_of_many(const PackedRows& node, const FeatureColumn& column, KernelScratch& scratch,
                                 const Score& score) {
  scratch.reserve(node.in_bag.size);
  const bool is_dense = column.distinct / 32 <= node.in_bag.size;
  if (sizeof(Rank) == 2 && is_dense && column.has_places()) return best_cut_by_slots(node, column, scratch, score);
  return best_cut_by_bins<Rank>(node, column, scratch, is_dense, score);
}

template <class Rank, std::uint32_t Least, std::uint32_t Most, class Score>
UMFI_INLINE void best_cuts_of_few(const NodeRows<PackedItem>& node, const Score& score,
                                  std::span<const Candidate> candidates) {
  for (const Candidate& candidate : candidates)
    *candidate.cut = best_cut_of_few<Rank, Least, Most>(node, *candidate.column, score);
}

template <class Rank, class Score>
UMFI_INLINE void best_cuts_of_many(const PackedRows& node, KernelScratch& scratch, const Score& score,
                                   std::span<const Candidate> candidates) {
  for (const Candidate& candidate : candidates)
    *candidate.cut = best_cut_of_many<Rank>(node, *candidate.column, scratch, score);
}

// Nodes of 13 to most_counted rows.
inline constexpr std::uint32_t most_counted = 64;

// Not inlined: its arrays would stand in the way of the others.
template <class Rank, class Number, class Score>
HWY_NOINLINE void best_cuts_of_dozens(const NodeRows<PackedItem>& node, const Score& score,
                                      std::span<const Candidate> candidates) {
  switch ((node.size + 7) / 8) {
    case 2: return best_cuts_by_counting<Rank, Number, 13, 16>(node, score, candidates);
    case 3: return best_cuts_by_counting<Rank, Number, 17, 24>(node, score, candidates);
    case 4: return best_cuts_by_counting<Rank, Number, 25, 32>(node, score, candidates);
    case 5: return best_cuts_by_counting<Rank, Number, 33, 40>(node, score, candidates);
    case 6: return best_cuts_by_counting<Rank, Number, 41, 48>(node, score, candidates);
    default: return best_cuts_by_counting<Rank, Number, 49, most_counted>(node, score, candidates);
  }
}

// Whether 16 bits hold all ranks, and one more number.
UMFI_INLINE bool has_short_ranks(std::span<const Candidate> candidates) {
  std::uint32_t most = 0;
  for (const Candidate& candidate : candidates) most = std::max(most, candidate.column->distinct);
  return most <= 0x7fff;
}

template <class Rank, class Score>
UMFI_INLINE void best_cuts_with(const PackedRows& node, KernelScratch& scratch, const Score& score,
                                std::span<const Candidate> candidates) {
  const NodeRows<PackedItem>& in_bag = node.in_bag;
  if (in_bag.size <= 4) return best_cuts_of_few<Rank, 2, 4>(in_bag, score, candidates);
  if (in_bag.size <= 8) return best_cuts_of_few<Rank, 5, 8>(in_bag, score, candidates);
  if (in_bag.size <= 12) return best_cuts_of_few<Rank, 9, 12>(in_bag, score, candidates);
#if HWY_TARGET != HWY_SCALAR  // there is nothing to gain with one lane
  if (in_bag.size <= most_counted)
    return has_short_ranks(candidates) ? best_cuts_of_dozens<Rank, std::int16_t>(in_bag, score, candidates)
                                       : best_cuts_of_dozens<Rank, std::int32_t>(in_bag, score, candidates);
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
