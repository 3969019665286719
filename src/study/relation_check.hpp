// Which features of a ranking are related to the response: p-values against permuted copies, adjusted for their number.
#pragma once

#include <cstddef>
#include <vector>

#include "importance/relation_test.hpp"
#include "run/stage.hpp"
#include "study/ranking.hpp"
#include "umfi/item_store.hpp"
#include "umfi/rank.hpp"

namespace umfi {

// A feature that this many of its copies reached is clearly nothing special.
inline constexpr std::size_t enough_exceedances = 10;

// How a feature is tested: it is done when `enough` copies have reached it or many came nowhere near.
struct RelationQuery {
  std::vector<std::size_t> wanted;  // subjects
  std::size_t enough = enough_exceedances;
  SampleDone sample_done;
};
// Measures subjects and their copies on all rows. The method must have a test of relation.
void sample_relations(const Ranking& ranking, const RelationQuery& query, Workers& workers);

// The same for all subjects that the store misses. Methods without an exchangeable null are not tested: see
// docs/statistics.md. Nor are features whose remover does not say how copies are to be treated; the context is told.
void test_relations(const Ranking& ranking, const Executor& executor, const Context& context);

// Adds p, q and related to a ranking where every feature was tested that can be.
void add_p_values(RankResult& result, const RankParts& used, const ItemStore& store);

}  // namespace umfi
