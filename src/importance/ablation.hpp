// Two classic questions on a feature: what does the model lose without it (ablation), and what does it say alone
// (bivariate)?
#pragma once

#include <cstdint>
#include <functional>

#include "core/parallel.hpp"
#include "forest/feature_column.hpp"
#include "importance/measure.hpp"
#include "power/power.hpp"

namespace umfi {

// nu(F) - nu(F without x_i), all forests grown coupled. `step_done` is called power.steps() times per block, by any
// thread.
Measures measure_ablation(const forest::FeatureView& features, const Power& power, double floor, std::uint32_t repeat,
                          Workers& workers, const std::function<void()>& step_done);
std::size_t ablation_blocks(std::size_t features);

// nu({x_i}) - nu of nothing. `step_done` is called once per feature, by any thread.
Measures measure_bivariate(const forest::FeatureView& features, const Power& power, double floor, std::uint32_t repeat,
                           Workers& workers, const std::function<void()>& step_done);

}  // namespace umfi
