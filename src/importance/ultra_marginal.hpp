// Ultra-marginal feature importance: U(x_i) = nu(S_i + x_i) - nu(S_i), S_i being all other features freed of x_i.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "forest/feature_column.hpp"
#include "power/power.hpp"
#include "removal/remover.hpp"

namespace umfi {

// nu(S_i + x_i) and nu(S_i) as they come: not raised to the null model.
struct WithWithout {
  double with = 0;
  double without = 0;
};

// What one repeat gives.
struct UltraMarginalScores {
  double full = 0;                    // nu(F)
  std::vector<WithWithout> features;  // in the order of the features
};

// The features themselves, and what frees them of each other.
struct UltraMarginalData {
  const forest::FeatureView& features;
  const Remover& remover;
  bool needs_ranks = true;  // whether the power looks at the ranks of ordered columns
};

// The scores of all features, for each of these repeats of the power. Freed columns are made for a block of features at
// a time, so that memory stays bounded; what the features of a block have in common is computed once.
// `features_done(count)` is called by any thread whenever `count` features are one of power.steps() steps further.
std::vector<UltraMarginalScores> measure_ultra_marginal(const UltraMarginalData& data, const Power& power,
                                                        std::span<const std::uint32_t> repeats, Workers& workers,
                                                        const std::function<void(std::size_t)>& features_done);

}  // namespace umfi
