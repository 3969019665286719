// Permutation importance (Breiman 2001), as ranger defines it: what a tree loses on its out-of-bag rows when the values
// of x_i are permuted among them, mean over the trees of one forest, not scaled.
//
//   std::vector<double> scores = permutation_importance(data, {.trees = 100, .seed = 1}, workers);
#pragma once

#include <functional>
#include <vector>

#include "forest/forest.hpp"
#include "umfi/method.hpp"

namespace umfi {

// One score per feature: an increase of the mean squared error or of the error rate, exactly 0 for a feature no tree
// uses. `tree_done` is called by any thread.
std::vector<double> permutation_importance(const forest::TrainingData& data, const forest::ForestOptions& options,
                                           Workers& workers, const std::function<void()>& tree_done = {});

MethodEntry permutation_entry();

}  // namespace umfi
