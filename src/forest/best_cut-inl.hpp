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
#include <limits>

#include "forest/cut_score-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

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
// of no larger rank. All rows are last in parallel, one per lane; no branch depends on the data, and nothing goes
// through memory. Absent rows have the largest rank: as last row they have the whole node on the left (NaN).
template <std::uint32_t Most>
struct FewRows {
  static constexpr auto lanes = static_cast<std::uint32_t>(hn::MaxLanes(Doubles{}));
  static constexpr std::uint32_t vectors = (Most + lanes - 1) / lanes;
  RankVector last[vectors];  // ranks
  WordVector left[vectors];  // sums
};

template <std::uint32_t Most>
UMFI_INLINE void add_up_few(const KernelInput& in, FewRows<Most>& few) {
  const Ranks r;
  const hn::Rebind<std::int32_t, Ranks> narrow;
  constexpr auto lanes = FewRows<Most>::lanes;
  constexpr std::int64_t absent = std::numeric_limits<std::int64_t>::max();
  const auto size = static_cast<std::int64_t>(in.size);
  for (std::uint32_t v = 0; v < FewRows<Most>::vectors; ++v) {
    const auto rows = hn::LoadU(narrow, reinterpret_cast<const std::int32_t*>(in.rows) + v * lanes);
    const auto ranks = hn::PromoteTo(r, hn::GatherIndex(narrow, reinterpret_cast<const std::int32_t*>(in.rank), rows));
    const auto is_present = hn::Lt(hn::Iota(r, static_cast<std::int64_t>(v * lanes)), hn::Set(r, size));
    few.last[v] = hn::IfThenElse(is_present, ranks, hn::Set(r, absent));
    few.left[v] = hn::Zero(Words{});
  }
  HWY_UNROLL(8)
  for (std::uint32_t k = 0; k < Most; ++k) {
    const auto rank = hn::Set(r, k < in.size ? static_cast<std::int64_t>(in.rank[in.rows[k]]) : absent - 1);
    const auto item = hn::Set(Words{}, k < in.size ? in.items[k] : 0);
    for (std::uint32_t v = 0; v < FewRows<Most>::vectors; ++v)
      few.left[v] = hn::Add(few.left[v], hn::IfThenZeroElse(hn::RebindMask(Words{}, hn::Gt(rank, few.last[v])), item));
  }
}

template <class Score>
UMFI_INLINE KernelCut best_of_few(const RankVector* last, const WordVector* left, std::uint32_t vectors,
                                  const Score& score) {
  BestInLanes best;
  for (std::uint32_t v = 0; v < vectors; v += 2) {
    DoubleVector scores;
    DoubleVector more_scores;
    const std::uint32_t next = v + 1 < vectors ? v + 1 : v;  // one vector may hold all rows
    score(left[v], left[next], scores, more_scores);
    best.offer_unordered(scores, rank_as_double(last[v]));
    best.offer_unordered(more_scores, rank_as_double(last[next]));
  }
  KernelCut cut;
  best.winner(cut.score, cut.last_left);
  return cut;
}

template <std::uint32_t Most, class Score>
UMFI_INLINE KernelCut best_cut_of_few(const KernelInput& in, const Score& score) {
  FewRows<Most> few;
  add_up_few(in, few);
  return best_of_few(few.last, few.left, FewRows<Most>::vectors, score);
}

// Larger nodes: marks the row's rank in a bitmap; walking its bits in order needs no comparison sort. Returns whether
// the rank was marked before.
template <bool HasSummary>
UMFI_INLINE bool mark(std::uint32_t rank, std::uint64_t* marks, std::uint64_t* summary) {
  const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
  const std::uint64_t word = marks[rank / 64];
  marks[rank / 64] = word | bit;
  if constexpr (HasSummary) summary[rank / 4096] |= std::uint64_t{1} << (rank / 64 % 64);
  return (word & bit) != 0;
}

// Calls visit(word) for every word with marks, ascending.
template <bool HasSummary, class Visit>
UMFI_INLINE void for_each_marked_word(std::uint32_t distinct, KernelScratch& scratch, const Visit& visit) {
  if constexpr (HasSummary) {
    for (std::uint32_t s = 0; s <= (distinct - 1) / 4096; ++s) {
      for (std::uint64_t words = scratch.mark_summary[s]; words != 0; words &= words - 1)
        visit(s * 64 + static_cast<std::uint32_t>(std::countr_zero(words)));
      scratch.mark_summary[s] = 0;
    }
  } else {
    for (std::uint32_t w = 0; w <= (distinct - 1) / 64; ++w) visit(w);
  }
}

// Adds each row's item to its rank's bin, then lists the ranks that occur, ascending, in group_rank and the sums up to
// each of them in prefix, and clears marks and bins; returns how many ranks there are.
template <bool HasSummary>
UMFI_INLINE std::uint32_t prefixes_of_many(const KernelInput& in, KernelScratch& scratch) {
  PackedItem* const bin = scratch.bin.data();
  std::uint64_t* const marks = scratch.marks.data();
  std::uint64_t* const summary = scratch.mark_summary.data();
  const std::uint32_t* const ranks = in.rank;
  const std::uint32_t* const rows = in.rows;
  const PackedItem* const items = in.items;
  for (std::uint32_t k = 0, size = in.size; k < size; ++k) {
    const std::uint32_t rank = ranks[rows[k]];
    bin[rank] += items[k];
    mark<HasSummary>(rank, marks, summary);
  }
  PackedItem* prefix = scratch.prefix.data();
  std::uint32_t* group_rank = scratch.group_rank.data();
  PackedItem sum = 0;
  std::uint32_t groups = 0;
  for_each_marked_word<HasSummary>(in.distinct, scratch, [&](std::uint32_t w) {
    std::uint64_t bits = marks[w];
    marks[w] = 0;
    const auto count = static_cast<std::uint32_t>(std::popcount(bits));
    // Four at a time, there or not: cheaper than a loop whose length cannot be predicted. When no bit is left, the
    // word's last bin is visited again: it is empty by then, so the sum stays, and the entry is overwritten.
    for (std::uint32_t done = 0; done < count; done += 4)
      for (std::uint32_t j = 0; j < 4; ++j) {
        const std::uint32_t rank = w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits | std::uint64_t{1} << 63));
        bits &= bits - 1;
        sum += bin[rank];
        bin[rank] = 0;
        prefix[groups + done + j] = sum;
        group_rank[groups + done + j] = rank;
      }
    groups += count;
  });
  return groups;
}

// With few words it is quicker to look at all of them than to keep a summary.
inline constexpr std::uint32_t few_words = 64;

template <class Score>
UMFI_INLINE KernelCut best_cut_of_many(const KernelInput& in, KernelScratch& scratch, const Score& score) {
  const std::uint32_t groups =
      in.distinct <= 64 * few_words ? prefixes_of_many<false>(in, scratch) : prefixes_of_many<true>(in, scratch);
  for (std::uint32_t i = 0; i < 2 * hn::MaxLanes(Doubles{}); ++i) scratch.prefix[groups + i] = in.total;  // score NaN
  return best_prefix(scratch.prefix.data(), scratch.group_rank.data(), groups, score);
}

template <class Score>
UMFI_INLINE KernelCut best_cut(const KernelInput& in, KernelScratch& scratch, const Score& score) {
  switch ((in.size + 3) / 4) {
    case 1: return best_cut_of_few<4>(in, score);
    case 2: return best_cut_of_few<8>(in, score);
    case 3: return best_cut_of_few<12>(in, score);
    case 4: return best_cut_of_few<16>(in, score);
    case 5: return best_cut_of_few<20>(in, score);
    case 6: return best_cut_of_few<24>(in, score);
    default: return best_cut_of_many(in, scratch, score);
  }
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
