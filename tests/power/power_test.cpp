#include "umfi/power.hpp"

#include <gtest/gtest.h>

#include "forest/random_tables.hpp"
#include "power/forest_power.hpp"
#include "removal/columns.hpp"

namespace umfi {
namespace {

// A random table as powers see it.
struct PowerTable {
  PowerTable(const forest::RandomTableOptions& options, std::uint64_t seed) : rows(all_rows(options.rows)) {
    const forest::RandomTable random(options, seed);
    const forest::TrainingData data = random.data();
    for (std::size_t f = 0; f < data.features.size(); ++f) {
      const forest::FeatureColumn& column = data.features[f];
      features.add({column.values.begin(), column.values.end()}, column.is_ordered, column.is_discrete);
    }
    std::vector<double> y(data.response.values().begin(), data.response.values().end());
    if (options.classes == 0)
      target = NumericTarget{std::move(y)};
    else
      target = ClassTarget{std::move(y), options.classes};
  }

  OwnedFeatures features;
  Target target;
  std::vector<std::uint32_t> rows;
};

struct PairScore {
  Score with;
  Score without;
};

// nu of all features, and of all but one.
PairScore nu_pair(const Power& power, const FeatureView& features, std::size_t without, Workers& workers) {
  const Subject subject = subject_of(without);
  const FeatureVariant pair[] = {{}, {.columns = nullptr, .without = &subject}};
  const std::vector<Score> scores = power.nu_variants({.features = features, .variants = pair}, workers);
  return {scores.at(0), scores.at(1)};
}

TEST(ForestPower, no_features_are_the_null_model) {
  const PowerTable table({.rows = 60, .features = 3, .classes = 3}, 5);
  const ForestPower power(table.target, {.rows = table.rows}, {.trees = 10});
  Context context;
  Workers workers(context);
  EXPECT_EQ(power.nu(FeatureView(), 0, workers).value, power.null().value);
}

TEST(ForestPower, the_pair_of_a_single_feature_is_its_forest_and_the_null_model) {
  const PowerTable table({.rows = 60, .features = 1, .classes = 2}, 6);
  const FeatureView features = table.features.view();
  const ForestPower power(table.target, {.rows = table.rows}, {.trees = 10});
  Context context;
  Workers workers(context);
  const PairScore pair = nu_pair(power, features, 0, workers);
  EXPECT_EQ(pair.with.value, power.nu(features, 0, workers).value);
  EXPECT_EQ(pair.without.value, power.null().value);
}

TEST(ForestPower, a_feature_that_is_never_used_changes_nothing) {
  // A constant column can be drawn but never wins: with and without it the trees differ only by the draws.
  std::vector<double> x, y;
  for (int i = 0; i < 80; ++i) {
    x.push_back(i);
    y.push_back(i % 7);
  }
  OwnedFeatures features;
  features.add(x);
  features.add(std::vector<double>(80, 1.0));
  const Target target = NumericTarget{y};
  const std::vector<std::uint32_t> rows = all_rows(80);
  Context context;
  Workers workers(context);
  // With mtry = 2 both are drawn in every node, so the constant one has no effect at all.
  const ForestPower power(target, {.rows = rows}, {.trees = 20, .mtry = 2});
  const PairScore pair = nu_pair(power, features.view(), 1, workers);
  EXPECT_EQ(pair.with.value, pair.without.value);
  EXPECT_EQ(pair.with.test_statistic, pair.without.test_statistic);
}

// A power that scores a set by its size: shows what the default variants ask for.
class CountingPower final : public Power {
 public:
  Score null() const override { return {.value = -1}; }
  Score nu(const FeatureView& features, std::uint32_t, Workers&) const override {
    return {.value = static_cast<double>(features.size())};
  }
};

TEST(Power, the_default_pair_evaluates_both_sets) {
  const PowerTable table({.rows = 20, .features = 3, .classes = 0}, 7);
  Context context;
  Workers workers(context);
  const PairScore pair = nu_pair(CountingPower(), table.features.view(), 1, workers);
  EXPECT_EQ(pair.with.value, 3);
  EXPECT_EQ(pair.without.value, 2);
}

}  // namespace
}  // namespace umfi
