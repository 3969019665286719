// Residual dependence: how well S_i still predicts x_i.
//
// A random forest predicts x_i from the columns of S_i, out of bag. Numbers, ordered levels and two values: R². Levels
// without an order: accuracy on the scale from the null model to 1, (accuracy - null) / (1 - null). Either way 0 is
// nothing, 1 is everything, and figures are below 0 where a forest is misled by noise.
//
//   const FreedSet* const sets[] = {nullptr, &freed};  // the others as they are, and freed of x_i
//   const std::vector<double> dependence = measure_dependence(data, i, sets, {.trees = 100, .seed = 1}, workers);
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "diagnostics/freed_set.hpp"
#include "forest/forest.hpp"
#include "umfi/feature_view.hpp"
#include "umfi/sample.hpp"
#include "umfi/table.hpp"
#include "umfi/workers.hpp"

namespace umfi {

// The features as a table and as columns, and the rows that take part.
struct DependenceData {
  const Table& table;
  const FeatureView& features;
  Sample sample;
};

// Whether the dependence on this column is measured by accuracy, not by R².
bool is_measured_by_accuracy(const Column& column);

// How well each of these sets predicts x_i; nullptr stands for all others as they are. 0 for an x_i of a single value.
// The forests are coupled, so that their differences carry little noise.
std::vector<double> measure_dependence(const DependenceData& data, std::size_t i,
                                       std::span<const FreedSet* const> sets, const forest::ForestOptions& options,
                                       Workers& workers);

}  // namespace umfi
