// The parts of a ranking's inference by themselves: simulations that look at one need not pay for the others.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "inference/adjusted_p.hpp"
#include "inference/p_value.hpp"
#include "run/item_memory.hpp"
#include "study/dataset.hpp"
#include "study/intervals.hpp"
#include "study/relation_check.hpp"
#include "umfi/rank.hpp"

namespace umfi::testing {

// The ranking that these options ask for.
inline Ranking ranking_of(const Dataset& data, const RankOptions& asked, ItemStore& store) {
  const RankOptions options = effective(asked, built_in_parts());
  return {data, options, parts_for(options, built_in_parts()), store};
}

inline std::vector<PermutationSample> sample_copies(const Dataset& data, const RankOptions& options,
                                                    const std::vector<std::size_t>& wanted, std::size_t enough) {
  const Context context;
  Workers workers(context);
  ItemMemory store;
  std::vector<PermutationSample> samples(wanted.size());
  const auto keep = [&](std::size_t feature, const PermutationSample& sample) {
    const auto place = std::find(wanted.begin(), wanted.end(), feature) - wanted.begin();
    samples[static_cast<std::size_t>(place)] = sample;
  };
  sample_relations(ranking_of(data, options, store), {.wanted = wanted, .enough = enough, .sample_done = keep},
                   workers);
  return samples;
}

inline Dataset dataset_of(const Table& table, const RankOptions& options) {
  return Dataset(table, {options.target, {}, options.drop, options.task}, Context{});
}

// How many of these features have p <= 0.05. With 100 copies, five that reach a feature decide that it has not.
inline std::size_t count_rejected(const Table& table, const RankOptions& options,
                                  const std::vector<std::size_t>& wanted) {
  constexpr std::size_t decisive = 5;
  const Dataset data = dataset_of(table, options);
  const auto samples = sample_copies(data, options, wanted, decisive);
  return static_cast<std::size_t>(std::count_if(samples.begin(), samples.end(), [](const PermutationSample& sample) {
    return permutation_p(sample, enough_exceedances) <= 0.05;
  }));
}

// The p-value of every feature.
inline std::vector<double> p_of_all(const Table& table, const RankOptions& options) {
  const Dataset data = dataset_of(table, options);
  std::vector<std::size_t> all(data.features().size());
  std::iota(all.begin(), all.end(), 0U);
  std::vector<double> p;
  for (const PValue& value : p_values(sample_copies(data, options, all, enough_exceedances), enough_exceedances))
    p.push_back(value.p);
  return p;
}

// Which features are called related.
inline std::vector<bool> related_features(const Table& table, const RankOptions& options) {
  std::vector<bool> related;
  for (const double q : adjusted_p(p_of_all(table, options), options.adjust)) related.push_back(q <= options.fdr);
  return related;
}

// A ranking with intervals, but without p-values.
inline RankResult rank_with_intervals(const Table& table, RankOptions options) {
  options.inference = false;
  ItemMemory store;
  Context context;
  context.store = &store;
  RankResult result = rank_features(table, options, context);
  const Dataset data = dataset_of(table, options);
  const Ranking ranking = ranking_of(data, options, store);
  measure_halves(ranking, ThreadExecutor(), Context{});
  add_intervals(result, ranking.used, store);
  return result;
}

}  // namespace umfi::testing
