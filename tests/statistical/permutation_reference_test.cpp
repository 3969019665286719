// Permutation importance against ranger, and conditional permutation importance against permimp on randomForest.
//
// Expected values, all made with R 4.2.2: oracle/sims.csv (ranger 0.14.1, 65 replications) and
// oracle/brca_importance.csv (ranger, 51 iterations on 500 patients), oracle/cpi.csv (permimp 1.1 on randomForest 4.7,
// 30 replications). Means of shares agree if they are within 1.5 (sims) or 2 (cpi) percentage points or 3 combined
// standard errors. Long form: 100 replications, 51 iterations; short form: 24 and 12.
//
// randomForest's regression trees are ours: its node size of 5 ends a node of at most 5 draws, candidates that are
// constant count towards mtry, cuts are midpoints, the loss is the mean squared error of a tree over its out-of-bag
// rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "core/distributions.hpp"
#include "importance/conditional_permutation.hpp"
#include "importance/permutation.hpp"
#include "reference_data.hpp"
#include "statistical/reference_table.hpp"
#include "statistical/samples.hpp"
#include "study/dataset.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

enum class Method { plain, conditional };

const char* name_of(Method method) {
  return method == Method::plain ? "PI" : "CPI";
}

// The scores of a table's features. `rows` empty: on all rows.
std::vector<double> measure(const Dataset& dataset, Method method, const forest::ForestOptions& options,
                            const std::vector<std::uint32_t>& rows = {}) {
  Context context;
  Workers workers(context);
  const forest::FeatureView features = dataset.features();
  const forest::TrainingData data{features, dataset.response(), rows.empty() ? dataset.rows() : rows};
  return method == Method::plain ? permutation_importance(data, options, workers)
                                 : conditional_permutation_importance(data, options, workers);
}

Dataset dataset_of(const Table& table, const std::string& target, const std::vector<std::string>& drop = {}) {
  return Dataset(table, {.target = target, .features = {}, .drop = drop, .task = {}}, Context());
}

// Per feature its share of the clipped total over x1..x4, in percent, in each replication.
std::vector<std::vector<double>> shares(const std::string& simulation, Method method, std::uint32_t mtry) {
  std::vector<std::vector<double>> result(4);
  for (std::uint64_t seed = 1; seed <= (wants_long_tests() ? 100 : 24); ++seed) {
    const Table table = simulate(simulation, 1000, seed);
    std::vector<double> scores = measure(dataset_of(table, "y"), method, {.mtry = mtry, .seed = seed});
    double total = 0;
    for (double& score : scores) total += score = std::max(0.0, score);
    for (std::size_t i = 0; i < 4; ++i) result[i].push_back(100 * scores[i] / total);
  }
  return result;
}

void expect_shares(const std::string& simulation, Method method, std::uint32_t mtry,
                   const std::map<std::string, Expected>& expected, double points) {
  ASSERT_EQ(expected.size(), 4U);
  const auto ours = shares(simulation, method, mtry);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string name = "x" + std::to_string(i + 1);
    expect_agreement(simulation + " " + name_of(method) + " " + name, summarize(ours[i]), expected.at(name), points);
  }
}

TEST(PermutationReference, mean_shares_of_simulated_features_are_those_of_ranger) {
  const auto file = oracle_folder() / "sims.csv";
  UMFI_NEEDS_FILE(file);
  const Table reference = read_csv(file);
  for (const auto& [simulation, name] : {std::pair{"interactions", "nonlinear_interactions"},
                                         {"correlated-interactions", "correlated_interactions"},
                                         {"correlation", "correlation"},
                                         {"blood-relation", "blood_relation"}})
    expect_shares(simulation, Method::plain, 2,
                  read_expected(reference, {{"experiment", name}, {"model", "rf"}, {"method", "PI"}}, "feature",
                                "mean_pct", "sd_pct", "replications"),
                  1.5);
}

struct ShareCase {
  Method method;
  std::uint32_t mtry;
};

std::ostream& operator<<(std::ostream& out, const ShareCase& c) {
  return out << name_of(c.method) << " mtry " << c.mtry;
}

class PermimpReference : public testing::TestWithParam<ShareCase> {};

TEST_P(PermimpReference, mean_shares_of_simulated_features_are_those_of_permimp) {
  const auto file = oracle_folder() / "cpi.csv";
  UMFI_NEEDS_FILE(file);
  const auto [method, mtry] = GetParam();
  const Table reference = read_csv(file);
  for (const char* simulation : {"interactions", "correlated-interactions", "correlation", "blood-relation"})
    expect_shares(
        simulation, method, mtry,
        read_expected(reference,
                      {{"experiment", simulation}, {"mtry", std::to_string(mtry)}, {"method", name_of(method)}},
                      "feature", "mean_pct", "sd_pct", "replications"),
        2);
}

INSTANTIATE_TEST_SUITE_P(All, PermimpReference,
                         testing::Values(ShareCase{Method::plain, 1}, ShareCase{Method::plain, 2},
                                         ShareCase{Method::conditional, 1}, ShareCase{Method::conditional, 2}),
                         [](const auto& test) {
                           return std::string(name_of(test.param.method)) + "_mtry_" + std::to_string(test.param.mtry);
                         });

// 500 of the rows, a different choice for each iteration.
std::vector<std::uint32_t> some_rows(const Dataset& dataset, std::uint32_t iteration) {
  std::vector<std::uint32_t> rows(dataset.rows().begin(), dataset.rows().end());
  Stream stream(stream_key({.seed = 1, .purpose = Purpose::subsample, .repeat = iteration}), root_path);
  shuffle<std::uint32_t>(rows, stream);
  rows.resize(500);
  std::sort(rows.begin(), rows.end());
  return rows;
}

TEST(PermutationReference, mean_scores_of_brca_genes_are_those_of_ranger) {
  const auto file = oracle_folder() / "brca_importance.csv";
  const auto data = data_folder() / "brca_permuted.csv";
  UMFI_NEEDS_FILE(file);
  UMFI_NEEDS_FILE(data);
  const auto expected =
      read_expected(read_csv(file), {{"method", "PI"}}, "gene", "signed_mean", "signed_sd", "iterations");
  ASSERT_EQ(expected.size(), 50U);
  const Table table = read_csv(data);
  const Dataset dataset = dataset_of(table, "subtype");
  std::vector<std::vector<double>> scores(50);
  for (std::uint32_t iteration = 0; iteration < (wants_long_tests() ? 51 : 12); ++iteration) {
    const auto one = measure(dataset, Method::plain, {.repeat = iteration}, some_rows(dataset, iteration));
    for (std::size_t gene = 0; gene < 50; ++gene) scores[gene].push_back(one[gene]);
  }
  const auto genes = dataset.feature_names();
  for (std::size_t gene = 0; gene < 50; ++gene)
    expect_agreement(genes[gene], summarize(scores[gene]), expected.at(genes[gene]), 0.0005);
}

}  // namespace
}  // namespace umfi
