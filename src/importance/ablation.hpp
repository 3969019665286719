// Two classic questions on a feature: what does the model lose without it (ablation), and what does it say alone
// (bivariate)?
#pragma once

#include <cstddef>
#include <functional>

#include "core/parallel.hpp"
#include "forest/feature_column.hpp"
#include "importance/repeat_items.hpp"
#include "power/power.hpp"

namespace umfi {

// nu(F) - nu(F without x_i), all forests grown coupled. `step_done` is called power.steps() times per block, by any
// thread.
void measure_ablation(const forest::FeatureView& features, const Power& power, double floor, const RepeatItems& repeat,
                      Workers& workers, const std::function<void()>& step_done);
// The blocks in which so many missing features are measured.
std::size_t ablation_blocks(std::size_t features);

// nu({x_i}) - nu of nothing. `step_done` is called once per missing feature, by any thread.
void measure_bivariate(const forest::FeatureView& features, const Power& power, double floor, const RepeatItems& repeat,
                       Workers& workers, const std::function<void()>& step_done);

}  // namespace umfi
