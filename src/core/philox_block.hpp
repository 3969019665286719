// One block of Philox4x32-10: four words from a counter and a key.
#pragma once

#include <Random123/philox.h>

#include <array>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace umfi {

using PhiloxKey = r123::Philox4x32::key_type;
using PhiloxBlock = std::array<std::uint32_t, 4>;

// The counter's words are place (low word first), lane and number.
inline PhiloxBlock philox_block(const PhiloxKey& key, std::uint64_t place, std::uint32_t lane, std::uint32_t number) {
  PhiloxBlock block;
#ifdef __SSE2__
  // Every x86-64 processor multiplies two words at once, in less than half the instructions.
  const __m128i factors = _mm_set_epi32(0, static_cast<int>(PHILOX_M4x32_1), 0, static_cast<int>(PHILOX_M4x32_0));
  const __m128i step = _mm_set_epi32(0, static_cast<int>(PHILOX_W32_1), 0, static_cast<int>(PHILOX_W32_0));
  __m128i words =
      _mm_set_epi64x(static_cast<long long>(std::uint64_t{number} << 32 | lane), static_cast<long long>(place));
  __m128i keys = _mm_set_epi32(0, static_cast<int>(key.v[1]), 0, static_cast<int>(key.v[0]));
  for (int round = 0; round < 10; ++round) {
    const __m128i products = _mm_mul_epu32(words, factors);                          // low and high of words 0 and 2
    const __m128i crossed = _mm_shuffle_epi32(products, _MM_SHUFFLE(0, 1, 2, 3));    // high and low of 2, of 0
    words = _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(words, 32), keys), crossed);  // words 1 and 3 meet the highs
    keys = _mm_add_epi32(keys, step);
  }
  _mm_storeu_si128(reinterpret_cast<__m128i*>(block.data()), words);
#else
  const auto words = r123::Philox4x32{}(
      {{static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(place >> 32), lane, number}}, key);
  block = {words.v[0], words.v[1], words.v[2], words.v[3]};
#endif
  return block;
}

}  // namespace umfi
