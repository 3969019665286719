// The best of all cuts of one feature in one node.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_BEST_CUT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_BEST_CUT_INL
#undef UMFI_FOREST_BEST_CUT_INL
#else
#define UMFI_FOREST_BEST_CUT_INL
#endif

#include <bit>
#include <cstdint>

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

// The leftmost best of prefix[0, count), count rounded up to two whole vectors.
template <class Score>
UMFI_INLINE KernelCut best_prefix(const PackedItem* prefix, const std::uint32_t* rank, std::uint32_t count,
                                  const Score& score) {
  const Doubles d;
  const Words w;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  const auto step = hn::Set(d, static_cast<double>(lanes));
  BestInLanes best;
  auto place = hn::Iota(d, 0.0);
  for (std::uint32_t i = 0; i < count; i += 2 * lanes) {
    DoubleVector scores;
    DoubleVector more_scores;
    score(hn::LoadU(w, prefix + i), hn::LoadU(w, prefix + i + lanes), scores, more_scores);
    best.offer(scores, place);
    place = hn::Add(place, step);
    best.offer(more_scores, place);
    place = hn::Add(place, step);
  }
  KernelCut cut;
  std::uint32_t winner = 0;
  best.winner(cut.score, winner);
  cut.last_left = rank[winner];
  return cut;
}

UMFI_INLINE DoubleVector rank_as_double(RankVector ranks) {
  return to_double(hn::And(hn::BitCast(Words{}, ranks), hn::Set(Words{}, 0xffffffffU)));
}

// Small nodes need no sorting: with each row in turn as the last on the left, the left side is the sum over all rows
// of no larger rank. All rows are last in parallel, one per lane, and no branch depends on the data. Lanes behind the
// node's rows hold ranks of other rows: a left side up to one of them is a left side of the node too, with a larger
// rank, so they change nothing.
template <std::uint32_t Most>
struct FewRows {
  static constexpr auto lanes = static_cast<std::uint32_t>(hn::MaxLanes(Doubles{}));
  static constexpr std::uint32_t vectors = (Most + lanes - 1) / lanes;
  std::int64_t last[vectors * lanes];  // ranks
  WordVector left[vectors];            // sums

  UMFI_INLINE RankVector last_of(std::uint32_t vector) const { return hn::LoadU(Ranks{}, last + vector * lanes); }
};

template <std::uint32_t Most>
UMFI_INLINE void gather_ranks(const KernelInput& in, FewRows<Most>& few) {
  const Ranks r;
  const hn::Rebind<std::int32_t, Ranks> narrow;
  constexpr auto lanes = FewRows<Most>::lanes;
  for (std::uint32_t v = 0; v < FewRows<Most>::vectors; ++v) {
    const auto rows = hn::LoadU(narrow, reinterpret_cast<const std::int32_t*>(in.rows) + v * lanes);
    const auto ranks = hn::GatherIndex(narrow, reinterpret_cast<const std::int32_t*>(in.rank), rows);
    hn::StoreU(hn::PromoteTo(r, ranks), r, few.last + v * lanes);
  }
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
UMFI_INLINE KernelCut best_of_few(const FewRows<Most>& few, const Score& score) {
  BestInLanes best;
  for (std::uint32_t v = 0; v < FewRows<Most>::vectors; v += 2) {
    DoubleVector scores;
    DoubleVector more_scores;
    const std::uint32_t next = v + 1 < FewRows<Most>::vectors ? v + 1 : v;  // one vector may hold all rows
    score(few.left[v], few.left[next], scores, more_scores);
    best.offer_unordered(scores, rank_as_double(few.last_of(v)));
    if (next != v) best.offer_unordered(more_scores, rank_as_double(few.last_of(next)));
  }
  KernelCut cut;
  best.winner(cut.score, cut.last_left);
  return cut;
}

// A node of Least to Most rows.
template <std::uint32_t Least, std::uint32_t Most, class Score>
UMFI_INLINE KernelCut best_cut_of_few(const KernelInput& in, const Score& score) {
  FewRows<Most> few;
  gather_ranks(in, few);
  for (WordVector& left : few.left) left = hn::Zero(Words{});
  HWY_UNROLL(4)
  for (std::uint32_t k = 0; k < Least; ++k) add_row(few.last[k], in.items[k], few);
  HWY_UNROLL(4)
  for (std::uint32_t k = Least; k < Most; ++k) add_row(few.last[k], k < in.size ? in.items[k] : 0, few);
  return best_of_few(few, score);
}

// Larger nodes: marks the row's rank in a bitmap; its bits are the ranks in order, without a comparison sort. Returns
// whether the rank was marked before.
template <bool HasSummary>
UMFI_INLINE bool mark(std::uint32_t rank, std::uint64_t* marks, std::uint64_t* summary) {
  const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
  const std::uint64_t word = marks[rank / 64];
  marks[rank / 64] = word | bit;
  if constexpr (HasSummary) summary[rank / 4096] |= std::uint64_t{1} << (rank / 64 % 64);
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

// Lists the marked ranks, ascending, and clears the marks; returns how many there are. All bytes of marks are looked
// at, eight ranks each, there or not: no branch depends on the data. For many marks.
UMFI_INLINE std::uint32_t list_marked(std::uint32_t distinct, std::uint64_t* marks, std::uint32_t* ranks) {
  const hn::CappedTag<std::uint32_t, 8> r;
  const hn::Rebind<std::uint8_t, decltype(r)> bytes;
  const auto lanes = hn::Lanes(r);
  std::uint32_t* next = ranks;
  auto first = hn::Zero(r);
  for (std::uint32_t w = 0; w <= (distinct - 1) / 64; ++w) {
    std::uint64_t bits = marks[w];
    marks[w] = 0;
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
  return static_cast<std::uint32_t>(next - ranks);
}

template <bool HasSummary>
UMFI_INLINE void fill_bins(const KernelInput& in, KernelScratch& scratch) {
  PackedItem* const bin = scratch.bin.data();
  std::uint64_t* const marks = scratch.marks.data();
  std::uint64_t* const summary = scratch.mark_summary.data();
  const std::uint32_t* const ranks = in.rank;
  const std::uint32_t* const rows = in.rows;
  const PackedItem* const items = in.items;
  for (std::size_t k = 0, size = in.size; k < size; ++k) {
    const std::uint32_t rank = ranks[rows[k]];
    bin[rank] += items[k];
    mark<HasSummary>(rank, marks, summary);
  }
}

// Adds each row's item to its rank's bin, then lists the ranks that occur, ascending, in group_rank and the sums up to
// each of them in prefix, and clears marks and bins; returns how many ranks there are.
UMFI_INLINE std::uint32_t prefixes_of_dense(const KernelInput& in, KernelScratch& scratch) {
  fill_bins<false>(in, scratch);
  PackedItem* const bin = scratch.bin.data();
  PackedItem* const prefix = scratch.prefix.data();
  std::uint32_t* const group_rank = scratch.group_rank.data();
  const std::uint32_t groups = list_marked(in.distinct, scratch.marks.data(), group_rank);
  PackedItem sum = 0;
  // Four at a time. What is listed behind the last rank is some rank, and all bins are empty by then.
  for (std::size_t i = 0; i < groups; i += 4)
    for (std::size_t j = 0; j < 4; ++j) {
      PackedItem& item = bin[group_rank[i + j]];
      sum += item;
      item = 0;
      prefix[i + j] = sum;
    }
  return groups;
}

UMFI_INLINE std::uint32_t prefixes_of_sparse(const KernelInput& in, KernelScratch& scratch) {
  fill_bins<true>(in, scratch);
  PackedItem sum = 0;
  std::uint32_t groups = 0;
  for_each_marked(in.distinct, scratch, [&](std::uint32_t rank) {
    sum += scratch.bin[rank];
    scratch.bin[rank] = 0;
    scratch.prefix[groups] = sum;
    scratch.group_rank[groups++] = rank;
  });
  return groups;
}

template <class Score>
UMFI_INLINE KernelCut best_cut_of_many(const KernelInput& in, KernelScratch& scratch, const Score& score) {
  scratch.reserve(in.size);
  const bool is_dense = in.distinct / 32 <= in.size;
  const std::uint32_t groups = is_dense ? prefixes_of_dense(in, scratch) : prefixes_of_sparse(in, scratch);
  for (std::uint32_t i = 0; i < 2 * hn::MaxLanes(Doubles{}); ++i) scratch.prefix[groups + i] = in.total;  // score NaN
  return best_prefix(scratch.prefix.data(), scratch.group_rank.data(), groups, score);
}

template <class Score>
UMFI_INLINE KernelCut best_cut(const KernelInput& in, KernelScratch& scratch, const Score& score) {
  switch ((in.size + 3) / 4) {
    case 1: return best_cut_of_few<2, 4>(in, score);
    case 2: return best_cut_of_few<5, 8>(in, score);
    case 3: return best_cut_of_few<9, 12>(in, score);
    case 4: return best_cut_of_few<13, 16>(in, score);
    case 5: return best_cut_of_few<17, 20>(in, score);
    case 6: return best_cut_of_few<21, 24>(in, score);
    case 7:
    case 8: return best_cut_of_few<25, 32>(in, score);
    default: return best_cut_of_many(in, scratch, score);
  }
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
