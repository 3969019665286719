#include "core/philox_blocks.hpp"

// This file is compiled once per instruction set: foreach_target.h includes it again and again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/philox_blocks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace umfi::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
// One lane has no halves.
inline std::size_t whole_vectors(const StreamKey&, const PhiloxBlock&, std::span<std::uint32_t>) {
  return 0;
}
#else
// As many blocks as there are lanes of 64 bits, each lane with one word of its block in its lower half. What stands in
// the upper halves is never looked at. Returns how many words were written.
inline std::size_t whole_vectors(const StreamKey& key, const PhiloxBlock& counter, std::span<std::uint32_t> words) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<std::uint64_t> w;
  const hn::Repartition<std::uint32_t, decltype(w)> halves;
  const std::size_t at_once = 4 * hn::Lanes(w);
  const auto lower = hn::Set(w, 0xffffffffU);
  std::size_t done = 0;
  for (; done + at_once <= words.size(); done += at_once) {
    auto c0 = hn::Set(w, counter[0]);
    auto c1 = hn::Set(w, counter[1]);
    auto c2 = hn::Set(w, counter[2]);
    auto c3 = hn::Iota(w, counter[3] + done / 4);
    std::uint32_t k0 = key.words.v[0];
    std::uint32_t k1 = key.words.v[1];
    for (int round = 0; round < 10; ++round) {
      const auto even = hn::MulEven(hn::BitCast(halves, c0), hn::Set(halves, PHILOX_M4x32_0));
      const auto odd = hn::MulEven(hn::BitCast(halves, c2), hn::Set(halves, PHILOX_M4x32_1));
      c0 = hn::Xor(hn::Xor(hn::ShiftRight<32>(odd), c1), hn::Set(w, k0));
      c1 = odd;
      c2 = hn::Xor(hn::Xor(hn::ShiftRight<32>(even), c3), hn::Set(w, k1));
      c3 = even;
      k0 += PHILOX_W32_0;
      k1 += PHILOX_W32_1;
    }
    const auto first_words = hn::Or(hn::And(c0, lower), hn::ShiftLeft<32>(c1));
    const auto last_words = hn::Or(hn::And(c2, lower), hn::ShiftLeft<32>(c3));
    hn::StoreInterleaved2(first_words, last_words, w, reinterpret_cast<std::uint64_t*>(words.data() + done));
  }
  return done;
}
#endif

void blocks(const StreamKey& key, std::uint64_t place, std::uint32_t lane, std::uint32_t first,
            std::span<std::uint32_t> words) {
  const PhiloxBlock counter{static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(place >> 32), lane, first};
  for (std::size_t done = whole_vectors(key, counter, words); done < words.size(); done += 4) {
    const PhiloxBlock block = philox_block(key.words, place, lane, first + static_cast<std::uint32_t>(done / 4));
    std::copy(block.begin(), block.end(), words.begin() + static_cast<std::ptrdiff_t>(done));
  }
}

}  // namespace umfi::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace umfi {

HWY_EXPORT(blocks);

void philox_blocks(const StreamKey& key, std::uint64_t place, std::uint32_t lane, std::uint32_t first,
                   std::span<std::uint32_t> words) {
  HWY_DYNAMIC_DISPATCH(blocks)(key, place, lane, first, words);
}

}  // namespace umfi
#endif
