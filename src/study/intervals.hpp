// Would the scores come out so with other data? Intervals from complementary halves of the rows.
#pragma once

#include <span>

#include "study/dataset.hpp"
#include "umfi/rank.hpp"
#include "umfi/removal.hpp"

namespace umfi {

// Adds intervals to a ranking, whatever its method. Halves too small for a ranking give none.
void add_intervals(RankResult& result, const Dataset& data, std::span<const RemovalMethod> choice,
                   const Context& context);

}  // namespace umfi
