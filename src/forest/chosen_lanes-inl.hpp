// The chosen rows or items of a vector put side by side, with AVX-512. Entries behind a node's rows are read and not
// used.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_CHOSEN_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_CHOSEN_LANES_INL
#undef UMFI_FOREST_CHOSEN_LANES_INL
#else
#define UMFI_FOREST_CHOSEN_LANES_INL
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include "forest/cut_score-inl.hpp"
#include "forest/split_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX3_DL
// The lowest `count` bits.
UMFI_INLINE std::uint32_t first_bits(std::size_t count) {
  return (std::uint32_t{1} << count) - 1;
}

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
#endif

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
