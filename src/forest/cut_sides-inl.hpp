// The sides of a cut: which rows go left.
//
// goes_left(row) is asked about one row; left_of_eight and left_of_sixteen, with AVX-512, about several at once, and
// answer in bits, with 0 where `is_row` has 0. When all in-bag rows were asked about, finish() names those next to the
// cut.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_CUT_SIDES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_CUT_SIDES_INL
#undef UMFI_FOREST_CUT_SIDES_INL
#else
#define UMFI_FOREST_CUT_SIDES_INL
#endif

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "forest/cut_score-inl.hpp"
#include "forest/narrow_ranks-inl.hpp"
#include "forest/split_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

// How in-bag rows were divided, and the rows that are next to the cut, where it is one of ranks.
struct DividedInBag {
  std::uint32_t left = 0;
  Item left_total = 0;
  std::uint32_t last_left_row = 0;
  std::uint32_t first_right_row = 0;
};

// By rank, up to that of the last one on the left.
template <class Rank>
class SidesByRank {
 public:
  SidesByRank(const FeatureColumn& column, std::uint32_t last_left)
      : rank_(column.rank.data<Rank>()), first_right_(last_left + 1) {}

  // The distance is of the rank to the first one on the right, modulo 2^32: ranks on the left are the upper half, the
  // last of them the very largest.
  UMFI_INLINE bool goes_left(std::uint32_t row) {
    const std::uint32_t distance = rank_[row] - first_right_;
    const std::uint64_t key = std::uint64_t{distance} << 32 | row;
    last_key_ = std::max(last_key_, key);
    next_key_ = std::min(next_key_, key);
    return distance >> 31 != 0;
  }
  UMFI_INLINE void finish(DividedInBag& divided) const {
    divided.last_left_row = static_cast<std::uint32_t>(last_key_);
    divided.first_right_row = static_cast<std::uint32_t>(next_key_);
  }

 private:
  const Rank* rank_;
  std::uint32_t first_right_;   // ranks from here on go right
  std::uint64_t last_key_ = 0;  // distance and row of the largest value on the left
  std::uint64_t next_key_ = std::numeric_limits<std::uint64_t>::max();  // and of the smallest on the right
};

#if HWY_TARGET == HWY_AVX3_DL
// By narrow rank, up to sixteen rows at a time, any number of times.
class SidesByNarrowRank {
 public:
  SidesByNarrowRank(const FeatureColumn& column, std::uint32_t last_left)
      : rank_(column.rank.data<std::uint16_t>()), last_left_(_mm512_set1_epi32(static_cast<int>(last_left))) {}

  UMFI_INLINE std::uint32_t left_of_sixteen(const std::uint32_t* rows, std::uint32_t is_row) {
    const __m256i both = _mm256_set_m128i(ranks_of_eight(rows + 8, rank_), ranks_of_eight(rows, rank_));
    const __m512i ranks = _mm512_cvtepu16_epi32(both);
    const __m512i keys = _mm512_or_si512(_mm512_slli_epi32(ranks, 16), _mm512_loadu_si512(rows));
    const __mmask16 is_left = _mm512_mask_cmple_epu32_mask(static_cast<__mmask16>(is_row), ranks, last_left_);
    last_key_ = _mm512_mask_max_epu32(last_key_, is_left, last_key_, keys);
    next_key_ = _mm512_mask_min_epu32(next_key_, static_cast<__mmask16>(is_row & ~is_left), next_key_, keys);
    return is_left;
  }
  UMFI_INLINE void finish(DividedInBag& divided) const {
    divided.last_left_row = _mm512_reduce_max_epu32(last_key_) & 0xffff;
    divided.first_right_row = _mm512_reduce_min_epu32(next_key_) & 0xffff;
  }

 private:
  const std::uint16_t* rank_;
  __m512i last_left_;
  __m512i last_key_ = _mm512_setzero_si512();  // rank and row of the largest value on the left, in each lane
  __m512i next_key_ = _mm512_set1_epi32(-1);   // and of the smallest on the right
};

// The same for up to eight rows, once: there is an instruction that finds the smallest of eight numbers.
class EightSidesByRank {
 public:
  EightSidesByRank(const FeatureColumn& column, std::uint32_t last_left)
      : rank_(column.rank.data<std::uint16_t>()), last_left_(_mm_set1_epi16(static_cast<short>(last_left))) {}

  UMFI_INLINE std::uint32_t left_of_eight(const std::uint32_t* rows, std::uint32_t is_row) {
    const __m128i ranks = ranks_of_eight(rows, rank_);
    const __mmask8 is_left = _mm_mask_cmple_epu16_mask(static_cast<__mmask8>(is_row), ranks, last_left_);
    const __mmask8 is_last = _mm_mask_cmpeq_epu16_mask(static_cast<__mmask8>(is_row), ranks, last_left_);
    const auto is_right = static_cast<__mmask8>(is_row & ~is_left);
    const __m128i next = _mm_minpos_epu16(_mm_mask_mov_epi16(_mm_set1_epi16(-1), is_right, ranks));
    last_ = rows[std::countr_zero(std::uint32_t{is_last})];
    next_ = rows[static_cast<std::uint32_t>(_mm_cvtsi128_si32(next)) >> 16];
    return is_left;
  }
  UMFI_INLINE void finish(DividedInBag& divided) const {
    divided.last_left_row = last_;
    divided.first_right_row = next_;
  }

 private:
  const std::uint16_t* rank_;
  __m128i last_left_;
  std::uint32_t last_ = 0;
  std::uint32_t next_ = 0;
};

// By value, up to a threshold.
class SidesByValue {
 public:
  SidesByValue(const FeatureColumn& column, double threshold)
      : values_(column.values.data()), threshold_(_mm512_set1_pd(threshold)) {}
  UMFI_INLINE std::uint32_t left_of_eight(const std::uint32_t* rows, std::uint32_t is_row) const {
    const auto values = look_up(Doubles{}, rows, values_).raw;
    return _cvtmask8_u32(_mm512_cmp_pd_mask(values, threshold_, _CMP_LE_OQ)) & is_row;
  }
  UMFI_INLINE std::uint32_t left_of_sixteen(const std::uint32_t* rows, std::uint32_t is_row) const {
    return left_of_eight(rows, is_row & 0xff) | left_of_eight(rows + 8, is_row >> 8) << 8;
  }
  UMFI_INLINE void finish(DividedInBag& /*divided*/) const {}

 private:
  const double* values_;
  __m512d threshold_;
};
#else
class SidesByValue {
 public:
  SidesByValue(const FeatureColumn& column, double threshold) : values_(column.values.data()), threshold_(threshold) {}
  UMFI_INLINE bool goes_left(std::uint32_t row) const { return values_[row] <= threshold_; }
  UMFI_INLINE void finish(DividedInBag& /*divided*/) const {}

 private:
  const double* values_;
  double threshold_;
};
#endif

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
