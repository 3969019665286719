// Would the scores come out so with other data? Intervals from complementary halves of the rows.
#pragma once

#include <span>

#include "study/dataset.hpp"
#include "umfi/rank.hpp"
#include "umfi/removal.hpp"
#include "umfi/task_store.hpp"

namespace umfi {

// Measures what intervals are made of, whatever the method of the ranking. Rows whose halves are too few for a ranking
// give none.
void measure_halves(const Dataset& data, const RankOptions& options, std::span<const RemovalMethod> choice,
                    TaskStore& store, const Context& context);

// Adds intervals to a ranking where everything for them is in the store.
void add_intervals(RankResult& result, const TaskStore& store);

}  // namespace umfi
