// Forests as their users see them: the out-of-bag score of a feature set, of a pair of sets that differ by one
// feature, and fitted forests.
//
//   TrainingData data{features, response, rows};
//   OobScore all = score_forest(data, {.trees = 100, .seed = 1}, workers);
//   PairScore pair = score_pair(data, /*feature=*/3, {.trees = 100, .seed = 1}, workers);
//   pair.with.score - pair.without.score;
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "forest/feature_column.hpp"
#include "forest/fitted_forest.hpp"
#include "forest/response.hpp"
#include "umfi/task.hpp"

namespace umfi::forest {

struct TrainingData {
  const FeatureView& features;
  const Response& response;
  std::span<const std::uint32_t> rows;  // the rows of the table that take part
};

struct ForestOptions {
  Model model = Model::forest;
  std::uint32_t trees = 100;
  // Candidate features per node; 0: the square root of the number of features, rounded down.
  std::uint32_t mtry = 0;
  std::uint64_t seed = 1;
  std::uint32_t repeat = 0;  // forests of different repeats share nothing
};

struct OobScore {
  double score = 0;          // R² or accuracy over the rows that were out of bag at least once
  std::vector<double> loss;  // per training row: squared error, or 1 where misclassified; NaN if never out of bag
};

struct PairScore {
  OobScore with;
  OobScore without;
};

std::uint32_t default_mtry(std::size_t features);

// The score of the null model: R² 0, or the share of the largest class; its losses in the same form.
OobScore null_score(const Response& response, std::span<const std::uint32_t> rows);

// At least one feature.
OobScore score_forest(const TrainingData& data, const ForestOptions& options, Workers& workers);

// The forest on all features and the forest without one of them, grown coupled. Each alone equals what
// score_forest gives in distribution, `with` to the last bit. At least two features.
PairScore score_pair(const TrainingData& data, std::uint32_t feature, const ForestOptions& options, Workers& workers);

FittedForest fit_forest(const TrainingData& data, const ForestOptions& options, Workers& workers);

}  // namespace umfi::forest
