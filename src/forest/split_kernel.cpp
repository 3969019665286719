// This file is compiled once per instruction set: foreach_target.h includes it again and again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "forest/split_kernel.cpp"
// Three steps of x86 are enough: baseline, AVX2 and AVX-512.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
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

// Exact for words below 2^52: put them into the mantissa of 2^52 and subtract that.
HWY_INLINE DoubleVector to_double(WordVector words) {
  const Doubles d;
  const auto in_mantissa = hn::Or(words, hn::Set(Words{}, 0x4330000000000000ULL));
  return hn::Sub(hn::BitCast(d, in_mantissa), hn::Set(d, 0x1p52));
}

// With n = nl + nr draws and response sums s = sl + sr, the cut lowers the sum of squares by
// (sl n - s nl)² / (n nl nr); the node's n is left out. 0/0 (everything on one side) is NaN and never wins.
class VarianceScore {
 public:
  VarianceScore(PackedItem total, const VarianceLayout& layout)
      : shift_(layout.weight_bits),
        mask_((PackedItem{1} << layout.weight_bits) - 1),
        weight_(static_cast<double>(total & mask_)),
        sum_(static_cast<double>(total >> shift_)) {}

  HWY_INLINE DoubleVector operator()(WordVector left) const {
    const Doubles d;
    const auto left_weight = to_double(hn::And(left, hn::Set(Words{}, mask_)));
    const auto left_sum = to_double(hn::ShiftRightSame(left, shift_));
    const auto all_weight = hn::Set(d, weight_);
    const auto right_weight = hn::Sub(all_weight, left_weight);
    const auto lead = hn::Sub(hn::Mul(left_sum, all_weight), hn::Mul(hn::Set(d, sum_), left_weight));
    return hn::Div(hn::Mul(lead, lead), hn::Mul(left_weight, right_weight));
  }

 private:
  int shift_;
  PackedItem mask_;
  double weight_;
  double sum_;
};

// With class weights l_k on the left and r_k on the right: sum l_k² / nl + sum r_k² / nr, over one denominator.
template <int Classes>
class GiniScore {
 public:
  GiniScore(PackedItem total, const GiniLayout& layout)
      : bits_(layout.field_bits), mask_((PackedItem{1} << bits_) - 1) {
    for (int k = 0; k < Classes; ++k) {
      total_[k] = static_cast<double>((total >> (k * bits_)) & mask_);
      weight_ += total_[k];
    }
  }

  HWY_INLINE DoubleVector operator()(WordVector left) const {
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
    const auto right_weight = hn::Sub(hn::Set(d, weight_), left_weight);
    const auto crossed = hn::Add(hn::Mul(left_squares, right_weight), hn::Mul(right_squares, left_weight));
    return hn::Div(crossed, hn::Mul(left_weight, right_weight));
  }

 private:
  int bits_;
  PackedItem mask_;
  double total_[Classes];
  double weight_ = 0;
};

// Calls visit with the score for the layout's number of classes.
template <class Visit>
HWY_INLINE auto with_gini_score(PackedItem total, const GiniLayout& layout, const Visit& visit) {
  switch (layout.classes) {
    case 2: return visit(GiniScore<2>(total, layout));
    case 3: return visit(GiniScore<3>(total, layout));
    case 4: return visit(GiniScore<4>(total, layout));
    case 5: return visit(GiniScore<5>(total, layout));
    default: return visit(GiniScore<6>(total, layout));
  }
}

struct Best {
  double score;
  std::uint32_t place;
};

// The first of the largest scores over prefix[0, count), count rounded up to whole vectors.
template <class Score>
HWY_INLINE Best best_prefix(const PackedItem* prefix, std::uint32_t count, const Score& score) {
  const Doubles d;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  auto best = hn::Set(d, -1.0);
  auto best_place = hn::Zero(d);
  auto place = hn::Iota(d, 0.0);
  for (std::uint32_t i = 0; i < count; i += lanes) {
    const auto scores = score(hn::LoadU(Words{}, prefix + i));
    const auto better = hn::Gt(scores, best);
    best = hn::IfThenElse(better, scores, best);
    best_place = hn::IfThenElse(better, place, best_place);
    place = hn::Add(place, hn::Set(d, static_cast<double>(lanes)));
  }
  const auto largest = hn::MaxOfLanes(d, best);
  const auto candidates = hn::IfThenElse(hn::Eq(best, largest), best_place, hn::Set(d, 0x1p52));
  return {hn::GetLane(largest), static_cast<std::uint32_t>(hn::GetLane(hn::MinOfLanes(d, candidates)))};
}

inline constexpr std::uint32_t end_of_list = std::numeric_limits<std::uint32_t>::max();

// Small nodes: a row's place is the number of smaller ranks, counted for all rows at once; rows of one rank share a
// place and leave the ones behind it empty, where the score repeats and so does not win. Every loop runs over Most
// rows, present or not, so that no branch depends on the data.
template <std::uint32_t Most>
class FewRows {
 public:
  explicit HWY_INLINE FewRows(const KernelInput& in) {
    for (std::uint32_t k = 0; k < Most; ++k) rank_[k] = static_cast<std::int32_t>(in.rank[in.rows[k]]);
    const Ranks d;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    const auto size = hn::Set(d, static_cast<std::int32_t>(in.size));
    for (std::uint32_t k = 0; k < Most; k += lanes) {
      const auto is_present = hn::Lt(hn::Iota(d, static_cast<std::int32_t>(k)), size);
      hn::Store(hn::IfThenElse(is_present, hn::Load(d, rank_ + k), hn::Set(d, absent)), d, rank_ + k);
    }
    for (std::uint32_t k = 0; k < Most; k += lanes) {
      const auto mine = hn::Load(d, rank_ + k);
      auto count = hn::Zero(d);
      for (std::uint32_t other = 0; other < Most; ++other)
        count = hn::Sub(count, hn::VecFromMask(d, hn::Lt(hn::Set(d, rank_[other]), mine)));
      hn::Store(count, d, place_ + k);
    }
  }

  template <class Score>
  HWY_INLINE KernelCut best_cut(const KernelInput& in, const Score& score) const {
    HWY_ALIGN PackedItem item[Most];
    HWY_ALIGN PackedItem prefix[Most + 8];  // absent rows have place in.size <= Most
    const Words w;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(w));
    prefix[Most] = 0;
    for (std::uint32_t k = 0; k < Most; k += lanes) {
      hn::Store(hn::Zero(w), w, prefix + k);
      const auto is_present = hn::Lt(hn::BitCast(hn::RebindToSigned<Words>{}, hn::Iota(w, k)),
                                     hn::Set(hn::RebindToSigned<Words>{}, in.size));
      hn::Store(hn::IfThenElseZero(hn::RebindMask(w, is_present), hn::LoadU(w, in.items + k)), w, item + k);
    }
    for (std::uint32_t k = 0; k < Most; ++k) prefix[static_cast<std::uint32_t>(place_[k])] += item[k];
    PackedItem sum = 0;
    for (std::uint32_t i = 0; i < Most; ++i) prefix[i] = sum += prefix[i];
    const Best best = best_prefix(prefix, Most, score);
    return {best.score, rank_at(best.place)};
  }

 private:
  using Ranks = hn::CappedTag<std::int32_t, Most>;
  static constexpr std::int32_t absent = std::numeric_limits<std::int32_t>::max();

  HWY_INLINE std::uint32_t rank_at(std::uint32_t place) const {
    const Ranks d;
    auto found = hn::Zero(d);
    for (std::uint32_t k = 0; k < Most; k += static_cast<std::uint32_t>(hn::Lanes(d))) {
      const auto is_there = hn::Eq(hn::Load(d, place_ + k), hn::Set(d, static_cast<std::int32_t>(place)));
      found = hn::Or(found, hn::IfThenElseZero(is_there, hn::Load(d, rank_ + k)));  // equal wherever present
    }
    return static_cast<std::uint32_t>(hn::GetLane(hn::MaxOfLanes(d, found)));
  }

  HWY_ALIGN std::int32_t rank_[Most];
  HWY_ALIGN std::int32_t place_[Most];
};

// Larger nodes: marks the row's rank in a bitmap; walking its bits in order needs no comparison sort. Returns whether
// the rank was marked before.
template <bool HasSummary>
HWY_INLINE bool mark(std::uint32_t rank, std::uint64_t* marks, std::uint64_t* summary) {
  const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
  const std::uint64_t word = marks[rank / 64];
  marks[rank / 64] = word | bit;
  if constexpr (HasSummary) summary[rank / 4096] |= std::uint64_t{1} << (rank / 64 % 64);
  return (word & bit) != 0;
}

// Appends the marked ranks of one word to group_rank and clears it. Writes eight at a time, wanted or not: that
// is cheaper than a loop whose length cannot be predicted.
HWY_INLINE std::uint32_t list_word(KernelScratch& scratch, std::uint32_t w, std::uint32_t groups) {
  std::uint64_t bits = scratch.marks[w];
  scratch.marks[w] = 0;
  const auto count = static_cast<std::uint32_t>(std::popcount(bits));
  std::uint32_t* out = scratch.group_rank.data() + groups;
  const std::uint32_t base = w * 64;
  for (std::uint32_t i = 0; i < count; i += 8, out += 8)
    for (std::uint32_t j = 0; j < 8; ++j) {
      // With the top bit set the count is defined even when no bit is left.
      out[j] = base + static_cast<std::uint32_t>(std::countr_zero(bits | std::uint64_t{1} << 63));
      bits &= bits - 1;
    }
  return groups + count;
}

template <bool HasSummary>
HWY_INLINE std::uint32_t list_marked(const KernelInput& in, KernelScratch& scratch) {
  std::uint32_t groups = 0;
  if constexpr (HasSummary) {
    for (std::uint32_t s = 0; s <= (in.distinct - 1) / 4096; ++s) {
      for (std::uint64_t words = scratch.mark_summary[s]; words != 0; words &= words - 1)
        groups = list_word(scratch, s * 64 + static_cast<std::uint32_t>(std::countr_zero(words)), groups);
      scratch.mark_summary[s] = 0;
    }
  } else {
    for (std::uint32_t w = 0; w <= (in.distinct - 1) / 64; ++w) groups = list_word(scratch, w, groups);
  }
  return groups;
}

// Adds each row's item to its rank's bin, then lists the ranks that occur, ascending, in group_rank and the sums up to
// each of them in prefix; returns how many there are.
template <bool HasSummary>
HWY_INLINE std::uint32_t prefixes_of_many(const KernelInput& in, KernelScratch& scratch) {
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
  const std::uint32_t groups = list_marked<HasSummary>(in, scratch);
  PackedItem* const prefix = scratch.prefix.data();
  const std::uint32_t* const group_rank = scratch.group_rank.data();
  PackedItem sum = 0;
  for (std::uint32_t g = 0; g < groups; ++g) {
    PackedItem& sums = bin[group_rank[g]];
    sum += sums;
    sums = 0;
    prefix[g] = sum;
  }
  return groups;
}

// With few words it is quicker to look at all of them than to keep a summary.
inline constexpr std::uint32_t few_words = 64;

template <class Score>
HWY_INLINE KernelCut best_cut(const KernelInput& in, KernelScratch& scratch, const Score& score) {
  if (in.size <= 8) return FewRows<8>(in).best_cut(in, score);
  if (in.size <= 16) return FewRows<16>(in).best_cut(in, score);
  if (in.size <= 32) return FewRows<32>(in).best_cut(in, score);
  const std::uint32_t groups =
      in.distinct <= 64 * few_words ? prefixes_of_many<false>(in, scratch) : prefixes_of_many<true>(in, scratch);
  for (std::uint32_t i = 0; i < hn::MaxLanes(Doubles{}); ++i) scratch.prefix[groups + i] = in.total;  // score NaN
  const Best best = best_prefix(scratch.prefix.data(), groups, score);
  return {best.score, scratch.group_rank[best.place]};
}

KernelCut best_variance_cut(const KernelInput& in, const VarianceLayout& layout, KernelScratch& scratch) {
  return best_cut(in, scratch, VarianceScore(in.total, layout));
}

KernelCut best_gini_cut(const KernelInput& in, const GiniLayout& layout, KernelScratch& scratch) {
  return with_gini_score(in.total, layout, [&](const auto& score) { return best_cut(in, scratch, score); });
}

double variance_score(PackedItem left, PackedItem total, const VarianceLayout& layout) {
  return hn::GetLane(VarianceScore(total, layout)(hn::Set(Words{}, left)));
}

double gini_score(PackedItem left, PackedItem total, const GiniLayout& layout) {
  return with_gini_score(total, layout, [&](const auto& score) { return hn::GetLane(score(hn::Set(Words{}, left))); });
}

void sort_by_rank(const KernelInput& in, KernelScratch& scratch, std::uint32_t* sorted) {
  // Rows that share a rank hang in a list whose head is in the rank's slot.
  for (std::uint32_t k = 0; k < in.size; ++k) {
    const std::uint32_t rank = in.rank[in.rows[k]];
    const bool is_taken = mark<true>(rank, scratch.marks.data(), scratch.mark_summary.data());
    scratch.next[k] = is_taken ? scratch.slot[rank] : end_of_list;
    scratch.slot[rank] = k;
  }
  const std::uint32_t groups = list_marked<true>(in, scratch);
  for (std::uint32_t g = 0; g < groups; ++g)
    for (std::uint32_t k = scratch.slot[scratch.group_rank[g]]; k != end_of_list; k = scratch.next[k]) *sorted++ = k;
}

PackedItem sum_up_to(const double* values, double threshold, const PackedItem* items, std::size_t size) {
  const Doubles d;
  const Words w;
  const std::size_t lanes = hn::Lanes(d);
  auto sums = hn::Zero(w);
  std::size_t k = 0;
  for (; k + lanes <= size; k += lanes) {
    const auto is_left = hn::RebindMask(w, hn::Le(hn::LoadU(d, values + k), hn::Set(d, threshold)));
    sums = hn::Add(sums, hn::IfThenElseZero(is_left, hn::LoadU(w, items + k)));
  }
  PackedItem sum = hn::GetLane(hn::SumOfLanes(w, sums));
  for (; k < size; ++k) sum += values[k] <= threshold ? items[k] : 0;
  return sum;
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace umfi::forest {

HWY_EXPORT(best_variance_cut);
HWY_EXPORT(best_gini_cut);
HWY_EXPORT(variance_score);
HWY_EXPORT(gini_score);
HWY_EXPORT(sort_by_rank);
HWY_EXPORT(sum_up_to);

KernelCut best_variance_cut(const KernelInput& input, const VarianceLayout& layout, KernelScratch& scratch) {
  return HWY_DYNAMIC_DISPATCH(best_variance_cut)(input, layout, scratch);
}
KernelCut best_gini_cut(const KernelInput& input, const GiniLayout& layout, KernelScratch& scratch) {
  return HWY_DYNAMIC_DISPATCH(best_gini_cut)(input, layout, scratch);
}
double variance_score(PackedItem left, PackedItem total, const VarianceLayout& layout) {
  return HWY_DYNAMIC_DISPATCH(variance_score)(left, total, layout);
}
double gini_score(PackedItem left, PackedItem total, const GiniLayout& layout) {
  return HWY_DYNAMIC_DISPATCH(gini_score)(left, total, layout);
}
void sort_by_rank(const KernelInput& input, KernelScratch& scratch, std::vector<std::uint32_t>& sorted) {
  sorted.resize(input.size);
  HWY_DYNAMIC_DISPATCH(sort_by_rank)(input, scratch, sorted.data());
}
PackedItem sum_up_to(const double* values, double threshold, const PackedItem* items, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(sum_up_to)(values, threshold, items, size);
}

}  // namespace umfi::forest
#endif
