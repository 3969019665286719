// Conditional permutation importance (Debeer and Strobl 2020): as permutation importance, but values of x_i are
// permuted only among rows that agree, as far as the tree can tell, in the features associated with x_i.
//
// Per tree, features are binned at the tree's own split points. x_i is conditioned on those of the tree's features that
// a chi-squared test of independence on the out-of-bag rows finds associated with it; their bins cut a grid, and values
// change hands inside its cells. Without such a feature, this is plain permutation. Cells and test are those of the R
// package permimp 1.1 with its defaults, save that permimp names a cell by its bins' numbers written without a gap, so
// that bins 1 and 12 name the same cell as bins 11 and 2.
//
//   std::vector<double> scores = conditional_permutation_importance(data, {.trees = 100, .seed = 1}, workers);
#pragma once

#include <functional>
#include <vector>

#include "forest/forest.hpp"
#include "umfi/method.hpp"

namespace umfi {

// A feature is conditioned on where the p-value of its independence from x_i is below this.
inline constexpr double conditioning_level = 0.05;

// As permutation_importance; with the same options it looks at the same trees, and where nothing is conditioned on it
// draws the same permutations.
std::vector<double> conditional_permutation_importance(const forest::TrainingData& data,
                                                       const forest::ForestOptions& options, Workers& workers,
                                                       const std::function<void()>& tree_done = {});

MethodEntry conditional_permutation_entry();

}  // namespace umfi
