// Two classic questions on a feature: what does the model lose without it (ablation), and what does it say alone
// (bivariate)?
#pragma once

#include "umfi/method.hpp"

namespace umfi {

// nu(F) - nu(F without x_i), all forests grown coupled.
void measure_ablation(const MethodInput& input, Workers& workers);
// nu({x_i}) - nu of nothing.
void measure_bivariate(const MethodInput& input, Workers& workers);

MethodEntry ablation_entry();
MethodEntry bivariate_entry();

}  // namespace umfi
