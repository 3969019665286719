// Ablation, bivariate and marginal contribution against their definitions, on a power that is a plain function of sets.
#include <gtest/gtest.h>

#include <cmath>

#include "importance/ablation.hpp"
#include "importance/marginal_contribution.hpp"
#include "importance/measured.hpp"

namespace umfi {
namespace {

// nu of a set is known: it hangs on which columns are there, told by their first value.
class SetPower final : public Power {
 public:
  explicit SetPower(std::function<double(unsigned)> of_set) : of_set_(std::move(of_set)) {}
  Score null() const override { return {.score = of_set_(0), .loss = {}}; }
  Score nu(const forest::FeatureView& features, std::uint32_t, Workers&) const override {
    unsigned set = 0;
    for (std::size_t i = 0; i < features.size(); ++i) set |= 1U << static_cast<unsigned>(features[i].values[0]);
    return {.score = of_set_(set), .loss = {}};
  }

 private:
  std::function<double(unsigned)> of_set_;
};

class Differences : public testing::Test {
 protected:
  static constexpr unsigned features = 5;
  Differences() {
    for (unsigned f = 0; f < features; ++f) {
      values_.push_back({static_cast<double>(f), 100.0});
      columns_.push_back({.values = values_[f], .rank = {}, .place = {}});
    }
  }
  forest::FeatureView view() const {
    std::vector<const forest::FeatureColumn*> pointers;
    for (const auto& column : columns_) pointers.push_back(&column);
    return forest::FeatureView(pointers);
  }

  std::vector<std::vector<double>> values_;
  std::vector<forest::FeatureColumn> columns_;
  SetPower power_{[](unsigned set) { return 0.3 + std::sin(17.0 * set) * 0.2; }};  // no structure at all
  double at(unsigned set) const { return 0.3 + std::sin(17.0 * set) * 0.2; }
  Context context_;
  Workers workers_{context_};
  static constexpr unsigned all = (1U << features) - 1;
};

TEST_F(Differences, ablation_takes_one_feature_away) {
  std::size_t steps = 0;
  const Measures result = measured(features, [&](const RepeatItems& repeat) {
    measure_ablation(view(), power_, -9, repeat, workers_, [&] { ++steps; });
  });
  EXPECT_EQ(result.full, at(all));
  for (unsigned f = 0; f < features; ++f) EXPECT_DOUBLE_EQ(result.features[f].value, at(all) - at(all & ~(1U << f)));
  EXPECT_EQ(steps, ablation_blocks(features));
}

TEST_F(Differences, bivariate_takes_one_feature_alone) {
  const Measures result = measured(
      features, [&](const RepeatItems& repeat) { measure_bivariate(view(), power_, -9, repeat, workers_, {}); });
  for (unsigned f = 0; f < features; ++f) EXPECT_DOUBLE_EQ(result.features[f].value, at(1U << f) - at(0));
}

TEST_F(Differences, powers_below_the_floor_are_raised) {
  const Measures result = measured(
      features, [&](const RepeatItems& repeat) { measure_bivariate(view(), power_, 0.3, repeat, workers_, {}); });
  for (unsigned f = 0; f < features; ++f)
    EXPECT_DOUBLE_EQ(result.features[f].value, std::max(0.3, at(1U << f)) - std::max(0.3, at(0)));
}

TEST_F(Differences, marginal_contribution_is_the_largest_over_all_sets_of_that_size) {
  for (const std::size_t largest : {1U, 2U, 3U, 4U, 9U}) {
    std::atomic<std::size_t> models{0};
    const Measures result = measured(features, [&](const RepeatItems& repeat) {
      measure_marginal_contribution(view(), largest, power_, -9, repeat, workers_, [&] { ++models; });
    });
    EXPECT_EQ(static_cast<double>(models), marginal_contribution_models(features, largest));
    EXPECT_EQ(result.full, at(all));
    for (unsigned f = 0; f < features; ++f) {
      double most = -9;
      for (unsigned set = 0; set <= all; ++set)
        if ((set >> f & 1) == 0 && static_cast<std::size_t>(std::popcount(set)) <= largest)
          most = std::max(most, at(set | 1U << f) - at(set));
      EXPECT_DOUBLE_EQ(result.features[f].value, most) << largest;
    }
  }
}

TEST(MarginalContribution, counts_its_models) {
  EXPECT_EQ(marginal_contribution_models(50, 2), 20875);  // 50 + 1225 + 19600
  EXPECT_EQ(marginal_contribution_models(4, 4), 15);
  EXPECT_EQ(marginal_contribution_models(4, 100), 15);
  EXPECT_GT(marginal_contribution_models(50, 50), 1e15);
}

}  // namespace
}  // namespace umfi
