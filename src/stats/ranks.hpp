// Ranks with ties.
#pragma once

#include <span>

namespace umfi {

// Replaces each value by its rank among all, counted from 1; equal values share the mean of their ranks.
void replace_by_ranks(std::span<double> values);

}  // namespace umfi
