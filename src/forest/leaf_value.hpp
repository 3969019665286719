// What a leaf predicts, as a whole number.
#pragma once

#include <cstdint>

namespace umfi::forest {

// A leaf's prediction: a class index, or a mean in fixed point with leaf_fraction_bits more bits, so that
// predictions of many trees can be added exactly.
using LeafValue = std::int64_t;
inline constexpr int leaf_fraction_bits = 8;
inline constexpr double leaf_scale = 1 << leaf_fraction_bits;

}  // namespace umfi::forest
