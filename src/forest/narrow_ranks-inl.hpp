// Narrow ranks of a node's rows in vectors, with AVX-512.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_NARROW_RANKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_NARROW_RANKS_INL
#undef UMFI_FOREST_NARROW_RANKS_INL
#else
#define UMFI_FOREST_NARROW_RANKS_INL
#endif

#include <cstddef>
#include <cstdint>

#include "forest/cut_score-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX3_DL
// Read one by one: a gathering instruction takes longer.
UMFI_INLINE __m128i ranks_of_eight(const std::uint32_t* rows, const std::uint16_t* ranks) {
  const hn::CappedTag<std::uint16_t, 8> eight;
  auto some = hn::Zero(eight);
  HWY_UNROLL(8)
  for (std::size_t i = 0; i < 8; ++i) some = hn::InsertLane(some, i, ranks[rows[i]]);
  return some.raw;
}
#endif

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
