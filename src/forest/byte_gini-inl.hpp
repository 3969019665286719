// The best cut of a feature in a node of some dozen rows where a byte holds each class's weight, with AVX2.
//
// A left side takes four bytes instead of eight, and eight of them are valued at a time, first in single precision:
// numerators and denominators of scores are exact there, and a better cut's quotient is rounded to no smaller a number.
// So only cuts with the largest quotient have to be valued in double precision.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_BYTE_GINI_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_BYTE_GINI_INL
#undef UMFI_FOREST_BYTE_GINI_INL
#else
#define UMFI_FOREST_BYTE_GINI_INL
#endif

#include <bit>
#include <cstdint>
#include <span>

#include "forest/few_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX2
// What an item or a sum of items says, in four bytes: class weights, one byte each.
using Side = std::uint32_t;

UMFI_INLINE __m256i load_eight(const Side* sides) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(sides));
}
UMFI_INLINE void store_eight(__m256i numbers, void* to) {
  _mm256_store_si256(static_cast<__m256i*>(to), numbers);
}

// As SmallGiniScore, with numerator and denominator of the score.
class ByteGini {
 public:
  // A factor of a pairwise product has 7 bits. Sums of squares, which are multiplied further, have 15: no more than
  // 181² whatever the classes.
  static bool fits(Item total) { return (total & 0xff80ff80ff80ff80ULL) == 0 && weight_of(total) <= 181; }

  explicit ByteGini(Item total)
      : total_(_mm256_packus_epi16(_mm256_set1_epi64x(static_cast<long long>(total)),
                                   _mm256_set1_epi64x(static_cast<long long>(total)))),
        weight_(_mm256_set1_epi32(static_cast<int>(weight_of(total)))),
        squares_(sums_of_products(total_, total_)) {}

  UMFI_INLINE void value(__m256i left, __m256i& numerator, __m256i& denominator) const {
    const __m256i left_squares = sums_of_products(left, left);
    const __m256i crossed = sums_of_products(left, total_);
    const __m256i left_weight = sums_of_products(left, _mm256_set1_epi8(1));
    const __m256i right_weight = _mm256_sub_epi32(weight_, left_weight);
    const __m256i right_squares =
        _mm256_add_epi32(_mm256_sub_epi32(left_squares, _mm256_slli_epi32(crossed, 1)), squares_);
    numerator = _mm256_add_epi32(product(left_squares, right_weight), product(right_squares, left_weight));
    denominator = product(left_weight, right_weight);
  }

 private:
  static std::uint32_t weight_of(Item total) { return static_cast<std::uint32_t>(total * 0x0001000100010001ULL >> 48); }

  // Over the four bytes of each side.
  UMFI_INLINE static __m256i sums_of_products(__m256i a, __m256i b) {
    return _mm256_madd_epi16(_mm256_maddubs_epi16(a, b), _mm256_set1_epi16(1));
  }
  // Of numbers below 2^15, for which there is a faster instruction than for larger ones.
  UMFI_INLINE static __m256i product(__m256i a, __m256i b) { return _mm256_madd_epi16(a, b); }

  __m256i total_;
  __m256i weight_;
  __m256i squares_;
};

// The scores of left sides.
template <std::uint32_t Vectors>
class Fractions {
 public:
  UMFI_INLINE Fractions() : largest_(_mm256_set1_ps(-1)) {}

  UMFI_INLINE void set(std::uint32_t vector, __m256i left, const ByteGini& gini) {
    __m256i numerator;
    __m256i denominator;
    gini.value(left, numerator, denominator);
    // 0/0, where all rows are on one side, is not a number and never the largest.
    quotient_[vector] = _mm256_div_ps(_mm256_cvtepi32_ps(numerator), _mm256_cvtepi32_ps(denominator));
    largest_ = _mm256_max_ps(quotient_[vector], largest_);
    store_eight(numerator, numerator_ + 8 * vector);
    store_eight(denominator, denominator_ + 8 * vector);
  }

  // The leftmost best, or a negative score where there is none.
  UMFI_INLINE BestPrefix best() const {
    BestPrefix best{Cut{}.score, 0};
    for (std::uint64_t rest = with_largest_quotient(); rest != 0; rest &= rest - 1) {
      const auto place = static_cast<std::uint32_t>(std::countr_zero(rest));
      const double score = static_cast<double>(numerator_[place]) / static_cast<double>(denominator_[place]);
      if (score > best.score) best = {score, place};
    }
    return best;
  }

 private:
  UMFI_INLINE std::uint64_t with_largest_quotient() const {
    const hn::CappedTag<float, 8> f;
    const __m256 largest = hn::MaxOfLanes(f, hn::Vec<decltype(f)>{largest_}).raw;
    std::uint64_t bits = 0;
    for (std::uint32_t v = 0; v < Vectors; ++v) {
      const int are_largest = _mm256_movemask_ps(_mm256_cmp_ps(quotient_[v], largest, _CMP_EQ_OQ));
      bits |= static_cast<std::uint64_t>(are_largest) << (8 * v);
    }
    return bits;
  }

  __m256 largest_;
  __m256 quotient_[Vectors];
  alignas(32) std::int32_t numerator_[8 * Vectors];
  alignas(32) std::int32_t denominator_[8 * Vectors];
};

// The sums of the first 1, 2, ..., 8 of eight numbers.
UMFI_INLINE __m256i sums_of_eight(__m256i numbers) {
  numbers = _mm256_add_epi32(numbers, _mm256_slli_si256(numbers, 4));
  numbers = _mm256_add_epi32(numbers, _mm256_slli_si256(numbers, 8));
  const __m256i lower = _mm256_permute2x128_si256(numbers, numbers, 0x08);  // in the upper half, and nothing below
  return _mm256_add_epi32(numbers, _mm256_shuffle_epi32(lower, 0xff));
}

// As CountedRows.
template <std::uint32_t Least, std::uint32_t Most>
class CountedByteRows : public CountedPlaces<std::int16_t, Least, Most> {
 public:
  // As many as Most; where there is no row, nothing.
  UMFI_INLINE void add_items(const Side* items) {
    for (std::uint32_t i = 0; i < Most; i += 8) store_eight(_mm256_setzero_si256(), sum_ + i);
    HWY_UNROLL(8)
    for (std::uint32_t k = 0; k < Most; ++k) sum_[this->place_of(k)] += items[k];
  }

  UMFI_INLINE void sum_up() {
    __m256i before = _mm256_setzero_si256();
    for (std::uint32_t i = 0; i < Most; i += 8) {
      const __m256i sums = _mm256_add_epi32(sums_of_eight(load_eight(sum_ + i)), before);
      before = _mm256_permutevar8x32_epi32(sums, _mm256_set1_epi32(7));
      store_eight(sums, sum_ + i);
    }
  }

  UMFI_INLINE Cut best(const ByteGini& gini) const {
    Fractions<Most / 8> scores;
    for (std::uint32_t v = 0; v < Most / 8; ++v) scores.set(v, load_eight(sum_ + 8 * v), gini);
    const BestPrefix best = scores.best();
    return {.score = best.score, .last_left = this->rank_at(best.place)};
  }

 private:
  alignas(32) Side sum_[Most];
};

// The items of up to most_counted rows in bytes; behind them nothing.
UMFI_INLINE void narrow_items(const NodeRows& node, Side* sides) {
  const __m256i numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (std::uint32_t i = 0; i < most_counted; i += 8) store_eight(_mm256_setzero_si256(), sides + i);
  for (std::uint32_t i = 0; i < node.size; i += 8) {
    const auto* const items = reinterpret_cast<const __m256i*>(node.items + i);
    const __m256i packed = _mm256_packus_epi16(_mm256_loadu_si256(items), _mm256_loadu_si256(items + 1));
    const __m256i in_order = _mm256_permute4x64_epi64(packed, 0xd8);  // 0, 2, 1, 3
    const __m256i is_row = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(node.size - i)), numbers);
    store_eight(_mm256_and_si256(in_order, is_row), sides + i);
  }
}

// Ranks must be short.
UMFI_INLINE void best_cuts_of_byte_dozens(const PackedRows& node, std::span<const Candidate> candidates) {
  alignas(32) Side items[most_counted];
  narrow_items(node.in_bag, items);
  best_cuts_of_dozens<std::uint16_t, CountedByteRows>(node.in_bag, &items[0], ByteGini(node.total), candidates);
}
#endif

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
