// Ranks with ties.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace umfi {

// Replaces each value by its rank among all, counted from 1; equal values share the mean of their ranks.
// `scratch` is memory for sorting, kept between calls.
void replace_by_mid_ranks(std::span<double> values, std::vector<std::pair<double, std::uint32_t>>& scratch);

}  // namespace umfi
