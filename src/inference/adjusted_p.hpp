// p-values adjusted for how many there are.
#pragma once

#include <span>
#include <vector>

#include "umfi/inference.hpp"

namespace umfi {

// The q-value of each hypothesis: the least rate at which it would be rejected. NaN stays NaN and is not counted.
std::vector<double> adjusted_p(std::span<const double> p, Adjustment adjustment);

}  // namespace umfi
