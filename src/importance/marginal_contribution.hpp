// Marginal contribution feature importance (MCI; Catav et al. 2021): the most that x_i adds to any set of other
// features, max over S of nu(S + x_i) - nu(S).
//
// Exactly, S runs over all subsets. With soft k-size submodularity, over those of up to k features. Each set is
// evaluated once, whatever the number of features that ask for it.
#pragma once

#include <cstddef>

#include "umfi/method.hpp"

namespace umfi {

// More models than this are refused.
inline constexpr double most_marginal_contribution_models = 1e6;

// How many non-empty sets must be evaluated for S of up to `largest` features, x_i coming on top. Infinite where a
// double cannot hold it.
double marginal_contribution_models(std::size_t features, std::size_t largest);

// The largest size of S that is not refused; 0 if even single features are too many.
std::size_t largest_possible_sets(std::size_t features);

// `with` and `without` are those of the set where x_i adds most. Sets are finished in blocks.
void measure_marginal_contribution(const MethodInput& input, Workers& workers);

MethodEntry marginal_contribution_entry();

}  // namespace umfi
