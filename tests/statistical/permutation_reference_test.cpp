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
#include <filesystem>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

#include "core/distributions.hpp"
#include "importance/conditional_permutation.hpp"
#include "importance/permutation.hpp"
#include "power/forest_power.hpp"
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

const char* name_of(Model model) {
  return model == Model::forest ? "forest" : "extratrees";
}

// The scores of a table's features. `rows` empty: on all rows.
std::vector<double> measure(const Dataset& dataset, Method method, const forest::ForestOptions& options,
                            const std::vector<std::uint32_t>& rows = {}) {
  Context context;
  Workers workers(context);
  const forest::FeatureView features = ranked_view(dataset.features(), options.model);
  const forest::Response response = forest::Response::of(dataset.target());
  const forest::TrainingData data{features, response, rows.empty() ? dataset.rows() : rows};
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

// Over 100 seeds, ranger(dependent.variable.name = y, data = table, splitrule = rule, num.trees = 100,
// importance = "permutation", seed = seed)$variable.importance. ranger seeds its trees by multiples of the seed, so the
// seeds are far apart: set.seed(1); sample.int(.Machine$integer.max, 100).
struct RangerScore {
  const char* table;
  Model model;
  const char* feature;
  double mean;
  double sd;
};

constexpr RangerScore ranger_scores[] = {
    {"brca", Model::forest, "BCL11A", 0.05843541808097126, 0.0052512082063103788},
    {"brca", Model::forest, "SLC22A5", 0.030409472272457678, 0.0038603518583585172},
    {"brca", Model::forest, "IGF1R", 0.024543495184793748, 0.002562577509351736},
    {"brca", Model::forest, "TEX14", 0.0027558892958019542, 0.00094007610593302719},
    {"brca", Model::extratrees, "BCL11A", 0.039686337131106954, 0.0039227732539492133},
    {"brca", Model::extratrees, "SLC22A5", 0.020781553132459808, 0.0028040043263371215},
    {"brca", Model::extratrees, "IGF1R", 0.015232772178062372, 0.0019442999640723897},
    {"brca", Model::extratrees, "TEX14", 0.0023667527835705502, 0.001082153866391462},
    {"sim_interaction", Model::forest, "x1", 3.2042689940082818, 0.04774806803207432},
    {"sim_interaction", Model::forest, "x2", 3.1583949880770117, 0.042331590168761583},
    {"sim_interaction", Model::forest, "x3", 1.735303733124514, 0.029626219166428366},
    {"sim_interaction", Model::forest, "x4", 1.7940236996644108, 0.028944603782614774},
    {"sim_interaction", Model::extratrees, "x1", 2.7286097887016978, 0.047363552966719902},
    {"sim_interaction", Model::extratrees, "x2", 2.6456498093679981, 0.05550955715415562},
    {"sim_interaction", Model::extratrees, "x3", 1.69879538978288, 0.03678444949308874},
    {"sim_interaction", Model::extratrees, "x4", 1.7699319952673365, 0.036806468267317025},
    {"camels", Model::forest, "p_mean", 0.75744291602716651, 0.080375746472064732},
    {"camels", Model::forest, "aridity", 0.97790501778859773, 0.10957655861685199},
    {"camels", Model::forest, "soil_porosity", 0.0072133008159529386, 0.0045954403115033527},
    {"camels", Model::forest, "elev_mean", 0.03596748114501664, 0.010046053157576063},
    {"camels", Model::extratrees, "p_mean", 0.77669528448703284, 0.063209363351129075},
    {"camels", Model::extratrees, "aridity", 0.52364083426466324, 0.052484316314072674},
    {"camels", Model::extratrees, "soil_porosity", 0.012383591813085439, 0.0052794966581198284},
    {"camels", Model::extratrees, "elev_mean", 0.063572318419720011, 0.017081006388931962},
};

struct RangerTable {
  const char* name;
  const char* target;
  std::vector<std::string> drop;
};

class RangerPermutation : public testing::TestWithParam<std::tuple<RangerTable, Model>> {};

std::filesystem::path file_of(const RangerTable& table) {
  const std::string file = std::string(table.name) + ".csv";
  return file == "sim_interaction.csv" ? oracle_folder() / file : data_folder() / file;
}

// 24 means and as many standard deviations are compared: with other seeds, one run in ten would fail by chance.
TEST_P(RangerPermutation, mean_and_spread_over_seeds_are_those_of_ranger) {
  const auto& [reference, model] = GetParam();
  UMFI_NEEDS_FILE(file_of(reference));
  const Table table = read_csv(file_of(reference));
  const Dataset dataset = dataset_of(table, reference.target, reference.drop);
  std::vector<std::vector<double>> scores(dataset.features().size());
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto one = measure(dataset, Method::plain, {.model = model, .seed = seed});
    for (std::size_t f = 0; f < one.size(); ++f) scores[f].push_back(one[f]);
  }
  const auto names = dataset.feature_names();
  for (const RangerScore& expected : ranger_scores) {
    if (expected.table != std::string(reference.name) || expected.model != model) continue;
    const auto f = static_cast<std::size_t>(std::find(names.begin(), names.end(), expected.feature) - names.begin());
    ASSERT_LT(f, names.size()) << expected.feature;
    const Moments ours = summarize(scores[f]);
    expect_agreement(expected.feature, ours, {expected.mean, expected.sd / 10}, 0);
    EXPECT_LT(ours.sd, expected.sd * 1.4) << expected.feature;
    EXPECT_GT(ours.sd, expected.sd / 1.4) << expected.feature;
  }
}

INSTANTIATE_TEST_SUITE_P(All, RangerPermutation,
                         testing::Combine(testing::Values(RangerTable{"brca", "subtype", {}},
                                                          RangerTable{"sim_interaction", "y", {}},
                                                          RangerTable{"camels", "q_mean", {"gauge_id"}}),
                                          testing::Values(Model::forest, Model::extratrees)),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param).name) + "_" +
                                  std::string(name_of(std::get<1>(test.param)));
                         });

}  // namespace
}  // namespace umfi
