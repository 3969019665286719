// Ultra-marginal importance, MCI and ablation against the authors' R program: the four simulations and BRCA with known
// truth. (Permutation importances have a file of their own.)
//
// Expected values: oracle/sims.csv (65 replications) and oracle/brca_importance.csv (51 iterations on 500 patients),
// made with R 4.2.2 and ranger 0.14.1. A mean agrees if it is within 1.5 percentage points or 3 combined standard
// errors. Long form: 100 replications, 51 iterations; short form: 24 and 12.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include "reference_data.hpp"
#include "statistical/reference_table.hpp"
#include "statistical/samples.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

struct Case {
  const char* simulation;
  const char* reference;  // its name in the oracle
  std::string model;
  const char* method;
  const char* remove;  // empty: the method takes no remover
  const char* reference_method;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.simulation << " " << c.model << " " << c.reference_method;
}

class SimulationReference : public testing::TestWithParam<Case> {};

// Per feature its share of the total over x1..x4, in percent, in each replication.
std::vector<std::vector<double>> shares(const Case& c, std::uint64_t replications) {
  std::vector<std::vector<double>> result(4);
  for (std::uint64_t seed = 1; seed <= replications; ++seed) {
    RankOptions options{.target = "y",
                        .method = c.method,
                        .remove = c.remove,
                        .repeats = 1,
                        .seed = seed,
                        .inference = false,
                        .settings = {{"model", c.model}}};
    if (!options.remove.empty()) options.settings.set("ot_bin_size", c.model == "forest" ? 150 : 30);
    if (options.remove == "lr") options.settings.set("lr_rule", "paper");
    options.settings.set("own_mtry", true);  // as ranger, which the reference was made with
    const RankResult ranking = rank_features(simulate(c.simulation, 1000, seed), options);
    double total = 0;
    for (const FeatureScore& feature : ranking.features) total += std::max(0.0, feature.score);
    for (std::size_t i = 0; i < 4; ++i) result[i].push_back(100 * std::max(0.0, ranking.features[i].score) / total);
  }
  return result;
}

TEST_P(SimulationReference, mean_shares_are_those_of_the_reference) {
  const Case& c = GetParam();
  const auto file = oracle_folder() / "sims.csv";
  UMFI_NEEDS_FILE(file);
  const auto expected = read_expected(
      read_csv(file),
      {{"experiment", c.reference}, {"model", c.model == "forest" ? "rf" : "et"}, {"method", c.reference_method}},
      "feature", "mean_pct", "sd_pct", "replications");
  ASSERT_EQ(expected.size(), 4U);
  const auto ours = shares(c, wants_long_tests() ? 100 : 24);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string name = "x" + std::to_string(i + 1);
    expect_agreement(name, summarize(ours[i]), expected.at(name), 1.5);
  }
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& [simulation, reference] : {std::pair{"interactions", "nonlinear_interactions"},
                                              {"correlated-interactions", "correlated_interactions"},
                                              {"correlation", "correlation"},
                                              {"blood-relation", "blood_relation"}})
    for (const std::string model : {"forest", "extratrees"}) {
      all.push_back({simulation, reference, model, "umfi", "lr", "UMFI_LR"});
      all.push_back({simulation, reference, model, "umfi", "ot", "UMFI_OT"});
      all.push_back({simulation, reference, model, "mci", "", "MCI"});
      if (model == "forest") all.push_back({simulation, reference, model, "ablation", "", "ablation"});
    }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, SimulationReference, testing::ValuesIn(cases()), [](const auto& test) {
  return std::string(test.param.reference) + "_" + test.param.model + "_" + test.param.reference_method;
});

// Within three combined standard errors, and 0.003 more: iterations share patients, and ablation's 50 scores share one
// forest per iteration in the reference, so that scores move together.
void expect_close(const FeatureScore& gene, const Expected& expected) {
  const Moments ours = summarize(gene.values);
  const double error = std::hypot(ours.standard_error, expected.standard_error);
  EXPECT_NEAR(ours.mean, expected.mean, 0.003 + 3 * error) << gene.name;
}

class BrcaReference : public testing::TestWithParam<std::string> {};

TEST_P(BrcaReference, mean_scores_are_those_of_the_reference_and_the_ten_genes_stand_out) {
  const auto file = oracle_folder() / "brca_importance.csv";
  const auto data = data_folder() / "brca_permuted.csv";
  UMFI_NEEDS_FILE(file);
  UMFI_NEEDS_FILE(data);
  const Table reference = read_csv(file);
  const std::string method = GetParam() == "lr" ? "UMFI_LR" : "UMFI_OT";
  const auto expected =
      read_expected(reference, {{"method", method}}, "gene", "signed_mean", "signed_sd", "iterations");
  ASSERT_EQ(expected.size(), 50U);
  RankOptions asked{.target = "subtype",
                    .remove = GetParam(),
                    .repeats = wants_long_tests() ? 51 : 12,
                    .subsample = 500,
                    .accuracy_floor = 0.5,
                    .inference = false};
  if (asked.remove == "lr") asked.settings.set("lr_rule", "paper");
  const RankResult ranking = rank_features(read_csv(data), asked);
  std::vector<double> associated;
  std::vector<double> others;
  for (const FeatureScore& gene : ranking.features) {
    expect_close(gene, expected.at(gene.name));
    (gene.name.ends_with("_p") ? others : associated).push_back(gene.median);
  }
  ASSERT_EQ(associated.size(), 10U);
  std::sort(others.begin(), others.end());
  EXPECT_GT(*std::min_element(associated.begin(), associated.end()), others[20]);
}

TEST(BrcaOtherMethods, ablation_is_that_of_the_reference) {
  const auto file = oracle_folder() / "brca_importance.csv";
  const auto data = data_folder() / "brca_permuted.csv";
  UMFI_NEEDS_FILE(file);
  UMFI_NEEDS_FILE(data);
  const auto expected =
      read_expected(read_csv(file), {{"method", "ablation"}}, "gene", "signed_mean", "signed_sd", "iterations");
  const RankResult ranking = rank_features(read_csv(data), {.target = "subtype",
                                                            .method = "ablation",
                                                            .repeats = wants_long_tests() ? 51 : 20,
                                                            .subsample = 500,
                                                            .accuracy_floor = 0.5,
                                                            .inference = false});
  for (const FeatureScore& gene : ranking.features) expect_close(gene, expected.at(gene.name));
}

// oracle/mci_15.csv: sets of up to three of the first 15 genes, three iterations on 500 patients.
TEST(BrcaOtherMethods, mci_is_that_of_the_reference) {
  const auto file = oracle_folder() / "mci_15.csv";
  const auto data = data_folder() / "brca_permuted.csv";
  UMFI_NEEDS_FILE(file);
  UMFI_NEEDS_FILE(data);
  const Table reference = read_csv(file);
  std::map<std::string, double> expected;
  for (std::size_t row = 0; row < reference.rows(); ++row)
    expected[reference.column("gene").text(row)] += reference.column("mci").values()[row] / 3;
  const Table table = read_csv(data);
  std::vector<std::string> names{"subtype"};
  for (std::size_t c = 0; c < table.size(); ++c)
    if (expected.contains(table[c].name())) names.push_back(table[c].name());
  const RankResult ranking = rank_features(table.select(names), {.target = "subtype",
                                                                 .method = "mci",
                                                                 .repeats = 6,
                                                                 .subsample = 500,
                                                                 .accuracy_floor = 0.5,
                                                                 .inference = false,
                                                                 .settings = {{"mci_k", 2}}});
  double difference = 0;
  for (const FeatureScore& gene : ranking.features) {
    std::cout << gene.name << ": " << gene.score << " (reference " << expected.at(gene.name) << ")\n";
    // A maximum over 106 differences of noisy forests: its own noise is about 0.01 in either program.
    EXPECT_NEAR(gene.score, expected.at(gene.name), 0.03) << gene.name;
    difference += (gene.score - expected.at(gene.name)) / 15;
  }
  EXPECT_NEAR(difference, 0, 0.008);
}

INSTANTIATE_TEST_SUITE_P(All, BrcaReference, testing::Values("lr", "ot"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace umfi
