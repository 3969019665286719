// Which features of a ranking are related to the response: p-values against permuted copies, adjusted for their number.
#pragma once

#include <span>

#include "study/dataset.hpp"
#include "umfi/rank.hpp"
#include "umfi/removal.hpp"

namespace umfi {

// Adds p, q and related to a ranking, on all rows. `choice`: lr or ot for each feature where the ranking chose.
// Methods without an exchangeable null get none: see docs/statistics.md.
void test_relations(RankResult& result, const Dataset& data, std::span<const RemovalMethod> choice,
                    const Context& context);

}  // namespace umfi
