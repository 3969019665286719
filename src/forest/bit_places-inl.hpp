// Where the bits of a byte stand: tables by which those of a vector that are chosen are put side by side.
//
// Included once per instruction set by split_kernel.cpp, hence the unusual guard (Highway's).
#if defined(UMFI_FOREST_BIT_PLACES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef UMFI_FOREST_BIT_PLACES_INL
#undef UMFI_FOREST_BIT_PLACES_INL
#else
#define UMFI_FOREST_BIT_PLACES_INL
#endif

#include <cstddef>
#include <cstdint>

#include "forest/cut_score-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace umfi::forest::HWY_NAMESPACE {

// The places of the bits of every byte, ascending; zeros behind them.
struct BitPlaces {
  constexpr BitPlaces() {
    for (unsigned byte = 0; byte < 256; ++byte) {
      std::size_t count = 0;
      for (unsigned place = 0; place < 8; ++place)
        if ((byte >> place & 1) != 0) of[byte][count++] = static_cast<std::uint8_t>(place);
    }
  }
  std::uint8_t of[256 + 1][8] = {};  // two at a time may be read
};
inline constexpr BitPlaces bit_places;

// The same for vectors of two-byte numbers: where the bytes of those chosen stand.
struct BytePlaces {
  constexpr BytePlaces() {
    for (unsigned byte = 0; byte < 256; ++byte)
      for (std::size_t i = 0; i < 16; ++i)
        of[byte][i] = static_cast<std::uint8_t>(2 * bit_places.of[byte][i / 2] + i % 2);
  }
  alignas(16) std::uint8_t of[256][16] = {};
};
inline constexpr BytePlaces byte_places;

}  // namespace umfi::forest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
