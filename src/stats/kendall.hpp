// Agreement of two rankings.
#pragma once

#include <span>

namespace umfi {

// Kendall's tau-b: 1 for the same order, -1 for the opposite one, corrected for ties; NaN where one of them has no
// order.
double kendall_tau(std::span<const double> a, std::span<const double> b);

}  // namespace umfi
