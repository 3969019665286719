// Ultra-marginal feature importance: U(x_i) = nu(S_i + x_i) - nu(S_i), S_i being all other features freed of x_i.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "importance/freed_blocks.hpp"
#include "importance/repeat_items.hpp"
#include "power/power.hpp"

namespace umfi {

// Completes these repeats of the power. Freed columns are made for a block of features at a time, so that memory stays
// bounded; what the features of a block have in common is computed once.
// `features_done(count)` is called by any thread whenever `count` features are one of power.steps() steps further.
void measure_ultra_marginal(const UltraMarginalData& data, const Power& power, double floor,
                            std::span<const RepeatItems> repeats, Workers& workers,
                            const std::function<void(std::size_t)>& features_done);

}  // namespace umfi
