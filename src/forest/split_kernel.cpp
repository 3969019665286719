// This file is compiled once per instruction set: foreach_target.h includes it again and again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "forest/split_kernel.cpp"
// Kernels are fast because everything is inlined into each of them. Under a sanitizer that would be the same
// instrumented code some two hundred times over, and minutes of compiling: there functions stay functions, and one
// vector width above plain x86 is enough, as all are made from this source.
#undef UMFI_INLINE
#undef UMFI_TOO_WIDE
#ifdef UMFI_SANITIZED
#define UMFI_INLINE inline
#define UMFI_TOO_WIDE HWY_AVX3
#else
#define UMFI_INLINE HWY_INLINE
#define UMFI_TOO_WIDE 0
#endif
// Two steps above plain x86 are enough: AVX2 and AVX-512. Arrays of vectors need vectors of fixed size.
#define HWY_DISABLED_TARGETS \
  (UMFI_TOO_WIDE | HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>
#include <cstdint>
#include <limits>

#include "forest/split_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::ScalableTag<std::uint64_t>;
using Doubles = hn::ScalableTag<double>;
using WordVector = hn::Vec<Words>;
using DoubleVector = hn::Vec<Doubles>;
using Ranks = hn::ScalableTag<std::int64_t>;
using RankVector = hn::Vec<Ranks>;

// Exact for words below 2^52: put them into the mantissa of 2^52 and subtract that.
UMFI_INLINE DoubleVector to_double(WordVector words) {
  const Doubles d;
  const auto in_mantissa = hn::Or(words, hn::Set(Words{}, 0x4330000000000000ULL));
  return hn::Sub(hn::BitCast(d, in_mantissa), hn::Set(d, 0x1p52));
}

// A score takes two vectors of left sides at a time, because some scores share work between them.
//
// With n = nl + nr draws and response sums s = sl + sr, the cut lowers the sum of squares by
// (sl n - s nl)² / (n nl nr); the node's n is left out. 0/0 (everything on one side) is NaN and never wins.
class VarianceScore {
 public:
  VarianceScore(PackedItem total, const VarianceLayout& layout)
      : shift_(layout.weight_bits),
        mask_((PackedItem{1} << layout.weight_bits) - 1),
        // As signed numbers: converting unsigned ones takes a branch.
        weight_(static_cast<double>(static_cast<std::int64_t>(total & mask_))),
        sum_(static_cast<double>(static_cast<std::int64_t>(total >> shift_))) {}

  UMFI_INLINE void operator()(WordVector left, WordVector more_left, DoubleVector& scores,
                              DoubleVector& more_scores) const {
    scores = score(left);
    more_scores = score(more_left);
  }

 private:
  UMFI_INLINE DoubleVector score(WordVector left) const {
    const Doubles d;
    const auto left_weight = to_double(hn::And(left, hn::Set(Words{}, mask_)));
    const auto left_sum = to_double(hn::ShiftRightSame(left, shift_));
    const auto all_weight = hn::Set(d, weight_);
    const auto right_weight = hn::Sub(all_weight, left_weight);
    const auto lead = hn::Sub(hn::Mul(left_sum, all_weight), hn::Mul(hn::Set(d, sum_), left_weight));
    return hn::Div(hn::Mul(lead, lead), hn::Mul(left_weight, right_weight));
  }

  int shift_;
  PackedItem mask_;
  double weight_;
  double sum_;
};

// With class weights l_k on the left and r_k on the right: sum l_k² / nl + sum r_k² / nr, over one denominator.
UMFI_INLINE DoubleVector gini_ratio(DoubleVector left_squares, DoubleVector right_squares, DoubleVector left_weight,
                                    double weight) {
  const auto right_weight = hn::Sub(hn::Set(Doubles{}, weight), left_weight);
  const auto crossed = hn::Add(hn::Mul(left_squares, right_weight), hn::Mul(right_squares, left_weight));
  return hn::Div(crossed, hn::Mul(left_weight, right_weight));
}

template <int Classes>
class GiniScore {
 public:
  GiniScore(PackedItem total, const GiniLayout& layout)
      : bits_(layout.field_bits), mask_((PackedItem{1} << bits_) - 1) {
    for (int k = 0; k < Classes; ++k) {
      total_[k] = static_cast<double>(static_cast<std::int64_t>((total >> (k * bits_)) & mask_));
      weight_ += total_[k];
    }
  }

  UMFI_INLINE void operator()(WordVector left, WordVector more_left, DoubleVector& scores,
                              DoubleVector& more_scores) const {
    scores = score(left);
    more_scores = score(more_left);
  }

 private:
  UMFI_INLINE DoubleVector score(WordVector left) const {
    const Doubles d;
    const auto mask = hn::Set(Words{}, mask_);
    auto left_weight = hn::Zero(d);
    auto left_squares = hn::Zero(d);
    auto right_squares = hn::Zero(d);
    for (int k = 0; k < Classes; ++k) {
      const auto l = to_double(hn::And(hn::ShiftRightSame(left, k * bits_), mask));
      const auto r = hn::Sub(hn::Set(d, total_[k]), l);
      left_weight = hn::Add(left_weight, l);
      left_squares = hn::Add(left_squares, hn::Mul(l, l));
      right_squares = hn::Add(right_squares, hn::Mul(r, r));
    }
    return gini_ratio(left_squares, right_squares, left_weight, weight_);
  }

  int bits_;
  PackedItem mask_;
  double total_[Classes];
  double weight_ = 0;
};

#if HWY_TARGET == HWY_SCALAR
template <int Classes>
using SmallGiniScore = GiniScore<Classes>;  // one lane has no halves
#else
// The same for up to four classes in fields of 16 bits and fewer than 4,096 draws: squares then stay below 2^24 and are
// exact as floats, of which a vector holds twice as many.
template <int Classes>
class SmallGiniScore {
 public:
  SmallGiniScore(PackedItem total, const GiniLayout& /*layout*/) {
    for (int k = 0; k < Classes; ++k) {
      total_[k] = static_cast<float>(static_cast<std::int32_t>((total >> (16 * k)) & 0xffff));
      weight_ += static_cast<double>(total_[k]);
    }
  }

  UMFI_INLINE void operator()(WordVector left, WordVector more_left, DoubleVector& scores,
                              DoubleVector& more_scores) const {
    const hn::Repartition<std::int32_t, Words> ints;
    const hn::Repartition<float, Words> floats;
    const auto low = hn::BitCast(ints, left);
    const auto high = hn::BitCast(ints, more_left);
    const auto first_two = hn::ConcatEven(ints, high, low);  // classes 0 and 1 of every left side
    const auto last_two = hn::ConcatOdd(ints, high, low);    // classes 2 and 3
    auto left_weight = hn::Zero(floats);
    auto left_squares = hn::Zero(floats);
    auto right_squares = hn::Zero(floats);
    for (int k = 0; k < Classes; ++k) {
      const auto fields = k < 2 ? first_two : last_two;
      // Fewer than 4,096 draws leave the sign bit clear.
      const auto field = k % 2 == 0 ? hn::And(fields, hn::Set(ints, 0xffff)) : hn::ShiftRight<16>(fields);
      const auto l = hn::ConvertTo(floats, field);
      const auto r = hn::Sub(hn::Set(floats, total_[k]), l);
      left_weight = hn::Add(left_weight, l);
      left_squares = hn::Add(left_squares, hn::Mul(l, l));
      right_squares = hn::Add(right_squares, hn::Mul(r, r));
    }
    scores = gini_ratio(lower(left_squares), lower(right_squares), lower(left_weight), weight_);
    more_scores = gini_ratio(upper(left_squares), upper(right_squares), upper(left_weight), weight_);
  }

 private:
  using Floats = hn::Repartition<float, Words>;
  using FloatVector = hn::Vec<Floats>;
  UMFI_INLINE static DoubleVector lower(FloatVector v) {
    return hn::PromoteTo(Doubles{}, hn::LowerHalf(hn::Half<Floats>{}, v));
  }
  UMFI_INLINE static DoubleVector upper(FloatVector v) {
    return hn::PromoteTo(Doubles{}, hn::UpperHalf(hn::Half<Floats>{}, v));
  }

  float total_[Classes];
  double weight_ = 0;
};

#endif

// Calls visit with the score for the layout.
template <class Visit>
UMFI_INLINE auto with_gini_score(PackedItem total, const GiniLayout& layout, const Visit& visit) {
  if (layout.is_small) {
    switch (layout.classes) {
      case 2: return visit(SmallGiniScore<2>(total, layout));
      case 3: return visit(SmallGiniScore<3>(total, layout));
      default: return visit(SmallGiniScore<4>(total, layout));
    }
  }
  switch (layout.classes) {
    case 2: return visit(GiniScore<2>(total, layout));
    case 3: return visit(GiniScore<3>(total, layout));
    case 4: return visit(GiniScore<4>(total, layout));
    case 5: return visit(GiniScore<5>(total, layout));
    default: return visit(GiniScore<6>(total, layout));
  }
}

// The score of a single left side.
template <class Score>
UMFI_INLINE double score_one(const Score& score, PackedItem left) {
  DoubleVector scores;
  DoubleVector more_scores;
  score(hn::Set(Words{}, left), hn::Set(Words{}, left), scores, more_scores);
  return hn::GetLane(scores);
}

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

inline constexpr std::uint32_t end_of_list = std::numeric_limits<std::uint32_t>::max();

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

KernelCut best_variance_cut(const KernelInput& in, const VarianceLayout& layout, KernelScratch& scratch) {
  return best_cut(in, scratch, VarianceScore(in.total, layout));
}

KernelCut best_gini_cut(const KernelInput& in, const GiniLayout& layout, KernelScratch& scratch) {
  return with_gini_score(in.total, layout, [&](const auto& score) { return best_cut(in, scratch, score); });
}

// Copies the rows' values side by side, infinities behind them, and finds their extremes.
UMFI_INLINE void gather_values(const RandomCutInput& in, double* gathered, double& lowest, double& highest) {
  const Doubles d;
  double low = in.values[in.rows[0]];
  double high = low;
  for (std::uint32_t k = 0, size = in.size; k < size; ++k) {
    const double value = in.values[in.rows[k]];
    gathered[k] = value;
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  hn::StoreU(hn::Set(d, std::numeric_limits<double>::infinity()), d, gathered + in.size);
  lowest = low;
  highest = high;
}

// The sum of the items whose value is at most the threshold; infinities must stand behind the values.
UMFI_INLINE PackedItem sum_up_to(const double* values, double threshold, const PackedItem* items, std::uint32_t size) {
  const Doubles d;
  const Words w;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  auto sums = hn::Zero(w);
  for (std::uint32_t k = 0; k < size; k += lanes) {
    const auto is_left = hn::RebindMask(w, hn::Le(hn::LoadU(d, values + k), hn::Set(d, threshold)));
    sums = hn::Add(sums, hn::IfThenElseZero(is_left, hn::LoadU(w, items + k)));
  }
  return hn::GetLane(hn::SumOfLanes(w, sums));
}

template <class Score>
UMFI_INLINE RandomCut random_cut(const RandomCutInput& in, std::vector<double>& values, const Score& score) {
  RandomCut cut;
  double low = 0;
  double high = 0;
  gather_values(in, values.data(), low, high);
  if (low == high) return cut;
  cut.threshold = random_threshold(low, high, in.random);
  cut.score = score_one(score, sum_up_to(values.data(), cut.threshold, in.items, in.size));
  return cut;
}

RandomCut random_variance_cut(const RandomCutInput& in, const VarianceLayout& layout, std::vector<double>& values) {
  return random_cut(in, values, VarianceScore(in.total, layout));
}

RandomCut random_gini_cut(const RandomCutInput& in, const GiniLayout& layout, std::vector<double>& values) {
  return with_gini_score(in.total, layout, [&](const auto& score) { return random_cut(in, values, score); });
}

double variance_score(PackedItem left, PackedItem total, const VarianceLayout& layout) {
  return score_one(VarianceScore(total, layout), left);
}

double gini_score(PackedItem left, PackedItem total, const GiniLayout& layout) {
  return with_gini_score(total, layout, [&](const auto& score) { return score_one(score, left); });
}

void sort_by_rank(const KernelInput& in, KernelScratch& scratch, std::uint32_t* sorted) {
  // Rows that share a rank hang in a list whose head is in the rank's slot.
  for (std::uint32_t k = 0; k < in.size; ++k) {
    const std::uint32_t rank = in.rank[in.rows[k]];
    const bool is_taken = mark<true>(rank, scratch.marks.data(), scratch.mark_summary.data());
    scratch.next[k] = is_taken ? scratch.slot[rank] : end_of_list;
    scratch.slot[rank] = k;
  }
  for_each_marked_word<true>(in.distinct, scratch, [&](std::uint32_t w) {
    for (std::uint64_t bits = scratch.marks[w]; bits != 0; bits &= bits - 1) {
      const std::uint32_t rank = w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
      for (std::uint32_t k = scratch.slot[rank]; k != end_of_list; k = scratch.next[k]) *sorted++ = k;
    }
    scratch.marks[w] = 0;
  });
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace umfi::forest {

HWY_EXPORT(best_variance_cut);
HWY_EXPORT(best_gini_cut);
HWY_EXPORT(random_variance_cut);
HWY_EXPORT(random_gini_cut);
HWY_EXPORT(variance_score);
HWY_EXPORT(gini_score);
HWY_EXPORT(sort_by_rank);

SplitKernels split_kernels() {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return {.best_variance_cut = &HWY_DYNAMIC_DISPATCH(best_variance_cut),
          .best_gini_cut = &HWY_DYNAMIC_DISPATCH(best_gini_cut),
          .random_variance_cut = &HWY_DYNAMIC_DISPATCH(random_variance_cut),
          .random_gini_cut = &HWY_DYNAMIC_DISPATCH(random_gini_cut),
          .variance_score = &HWY_DYNAMIC_DISPATCH(variance_score),
          .gini_score = &HWY_DYNAMIC_DISPATCH(gini_score),
          .sort_by_rank = &HWY_DYNAMIC_DISPATCH(sort_by_rank)};
}

}  // namespace umfi::forest
#endif
