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

namespace umfi {

// The remover that leaves less of the dependence on feature i, lr or ot.
RemovalMethod choose_remover(const FeatureSet& data, std::size_t i, const RemovalOptions& options, Workers& workers);

// How a ranking frees its features.
RemovalOptions removal_of(const RankOptions& options);

// The better remover of every feature, if the ranking asks for it; else empty. Chosen on all rows, so that repeats on
// other subsamples do not differ by it.
std::vector<RemovalMethod> choose_removers(const FeatureSet& data, const RankOptions& options, const Context& context);

// Adds to a ranking what removal left of the dependence on its first features, and warns where that is much.
void check_what_is_left(RankResult& result, const FeatureSet& data, std::span<const RemovalMethod> choice,
                        const Context& context);

}  // namespace umfi
