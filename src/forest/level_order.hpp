// The order in which unordered categories are cut inside one node.
//
// Numeric response: by mean. Two classes: by the share of the second class. More classes: by the projection
// of the level's class shares on their first principal component (Coppersmith, Hong and Hosking 1999), levels
// weighted by their in-bag draws. Ties keep the levels' own order, so the order is reproducible.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace umfi::forest {

// Sorts levels (ascending before) by their scores, levels[i] by scores[i]; equal scores keep their order.
void sort_levels(std::vector<std::uint32_t>& levels, std::span<const double> scores);

// `counts` is levels x classes, row by row, every row with a positive sum. One score per level.
std::vector<double> class_scores(std::span<const std::uint32_t> counts, std::size_t classes);

}  // namespace umfi::forest
