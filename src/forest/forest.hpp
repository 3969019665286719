// Forests as their users see them: the out-of-bag score of a feature set, of many sets that differ little, fitted
// forests, and trees to look at one by one.
//
//   TrainingData data{features, response, rows};
//   OobScore all = score_forest(data, {.trees = 100, .seed = 1}, workers);
//   const ForestVariant pair[] = {{.columns = &freed}, {.columns = &freed, .without = 3}};
//   std::vector<OobScore> scores = score_variants(data, {pair}, {.trees = 100, .seed = 1}, workers);
//   scores[0].score - scores[1].score;
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "forest/family.hpp"
#include "forest/feature_column.hpp"
#include "forest/fitted_forest.hpp"
#include "forest/model.hpp"
#include "forest/oob_tree.hpp"
#include "forest/response.hpp"
#include "umfi/task.hpp"
#include "umfi/workers.hpp"

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
  // Whether a variant that does without a feature has the mtry of the smaller set. If not, it has that of its twin with
  // the feature, so that the two differ in nothing else.
  bool own_mtry = false;
  std::uint64_t seed = 1;
  std::uint32_t repeat = 0;  // forests of different repeats share nothing
  // About how much memory a thread may use to count what trees say. Many forests of many rows and classes are grown in
  // several families where it is not enough; scores stay the same.
  std::size_t tally_bytes = std::size_t{64} << 20;
};

struct OobScore {
  double score = 0;  // R² or accuracy over the rows that were out of bag at least once
  // The same without steps, for tests: R², or the mean share of a row's trees that vote for its class.
  double support = 0;
  std::vector<double> loss;  // per training row: squared error, or 1 where misclassified; NaN if never out of bag
};

// A forest that differs from the one on the data's features.
struct ForestVariant {
  // What it sees of each feature, where not the data's own columns; as many features, in the same order. Columns that
  // are the same object as the data's, or as another variant's, are what saves work.
  const FeatureView* columns = nullptr;
  // The feature it does without.
  std::uint32_t without = CandidateRule::nothing;
};

std::uint32_t default_mtry(std::size_t features);

// How many features a variant can split on; without any there is no forest to grow.
std::size_t candidates_of(const ForestVariant& variant, const FeatureView& features);

// The score of the null model: R² 0, or the share of the largest class; its losses in the same form.
OobScore null_score(const Response& response, std::span<const std::uint32_t> rows);

// At least one feature to split on.
OobScore score_forest(const TrainingData& data, const ForestOptions& options, Workers& workers);

// The scores of several forests grown coupled: each is to the last bit what it would be if grown alone, but what they
// have in common is grown once. Every variant needs a feature to split on. `tree_done` is called options.trees times, by
// any thread.
struct VariantQuery {
  std::span<const ForestVariant> variants;
  std::function<void()> tree_done = {};
};
std::vector<OobScore> score_variants(const TrainingData& data, const VariantQuery& query, const ForestOptions& options,
                                     Workers& workers);

FittedForest fit_forest(const TrainingData& data, const ForestOptions& options, Workers& workers);

// Looks at the trees of a forest, each when it is grown; none is kept.
class OobTreeVisitor {
 public:
  virtual ~OobTreeVisitor() = default;
  virtual void visit(std::uint32_t number, const OobTree& tree) = 0;
};

// Each thread makes itself a visitor, which may hold memory of its own, and shows it the trees that it grows.
// `tree_done` is called by any thread.
void visit_trees(const TrainingData& data, const ForestOptions& options, Workers& workers,
                 const std::function<std::unique_ptr<OobTreeVisitor>()>& make_visitor,
                 const std::function<void()>& tree_done = {});

}  // namespace umfi::forest
