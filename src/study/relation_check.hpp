// Which features of a ranking are related to the response: p-values against permuted copies, adjusted for their number.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "importance/relation_test.hpp"
#include "study/dataset.hpp"
#include "umfi/rank.hpp"
#include "umfi/removal.hpp"
#include "umfi/item_store.hpp"

namespace umfi {

// A feature that so many of its copies reached is clearly nothing special.
inline constexpr std::size_t enough_exceedances = 10;

// Measures these features and their copies on all rows; a feature is done when `enough` copies have reached it or many
// came nowhere near.
void sample_relations(const Dataset& data, const RankOptions& options, std::span<const RemovalMethod> choice,
                      const std::vector<std::size_t>& wanted, std::size_t enough, Workers& workers,
                      const SampleDone& sample_done);

// The same for all features that the store misses. `choice`: lr or ot for each feature where the ranking chose. Methods
// without an exchangeable null are not tested: see docs/statistics.md.
void test_relations(const Dataset& data, const RankOptions& options, std::span<const RemovalMethod> choice,
                    ItemStore& store, const Context& context);

// Adds p, q and related to a ranking where every feature was tested.
void add_p_values(RankResult& result, const ItemStore& store);

}  // namespace umfi
