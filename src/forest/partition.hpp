// Dividing a list in two, one by one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace umfi::forest {

// Calls put(from, to) so that those of [0, size) that go left stand first, in their order, and the others
// behind them, in reverse; goes_left(k) is 1 or 0. Branches on nothing, because which way a row goes cannot be
// predicted: each is put on both sides, and only the side it belongs to moves on.
template <class GoesLeft, class Put>
inline std::uint32_t partition(std::size_t size, const GoesLeft& goes_left, const Put& put) {
  std::size_t left = 0;
  for (std::size_t k = 0, behind = size; k < size; ++k) {
    --behind;
    put(k, left);
    put(k, left + behind);
    left += goes_left(k);
  }
  return static_cast<std::uint32_t>(left);
}

}  // namespace umfi::forest
