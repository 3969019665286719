// Scores of many cuts at a time: what a left side is worth against its node.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_CUT_SCORE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_CUT_SCORE_INL
#undef UMFI_FOREST_CUT_SCORE_INL
#else
#define UMFI_FOREST_CUT_SCORE_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "forest/split_kernel.hpp"

// Kernels are fast because everything is inlined into each of them. Under a sanitizer that would be the same
// instrumented code some two hundred times over, and minutes of compiling: there functions stay functions.
#undef UMFI_INLINE
#ifdef UMFI_SANITIZED
#define UMFI_INLINE inline
#else
#define UMFI_INLINE HWY_INLINE
#endif

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

// What a table holds at some indices, as many as D has lanes. Read one by one: a gathering instruction takes longer.
template <class D, class Index>
UMFI_INLINE hn::Vec<D> look_up(D d, const Index* indices, const hn::TFromD<D>* table) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(d, table[indices[0]]);
#else
  if constexpr (hn::MaxLanes(D{}) == 2) {
    return hn::InsertLane(hn::Set(d, table[indices[0]]), 1, table[indices[1]]);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, look_up(half, indices + hn::MaxLanes(half), table), look_up(half, indices, table));
  }
#endif
}

// A score takes two vectors of left sides at a time, because some scores share work between them. These do not.
template <class Score>
class OneByOne {
 public:
  static constexpr bool has_narrow_ranks = false;  // it is not known
  UMFI_INLINE void operator()(WordVector left, WordVector more_left, DoubleVector& scores,
                              DoubleVector& more_scores) const {
    scores = static_cast<const Score&>(*this).score(left);
    more_scores = static_cast<const Score&>(*this).score(more_left);
  }
};

// With n = nl + nr draws and response sums s = sl + sr, the cut lowers the sum of squares by
// (sl n - s nl)² / (n nl nr); the node's n is left out. 0/0 (everything on one side) is NaN and never wins.
class VarianceScore : public OneByOne<VarianceScore> {
 public:
  VarianceScore(Item total, const VarianceLayout& layout)
      : shift_(layout.weight_bits),
        mask_((Item{1} << layout.weight_bits) - 1),
        // As signed numbers: converting unsigned ones takes a branch.
        weight_(static_cast<double>(static_cast<std::int64_t>(total & mask_))),
        sum_(static_cast<double>(static_cast<std::int64_t>(total >> shift_))) {}

  UMFI_INLINE DoubleVector score(WordVector left) const {
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
  Item mask_;
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
class GiniScore : public OneByOne<GiniScore<Classes>> {
 public:
  GiniScore(Item total, const GiniLayout& layout) : bits_(layout.field_bits), mask_((Item{1} << bits_) - 1) {
    for (int k = 0; k < Classes; ++k) {
      total_[k] = static_cast<double>(static_cast<std::int64_t>((total >> (k * bits_)) & mask_));
      weight_ += total_[k];
    }
  }

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

 private:
  int bits_;
  Item mask_;
  double total_[Classes];
  double weight_ = 0;
};

#if HWY_TARGET == HWY_SCALAR
template <int Classes>
using SmallGiniScore = GiniScore<Classes>;  // one lane has no halves
#else
// The same for up to four classes in fields of 16 bits and fewer than 4,096 draws: all classes are multiplied at once,
// as whole numbers.
template <int Classes>
class SmallGiniScore : public OneByOne<SmallGiniScore<Classes>> {
 public:
  static constexpr bool has_narrow_ranks = true;
  SmallGiniScore(Item total, const GiniLayout& /*layout*/) : twice_total_(2 * total) {
    for (int k = 0; k < Classes; ++k) {
      const auto weight = static_cast<std::uint32_t>(total >> (16 * k) & 0xffff);
      weight_ += weight;
      squares_ += weight * weight;
    }
  }

  // With class weights l_k on the left and t_k in the node, the right side's squares are the node's
  // - 2 sum t_k l_k + sum l_k².
  UMFI_INLINE DoubleVector score(WordVector left) const {
    const Halves h;
    const auto squares = products_of_pairs(left, left);
    const auto crossed = products_of_pairs(left, hn::Set(Words{}, twice_total_));
    const auto left_weight = sum_of_halves(products_of_pairs(left, hn::Set(Words{}, 0x0001000100010001ULL)));
    const auto right_weight = hn::Sub(hn::Set(h, weight_), left_weight);
    const auto left_squares = sum_of_halves(squares);
    const auto right_squares = hn::Add(sum_of_halves(hn::Sub(squares, crossed)), hn::Set(h, squares_));
    const auto sum = hn::Add(hn::MulEven(left_squares, right_weight), hn::MulEven(right_squares, left_weight));
    return hn::Div(to_double(sum), to_double(hn::MulEven(left_weight, right_weight)));
  }

 private:
  using Halves = hn::Repartition<std::uint32_t, Words>;
  using HalfVector = hn::Vec<Halves>;

  // Of neighbouring fields, all below 2^15: the sum of their products.
  UMFI_INLINE static HalfVector products_of_pairs(WordVector a, WordVector b) {
#if HWY_ARCH_X86
    const hn::Repartition<std::int16_t, Words> fields;
    const hn::Repartition<std::int32_t, Words> pairs;
    auto unused = hn::Zero(pairs);
    return hn::BitCast(Halves{}, hn::ReorderWidenMulAccumulate(pairs, hn::BitCast(fields, a), hn::BitCast(fields, b),
                                                               hn::Zero(pairs), unused));
#else
    const Halves h;
    const auto low = hn::Set(h, 0xffff);
    const auto even = hn::Mul(hn::And(hn::BitCast(h, a), low), hn::And(hn::BitCast(h, b), low));
    return hn::Add(even, hn::Mul(hn::ShiftRight<16>(hn::BitCast(h, a)), hn::ShiftRight<16>(hn::BitCast(h, b))));
#endif
  }
  // In every word's lower half; what is in its upper half means nothing.
  UMFI_INLINE static HalfVector sum_of_halves(HalfVector v) {
    if constexpr (Classes == 2) return v;  // the upper half's fields are empty
    const Halves h;
    return hn::Add(v, hn::BitCast(h, hn::ShiftRight<32>(hn::BitCast(Words{}, v))));
  }

  Item twice_total_;
  std::uint32_t weight_ = 0;
  std::uint32_t squares_ = 0;
};
#endif

// Calls visit with the score for the layout.
template <class Visit>
UMFI_INLINE auto with_gini_score(Item total, const GiniLayout& layout, const Visit& visit) {
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
UMFI_INLINE double score_one(const Score& score, Item left) {
  DoubleVector scores;
  DoubleVector more_scores;
  score(hn::Set(Words{}, left), hn::Set(Words{}, left), scores, more_scores);
  return hn::GetLane(scores);
}

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
