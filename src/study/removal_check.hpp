// Which remover suits a feature, and whether removal worked: residual dependence by small forests, cheap enough to be
// measured beside every ranking.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "study/dataset.hpp"
#include "umfi/rank.hpp"
#include "umfi/removal.hpp"
#include "umfi/item_store.hpp"

namespace umfi {

// The remover that leaves less of the dependence on feature i, lr or ot.
RemovalMethod choose_remover(const FeatureSet& data, std::size_t i, const RemovalOptions& options, Workers& workers);

// How a ranking frees its features.
RemovalOptions removal_of(const RankOptions& options);

// The better remover of every feature, if the ranking asks for it; else empty. Chosen on all rows, so that repeats on
// other subsamples do not differ by it.
std::vector<RemovalMethod> choose_removers(const FeatureSet& data, const RankOptions& options, ItemStore& store,
                                           const Context& context);

// Measures what removal leaves of the dependence on the first features of a ranking.
void measure_what_is_left(const RankResult& result, const FeatureSet& data, std::span<const RemovalMethod> choice,
                          ItemStore& store, const Context& context);
// Adds to a ranking, as far as the store holds it, what freed its features, what that left, and a warning where it is
// much.
void add_what_is_left(RankResult& result, const ItemStore& store);

}  // namespace umfi
