// Coupled pairs are ordinary forests with less noise in their difference: over seeds, the mean of coupled differences
// equals that of independent pairs, each forest alone has the plain forest's mean and spread, and the difference
// varies less. Long form: 200 seeds and 12 genes; short form: 60 seeds and 4 genes.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "power/forest_power.hpp"
#include "reference_data.hpp"
#include "statistical/samples.hpp"
#include "study/dataset.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

struct Differences {
  std::vector<double> with;
  std::vector<double> without;
  std::vector<double> coupled;
  std::vector<double> independent;
};

// The same features in the same order, one left out: what a plain forest without it is grown on.
FeatureView without(const FeatureView& features, std::size_t feature) {
  std::vector<const FeatureColumn*> others;
  for (std::size_t i = 0; i < features.size(); ++i)
    if (i != feature) others.push_back(&features[i]);
  return FeatureView(others);
}

Differences measure(const Dataset& data, std::size_t feature, std::size_t seeds) {
  const ForestPower coupled(data.target(), data.sample(), {.seed = 1});
  const ForestPower plain(data.target(), data.sample(), {.seed = 2});
  const ForestPower other(data.target(), data.sample(), {.seed = 3});
  const FeatureView all = data.features();
  const FeatureView others = without(all, feature);
  const std::vector<FeatureVariant> pair{{}, {.without = &data.subjects()[feature]}};
  Differences result;
  for (auto* values : {&result.with, &result.without, &result.coupled, &result.independent}) values->resize(seeds);
  Context context;
  Workers workers(context);
  workers.for_each(seeds, [&](std::size_t seed) {
    const auto repeat = static_cast<std::uint32_t>(seed);
    const std::vector<Score> scores =
        coupled.nu_variants({.features = all, .variants = pair, .repeat = repeat}, workers);
    result.with[seed] = scores[0].value;
    result.without[seed] = scores[1].value;
    result.coupled[seed] = scores[0].value - scores[1].value;
    result.independent[seed] = plain.nu(all, repeat, workers).value - other.nu(others, repeat, workers).value;
  });
  return result;
}

TEST(Coupling, differences_keep_their_mean_and_lose_noise) {
  const auto file = data_folder() / "brca_permuted.csv";
  UMFI_NEEDS_FILE(file);
  Context context;
  const Table table = read_csv(file);
  const Dataset data(table, {.target = "subtype", .features = {}, .drop = {}, .task = {}}, context);
  const std::size_t seeds = wants_long_tests() ? 200 : 60;
  const std::vector<std::string> genes =
      wants_long_tests() ? std::vector<std::string>{"BCL11A", "SLC22A5", "IGF1R", "LFNG",  "BRCA2",    "CCND1",
                                                    "CDK6",   "EZH2",    "TEX14", "BRCA1", "MARCH6_p", "SCAMP4_p"}
                         : std::vector<std::string>{"BCL11A", "SLC22A5", "TEX14", "MARCH6_p"};
  const auto names = data.feature_names();
  double ratio = 0;
  for (const std::string& gene : genes) {
    const auto feature = static_cast<std::size_t>(std::find(names.begin(), names.end(), gene) - names.begin());
    ASSERT_LT(feature, names.size()) << gene;
    const Differences sample = measure(data, feature, seeds);
    const Moments coupled = summarize(sample.coupled);
    const Moments independent = summarize(sample.independent);
    const double error = std::hypot(coupled.standard_error, independent.standard_error);
    EXPECT_NEAR(coupled.mean, independent.mean, 3 * error) << gene;
    ratio += std::pow(coupled.sd / independent.sd, 2) / static_cast<double>(genes.size());
    std::cout << gene << ": coupled " << coupled.mean << " (sd " << coupled.sd << "), independent " << independent.mean
              << " (sd " << independent.sd << ")\n";
  }
  std::cout << "variance of the difference, coupled / independent: " << ratio << " (mean over " << genes.size()
            << " genes)\n";
  EXPECT_LT(ratio, 0.8);
}

TEST(Coupling, each_forest_alone_has_the_mean_and_spread_of_a_plain_one) {
  const auto file = data_folder() / "brca_permuted.csv";
  UMFI_NEEDS_FILE(file);
  Context context;
  const Table table = read_csv(file);
  const Dataset data(table, {.target = "subtype", .features = {}, .drop = {}, .task = {}}, context);
  const std::size_t seeds = wants_long_tests() ? 200 : 100;
  const std::size_t feature = 0;  // BCL11A, the gene that matters most: here the two forests differ most
  const Differences pair = measure(data, feature, seeds);
  const ForestPower plain(data.target(), data.sample(), {.seed = 77});
  const FeatureView all = data.features();
  const FeatureView others = without(all, feature);
  std::vector<double> with(seeds);
  std::vector<double> missing(seeds);
  Workers workers(context);
  workers.for_each(seeds, [&](std::size_t seed) {
    with[seed] = plain.nu(all, static_cast<std::uint32_t>(seed), workers).value;
    missing[seed] = plain.nu(others, static_cast<std::uint32_t>(seed), workers).value;
  });
  const auto compare = [](const std::vector<double>& ours, const std::vector<double>& expected) {
    const Moments a = summarize(ours);
    const Moments b = summarize(expected);
    EXPECT_NEAR(a.mean, b.mean, 3 * std::hypot(a.standard_error, b.standard_error));
    EXPECT_LT(a.sd, b.sd * 1.3);
    EXPECT_GT(a.sd, b.sd / 1.3);
  };
  compare(pair.with, with);
  compare(pair.without, missing);
}

}  // namespace
}  // namespace umfi
