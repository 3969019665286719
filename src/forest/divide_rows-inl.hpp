// Dividing a node's rows between its children.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_DIVIDE_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_DIVIDE_ROWS_INL
#undef UMFI_FOREST_DIVIDE_ROWS_INL
#else
#define UMFI_FOREST_DIVIDE_ROWS_INL
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

#include "forest/cut_score-inl.hpp"
#include "forest/narrow_ranks-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

// How in-bag rows were divided, and the rows that are next to the cut, where it is one of ranks.
struct DividedInBag {
  std::uint32_t left = 0;
  Item left_total = 0;
  std::uint32_t last_left_row = 0;
  std::uint32_t first_right_row = 0;
};

// What follows are *sides*: which rows go left. goes_left(row) is asked about one row; left_of_eight and
// left_of_sixteen about several at once, and answer in bits, with 0 where `is_row` has 0.

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

// The middle between two values, or the lower of neighbouring doubles, which have none.
UMFI_INLINE double threshold_between(double low, double high) {
  const double middle = std::midpoint(low, high);
  return middle < high ? middle : low;
}

// Calls put(from, to) so that those of [0, size) that go left stand first, in their order, and the others
// behind them, in reverse; goes_left(k) is 1 or 0. Branches on nothing, because which way a row goes cannot be
// predicted: each is put on both sides, and only the side it belongs to moves on.
template <class GoesLeft, class Put>
UMFI_INLINE std::uint32_t partition(std::size_t size, const GoesLeft& goes_left, const Put& put) {
  std::size_t left = 0;
  for (std::size_t k = 0, behind = size; k < size; ++k) {
    --behind;
    put(k, left);
    put(k, left + behind);
    left += goes_left(k);
  }
  return static_cast<std::uint32_t>(left);
}

// Pointers are copied first: what is stored could be a pointer, for all that compilers know.
template <class Sides>
UMFI_INLINE DividedInBag divide_one_by_one(const DividedNode& node, Sides sides) {
  const NodeRows from = node.in_bag;
  std::uint32_t* const to_rows = node.to.rows;
  Item* const to_items = node.to.items;
  DividedInBag divided;
  Item left_total = 0;
  divided.left = partition(
      from.size,
      [&](std::size_t k) {
        const std::uint64_t is_left = sides.goes_left(from.rows[k]) ? 1 : 0;
        left_total += from.items[k] & (0 - is_left);
        return is_left;
      },
      [&](std::size_t k, std::size_t place) {
        to_rows[place] = from.rows[k];
        to_items[place] = from.items[k];
      });
  divided.left_total = left_total;
  sides.finish(divided);
  return divided;
}

#if HWY_TARGET == HWY_AVX3_DL
// Many rows at a time: AVX-512 puts the chosen lanes of a vector side by side. Entries behind a node's rows are read
// and not used.

// The lowest `count` bits.
UMFI_INLINE std::uint32_t first_bits(std::size_t count) {
  return (std::uint32_t{1} << count) - 1;
}

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

// Puts the chosen ones of sixteen rows or items side by side. What is behind them is overwritten ("freely"), or not.
template <bool Freely>
UMFI_INLINE void store_rows(std::uint32_t chosen, const std::uint32_t* rows, std::uint32_t* to) {
  const __m512i packed = _mm512_maskz_compress_epi32(static_cast<__mmask16>(chosen), _mm512_loadu_si512(rows));
  const std::uint32_t lanes = Freely ? 0xffff : first_bits(static_cast<std::size_t>(std::popcount(chosen)));
  _mm512_mask_storeu_epi32(to, static_cast<__mmask16>(lanes), packed);
}
template <bool Freely>
UMFI_INLINE void store_items(std::uint32_t chosen, const Item* items, Item* to) {
  for (std::size_t k = 0; k < 16; k += 8, chosen >>= 8) {
    const __m512i packed =
        _mm512_maskz_compress_epi64(static_cast<__mmask8>(chosen & 0xff), _mm512_loadu_si512(items + k));
    const auto count = static_cast<std::size_t>(std::popcount(chosen & 0xff));
    _mm512_mask_storeu_epi64(to, static_cast<__mmask8>(Freely ? 0xff : first_bits(count)), packed);
    to += count;
  }
}
UMFI_INLINE __m512i add_items(std::uint32_t chosen, const Item* items, __m512i sums) {
  for (std::size_t k = 0; k < 16; k += 8, chosen >>= 8)
    sums = _mm512_mask_add_epi64(sums, static_cast<__mmask8>(chosen & 0xff), sums, _mm512_loadu_si512(items + k));
  return sums;
}

// The places of a byte's ones, ascending, then those of its zeros.
struct OnesFirst {
  constexpr OnesFirst() {
    for (unsigned byte = 0; byte < 256; ++byte) {
      std::size_t count = 0;
      for (const unsigned bit : {1U, 0U})
        for (unsigned place = 0; place < 8; ++place)
          if ((byte >> place & 1) == bit) of[byte][count++] = static_cast<std::uint8_t>(place);
    }
  }
  alignas(8) std::uint8_t of[256][8] = {};
};
inline constexpr OnesFirst ones_first;

// Up to eight rows or items, those on the left first.
UMFI_INLINE void store_eight_rows(__m128i order, const std::uint32_t* rows, std::uint32_t* to) {
  const __m256i some = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rows));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(some, _mm256_cvtepu8_epi32(order)));
}
UMFI_INLINE __m128i left_first(std::uint32_t is_left) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(ones_first.of[is_left]));
}

// A node of up to eight rows.
template <class Sides>
UMFI_INLINE DividedInBag divide_eight(const DividedNode& node, Sides sides) {
  const NodeRows from = node.in_bag;
  const std::uint32_t is_left = sides.left_of_eight(from.rows, first_bits(from.size));
  const __m128i order = left_first(is_left);
  store_eight_rows(order, from.rows, node.to.rows);
  const __m512i items = _mm512_loadu_si512(from.items);
  _mm512_storeu_si512(node.to.items, _mm512_permutexvar_epi64(_mm512_cvtepu8_epi64(order), items));
  DividedInBag divided{
      .left = static_cast<std::uint32_t>(std::popcount(is_left)),
      .left_total = static_cast<Item>(_mm512_mask_reduce_add_epi64(static_cast<__mmask8>(is_left), items))};
  sides.finish(divided);
  return divided;
}

// A node of up to sixteen rows.
template <class Sides>
UMFI_INLINE DividedInBag divide_sixteen(const DividedNode& node, Sides sides) {
  const NodeRows from = node.in_bag;
  std::uint32_t* const rows = node.to.rows;
  Item* const items = node.to.items;
  const std::uint32_t is_row = first_bits(from.size);
  const std::uint32_t is_left = sides.left_of_sixteen(from.rows, is_row);
  const std::uint32_t is_right = is_row & ~is_left;
  const auto left = static_cast<std::uint32_t>(std::popcount(is_left));
  store_rows<true>(is_left, from.rows, rows);
  store_rows<true>(is_right, from.rows, rows + left);
  store_items<true>(is_left, from.items, items);
  store_items<true>(is_right, from.items, items + left);
  const __m512i left_total = add_items(is_left, from.items, _mm512_setzero_si512());
  DividedInBag divided{.left = left, .left_total = static_cast<Item>(_mm512_reduce_add_epi64(left_total))};
  sides.finish(divided);
  return divided;
}

// A node of any number of rows. The left side grows from the front and the right one from the back.
template <class Sides>
UMFI_INLINE DividedInBag divide_many(const DividedNode& node, Sides sides) {
  const NodeRows from = node.in_bag;
  std::uint32_t* const to_rows = node.to.rows;
  Item* const to_items = node.to.items;
  std::uint32_t left = 0;
  std::uint32_t right = from.size;
  __m512i left_total = _mm512_setzero_si512();
  for (std::uint32_t k = 0; k < from.size; k += 16) {
    const std::uint32_t is_row = first_bits(std::min(16U, from.size - k));
    const std::uint32_t is_left = sides.left_of_sixteen(from.rows + k, is_row);
    const std::uint32_t is_right = is_row & ~is_left;
    right -= static_cast<std::uint32_t>(std::popcount(is_right));
    store_rows<false>(is_right, from.rows + k, to_rows + right);
    store_items<false>(is_right, from.items + k, to_items + right);
    store_rows<false>(is_left, from.rows + k, to_rows + left);
    store_items<false>(is_left, from.items + k, to_items + left);
    left_total = add_items(is_left, from.items + k, left_total);
    left += static_cast<std::uint32_t>(std::popcount(is_left));
  }
  DividedInBag divided{.left = left, .left_total = static_cast<Item>(_mm512_reduce_add_epi64(left_total))};
  sides.finish(divided);
  return divided;
}

template <class Sides>
UMFI_INLINE DividedInBag divide_more(const DividedNode& node, const Sides& sides) {
  return node.in_bag.size <= 16 ? divide_sixteen(node, sides) : divide_many(node, sides);
}

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

UMFI_INLINE std::uint32_t divide_sixteen_out_of_bag(const DividedNode& node, const SidesByValue& sides) {
  const std::uint32_t is_row = first_bits(node.out_of_bag.size());
  const std::uint32_t* const rows = node.out_of_bag.data();
  std::uint32_t* const to = node.to.out_of_bag;
  const std::uint32_t is_left = sides.left_of_sixteen(rows, is_row);
  const auto left = static_cast<std::uint32_t>(std::popcount(is_left));
  store_rows<true>(is_left, rows, to);
  store_rows<true>(is_row & ~is_left, rows, to + left);
  return left;
}

UMFI_INLINE std::uint32_t divide_out_of_bag(const DividedNode& node, double threshold) {
  const SidesByValue sides(*node.column, threshold);
  const auto size = static_cast<std::uint32_t>(node.out_of_bag.size());
  if (size <= 8) {
    const std::uint32_t is_left = sides.left_of_eight(node.out_of_bag.data(), first_bits(size));
    store_eight_rows(left_first(is_left), node.out_of_bag.data(), node.to.out_of_bag);
    return static_cast<std::uint32_t>(std::popcount(is_left));
  }
  if (size <= 16) return divide_sixteen_out_of_bag(node, sides);
  std::uint32_t left = 0;
  std::uint32_t right = size;
  for (std::uint32_t k = 0; k < size; k += 16) {
    const std::uint32_t is_row = first_bits(std::min(16U, size - k));
    const std::uint32_t* const rows = node.out_of_bag.data() + k;
    const std::uint32_t is_left = sides.left_of_sixteen(rows, is_row);
    const std::uint32_t is_right = is_row & ~is_left;
    right -= static_cast<std::uint32_t>(std::popcount(is_right));
    store_rows<false>(is_right, rows, node.to.out_of_bag + right);
    store_rows<false>(is_left, rows, node.to.out_of_bag + left);
    left += static_cast<std::uint32_t>(std::popcount(is_left));
  }
  return left;
}

UMFI_INLINE DividedInBag divide_by_rank(const DividedNode& node) {
  const FeatureColumn& column = *node.column;
  const std::uint32_t last_left = node.last_left;
  if (!column.rank.is_narrow()) return divide_one_by_one(node, SidesByRank<std::uint32_t>(column, last_left));
  if (node.in_bag.size <= 8) return divide_eight(node, EightSidesByRank(column, last_left));
  return divide_more(node, SidesByNarrowRank(column, last_left));
}

UMFI_INLINE DividedInBag divide_by_value(const DividedNode& node) {
  const SidesByValue sides(*node.column, node.threshold);
  return node.in_bag.size <= 8 ? divide_eight(node, sides) : divide_more(node, sides);
}
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

UMFI_INLINE std::uint32_t divide_out_of_bag(const DividedNode& node, double threshold) {
  const SidesByValue sides(*node.column, threshold);
  const std::span<const std::uint32_t> from = node.out_of_bag;
  std::uint32_t* const to = node.to.out_of_bag;
  return partition(
      from.size(), [&](std::size_t k) -> std::uint64_t { return sides.goes_left(from[k]) ? 1 : 0; },
      [&](std::size_t k, std::size_t place) { to[place] = from[k]; });
}

UMFI_INLINE DividedInBag divide_by_rank(const DividedNode& node) {
  const std::uint32_t last_left = node.last_left;
  return node.column->rank.is_narrow() ? divide_one_by_one(node, SidesByRank<std::uint16_t>(*node.column, last_left))
                                       : divide_one_by_one(node, SidesByRank<std::uint32_t>(*node.column, last_left));
}

UMFI_INLINE DividedInBag divide_by_value(const DividedNode& node) {
  return divide_one_by_one(node, SidesByValue(*node.column, node.threshold));
}
#endif

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
