#include "power/power.hpp"

#include <gtest/gtest.h>

#include "forest/random_tables.hpp"

namespace umfi {
namespace {

using forest::FeatureView;
using forest::RandomTable;

TEST(ForestPower, no_features_are_the_null_model) {
  const RandomTable random({.rows = 60, .features = 3, .classes = 3}, 5);
  const auto data = random.data();
  const ForestPower power(data.response, data.rows, {.trees = 10});
  Context context;
  Workers workers(context);
  EXPECT_EQ(power.nu(FeatureView({}), 0, workers).score, power.null().score);
}

TEST(ForestPower, the_pair_of_a_single_feature_is_its_forest_and_the_null_model) {
  const RandomTable random({.rows = 60, .features = 1, .classes = 2}, 6);
  const auto data = random.data();
  const ForestPower power(data.response, data.rows, {.trees = 10});
  Context context;
  Workers workers(context);
  const PairScore pair = power.nu_pair(data.features, 0, 0, workers);
  EXPECT_EQ(pair.with.score, power.nu(data.features, 0, workers).score);
  EXPECT_EQ(pair.without.score, power.null().score);
}

TEST(ForestPower, a_feature_that_is_never_used_changes_nothing) {
  // A constant column can be drawn but never wins: with and without it the trees differ only by the draws.
  std::vector<double> x, y, constant(80, 1.0);
  for (int i = 0; i < 80; ++i) {
    x.push_back(i);
    y.push_back(i % 7);
  }
  const forest::FeatureColumn a = forest::rank_column(x, true);
  const forest::FeatureColumn b = forest::rank_column(constant, true);
  const FeatureView features({&a, &b});
  const forest::Response response = forest::Response::regression(y);
  std::vector<std::uint32_t> rows(80);
  std::iota(rows.begin(), rows.end(), 0U);
  Context context;
  Workers workers(context);
  // With mtry = 2 both are drawn in every node, so the constant one has no effect at all.
  const ForestPower power(response, rows, {.trees = 20, .mtry = 2});
  const PairScore pair = power.nu_pair(features, 1, 0, workers);
  EXPECT_EQ(pair.with.score, pair.without.score);
  EXPECT_EQ(pair.with.loss, pair.without.loss);
}

// A power that scores a set by its size: shows what the default pair asks for.
class CountingPower final : public Power {
 public:
  Score null() const override { return {.score = -1, .loss = {}}; }
  Score nu(const FeatureView& features, std::uint32_t, Workers&) const override {
    return {.score = static_cast<double>(features.size()), .loss = {}};
  }
};

TEST(Power, the_default_pair_evaluates_both_sets) {
  const RandomTable random({.rows = 20, .features = 3, .classes = 0}, 7);
  Context context;
  Workers workers(context);
  const PairScore pair = CountingPower().nu_pair(random.data().features, 1, 0, workers);
  EXPECT_EQ(pair.with.score, 3);
  EXPECT_EQ(pair.without.score, 2);
}

}  // namespace
}  // namespace umfi
