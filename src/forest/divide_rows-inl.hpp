// Dividing a node's rows between its children. With AVX-512 many at a time, else one by one.
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
#include <numeric>
#include <span>

#include "forest/chosen_lanes-inl.hpp"
#include "forest/cut_score-inl.hpp"
#include "forest/cut_sides-inl.hpp"
#include "forest/split_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

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
