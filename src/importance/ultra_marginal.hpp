// Ultra-marginal feature importance: U(x_i) = nu(S_i + x_i) - nu(S_i), S_i being all other features freed of x_i.
#pragma once

#include "umfi/method.hpp"

namespace umfi {

// Freed columns are made for a block of features at a time, so that memory stays bounded; what the features of a block
// have in common is computed once. All repeats are measured on the same freed columns.
void measure_ultra_marginal(const MethodInput& input, Workers& workers);

MethodEntry ultra_marginal_entry();

}  // namespace umfi
