// The best cut of a feature in a node of up to some dozen rows.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_FEW_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_FEW_ROWS_INL
#undef UMFI_FOREST_FEW_ROWS_INL
#else
#define UMFI_FOREST_FEW_ROWS_INL
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "forest/best_prefix-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

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
UMFI_INLINE void set_ranks(const NodeRows& node, const Rank* ranks, FewRows<Most>& few) {
  constexpr auto lanes = FewRows<Most>::lanes;
  for (std::uint32_t v = 0; v < FewRows<Most>::vectors; ++v)
    hn::StoreU(ranks_of(node.rows + v * lanes, ranks), Ranks{}, few.last + v * lanes);
}

template <std::uint32_t Most>
UMFI_INLINE void add_row(std::int64_t rank, Item item, FewRows<Most>& few) {
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
UMFI_INLINE Item item_of(std::uint32_t k, const NodeRows& node) {
  return k < node.size ? node.items[k] : 0;
}

// A node of Least to Most rows.
template <class Rank, std::uint32_t Least, std::uint32_t Most, class Score>
UMFI_INLINE Cut best_cut_of_few(const NodeRows& node, const FeatureColumn& column, const Score& score) {
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
// of one rank share a place, and the places behind it stay empty. Number is a signed type that holds all ranks.
template <class Number, std::uint32_t Least, std::uint32_t Most>
class CountedPlaces {
 public:
  template <class Rank>
  UMFI_INLINE void set_ranks(const NodeRows& node, const Rank* ranks) {
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

 protected:
  UMFI_INLINE std::uint32_t place_of(std::uint32_t k) const { return static_cast<std::uint32_t>(place_[k]); }

  // The rank of the rows at a place, where there must be some.
  UMFI_INLINE std::uint32_t rank_at(std::uint32_t place) const {
    const Tag r;
    std::uint64_t are_there = 0;
    for (std::uint32_t v = 0; v < vectors; ++v) {
      const auto is_there = hn::Eq(hn::LoadU(r, place_ + v * lanes), hn::Set(r, static_cast<Number>(place)));
      std::uint64_t bits = 0;
      hn::StoreMaskBits(r, is_there, reinterpret_cast<std::uint8_t*>(&bits));
      are_there |= bits << (v * lanes);
    }
    return static_cast<std::uint32_t>(rank_[std::countr_zero(are_there)]);
  }

 private:
  using Tag = hn::CappedTag<Number, 16>;
  static constexpr auto lanes = static_cast<std::uint32_t>(hn::MaxLanes(Tag{}));
  static constexpr std::uint32_t vectors = (Most + lanes - 1) / lanes;
  static constexpr std::uint32_t room = vectors * lanes;
  static_assert(room <= 64);

  Number rank_[room];
  Number place_[room];
};

// Rows in their places. An empty place repeats the sum before it, which never wins.
template <class Number, std::uint32_t Least, std::uint32_t Most>
class CountedRows : public CountedPlaces<Number, Least, Most> {
 public:
  UMFI_INLINE void add_items(const NodeRows& node) {
    const Words w;
    for (std::uint32_t i = 0; i < places; i += words) hn::StoreU(hn::Zero(w), w, sum_ + i);
    HWY_UNROLL(8)
    for (std::uint32_t k = 0; k < Least; ++k) sum_[this->place_of(k)] += node.items[k];
    HWY_UNROLL(8)
    for (std::uint32_t k = Least; k < Most; ++k) sum_[this->place_of(k)] += item_of(k, node);
  }

  // What is behind the last row's place is the node's total, whose score is NaN.
  UMFI_INLINE void sum_up() {
    Item sum = 0;
    HWY_UNROLL(8)
    for (std::uint32_t i = 0; i < places; ++i) {
      sum += sum_[i];
      sum_[i] = sum;
    }
  }

  template <class Score>
  UMFI_INLINE Cut best(const Score& score) const {
    const BestPrefix best = best_prefix(LeftSides{sum_}, Most, score);
    return {.score = best.score, .last_left = this->rank_at(best.place)};
  }

 private:
  static constexpr auto words = static_cast<std::uint32_t>(hn::MaxLanes(Words{}));
  static constexpr std::uint32_t places = (Most / (2 * words) + 1) * 2 * words;

  Item sum_[places];
};

template <std::uint32_t Least, std::uint32_t Most>
using CountedShortRows = CountedRows<std::int16_t, Least, Most>;
template <std::uint32_t Least, std::uint32_t Most>
using CountedLongRows = CountedRows<std::int32_t, Least, Most>;

// Step by step for all candidates together: what one step writes, the next reads only when it has long been written.
template <class Rank, class Rows, class Items, class Score>
UMFI_INLINE void best_cuts_by_counting(const NodeRows& node, const Items& items, const Score& score,
                                       std::span<const Candidate> candidates) {
  Rows counted[most_at_once];
  const std::size_t size = candidates.size();
  for (std::size_t i = 0; i < size; ++i) counted[i].set_ranks(node, candidates[i].column->rank.template data<Rank>());
  for (std::size_t i = 0; i < size; ++i) counted[i].count();
  for (std::size_t i = 0; i < size; ++i) counted[i].add_items(items);
  for (std::size_t i = 0; i < size; ++i) counted[i].sum_up();
  for (std::size_t i = 0; i < size; ++i) *candidates[i].cut = counted[i].best(score);
}

// Nodes of 13 to most_counted rows.
inline constexpr std::uint32_t most_counted = 64;

// Not inlined: its arrays would stand in the way of the others.
template <class Rank, template <std::uint32_t, std::uint32_t> class Rows, class Items, class Score>
HWY_NOINLINE void best_cuts_of_dozens(const NodeRows& node, const Items& items, const Score& score,
                                      std::span<const Candidate> candidates) {
  switch ((node.size + 7) / 8) {
    case 2: return best_cuts_by_counting<Rank, Rows<13, 16>>(node, items, score, candidates);
    case 3: return best_cuts_by_counting<Rank, Rows<17, 24>>(node, items, score, candidates);
    case 4: return best_cuts_by_counting<Rank, Rows<25, 32>>(node, items, score, candidates);
    case 5: return best_cuts_by_counting<Rank, Rows<33, 40>>(node, items, score, candidates);
    case 6: return best_cuts_by_counting<Rank, Rows<41, 48>>(node, items, score, candidates);
    default: return best_cuts_by_counting<Rank, Rows<49, most_counted>>(node, items, score, candidates);
  }
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
