// Ablation, bivariate and marginal contribution against their definitions, on a power that is a plain function of sets.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <functional>

#include "importance/ablation.hpp"
#include "importance/marginal_contribution.hpp"
#include "importance/measured.hpp"
#include "removal/columns.hpp"

namespace umfi {
namespace {

// nu of a set is known: it hangs on which columns are there, told by their first value.
class SetPower final : public Power {
 public:
  explicit SetPower(std::function<double(unsigned)> of_set) : of_set_(std::move(of_set)) {}
  Score null() const override { return {.value = of_set_(0)}; }
  Score nu(const FeatureView& features, std::uint32_t, Workers&) const override {
    unsigned set = 0;
    for (std::size_t i = 0; i < features.size(); ++i) set |= 1U << static_cast<unsigned>(features[i].values[0]);
    return {.value = of_set_(set)};
  }

 private:
  std::function<double(unsigned)> of_set_;
};

class Differences : public testing::Test {
 protected:
  static constexpr unsigned features = 5;
  Differences() {
    for (unsigned f = 0; f < features; ++f) columns_.add({static_cast<double>(f), 100.0});
    view_ = columns_.view();
  }
  MethodInput input(double floor, OptionValues options = {}) const {
    return {.features = view_,
            .subjects = {},
            .target = target_,
            .sample = {},
            .power = power_,
            .floor = floor,
            .options = std::move(options),
            .repeats = {},
            .progress = {}};
  }

  OwnedFeatures columns_;
  FeatureView view_;
  Target target_;  // the power does not look at it
  SetPower power_{[](unsigned set) { return 0.3 + std::sin(17.0 * set) * 0.2; }};  // no structure at all
  double at(unsigned set) const { return 0.3 + std::sin(17.0 * set) * 0.2; }
  Context context_;
  Workers workers_{context_};
  static constexpr unsigned all = (1U << features) - 1;
};

TEST_F(Differences, ablation_takes_one_feature_away) {
  std::size_t steps = 0;
  MethodInput counted = input(-9);
  counted.progress = [&](std::size_t done) { steps += done; };
  const Measures result = measured(measure_ablation, counted, workers_);
  EXPECT_EQ(result.full, at(all));
  for (unsigned f = 0; f < features; ++f) EXPECT_DOUBLE_EQ(result.features[f].value, at(all) - at(all & ~(1U << f)));
  EXPECT_EQ(steps, ablation_entry().steps({.subjects = features, .power_steps = power_.steps(), .options = {}}));
}

TEST_F(Differences, bivariate_takes_one_feature_alone) {
  const Measures result = measured(measure_bivariate, input(-9), workers_);
  for (unsigned f = 0; f < features; ++f) EXPECT_DOUBLE_EQ(result.features[f].value, at(1U << f) - at(0));
}

TEST_F(Differences, powers_below_the_floor_are_raised) {
  const Measures result = measured(measure_bivariate, input(0.3), workers_);
  for (unsigned f = 0; f < features; ++f)
    EXPECT_DOUBLE_EQ(result.features[f].value, std::max(0.3, at(1U << f)) - std::max(0.3, at(0)));
}

TEST_F(Differences, marginal_contribution_is_the_largest_over_all_sets_of_that_size) {
  for (const std::size_t largest : {1U, 2U, 3U, 4U, 9U}) {
    std::atomic<std::size_t> models{0};
    MethodInput counted = input(-9, {{"mci_k", static_cast<std::int64_t>(largest)}});
    counted.progress = [&](std::size_t done) { models += done; };
    const Measures result = measured(measure_marginal_contribution, counted, workers_);
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
