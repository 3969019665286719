// Which remover suits a feature, and whether removal worked: residual dependence by small forests, cheap enough to be
// measured beside every ranking.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "run/stage.hpp"
#include "study/ranking.hpp"
#include "umfi/item_store.hpp"
#include "umfi/rank.hpp"

namespace umfi {

// The remover, of several, that leaves least of the dependence on feature i: its place.
std::size_t choose_remover(const FeatureSet& data, std::size_t i, const std::vector<UsedRemover>& removers,
                           std::uint64_t seed, Workers& workers);

// The best remover of every feature, by its place in ranking.used.removers. Chosen on all rows, so that repeats on other
// subsamples do not differ by it.
std::vector<std::size_t> choose_removers(const Ranking& ranking, const Executor& executor, const Context& context);

// The place of the remover of a feature, as far as the store holds it.
std::optional<std::size_t> remover_in_store(std::size_t feature, const RankParts& used, const ItemStore& store);

// Measures the residual dependence on the features with the highest scores.
void measure_residual_dependence(const Ranking& ranking, const std::vector<FeatureScore>& scores,
                                 const Executor& executor, const Context& context);
// Adds to a ranking, as far as the store holds it, what freed its features, what that left, and a warning where it is
// much.
void add_residual_dependence(RankResult& result, const RankParts& used, const ItemStore& store);

}  // namespace umfi
