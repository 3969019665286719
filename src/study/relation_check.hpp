// Which features of a ranking are related to the response: p-values against permuted copies, adjusted for their number.
#pragma once

#include <span>

#include "study/dataset.hpp"
#include "umfi/rank.hpp"
#include "umfi/removal.hpp"
#include "umfi/task_store.hpp"

namespace umfi {

// Measures features and their copies on all rows. `choice`: lr or ot for each feature where the ranking chose. Methods
// without an exchangeable null are not tested: see docs/statistics.md.
void test_relations(const Dataset& data, const RankOptions& options, std::span<const RemovalMethod> choice,
                    TaskStore& store, const Context& context);

// Adds p, q and related to a ranking where every feature was tested.
void add_p_values(RankResult& result, const TaskStore& store);

}  // namespace umfi
