#include "power/foci_power.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "removal/columns.hpp"

namespace umfi {
namespace {

using Values = std::vector<double>;

double foci(const OwnedFeatures& features, const Target& target, std::size_t rows) {
  const std::vector<std::uint32_t> all = all_rows(rows);
  const FociPower power(target, {.rows = all});
  const Context context;
  Workers workers(context);
  return power.nu(features.view(), 0, workers).value;
}

// The definition for one response, by looking at all pairs of rows: points are given in coordinates.
struct Parts {
  double numerator = 0;
  double denominator = 0;
};

Parts plainly(const std::vector<Values>& coordinates, const Values& y) {
  const std::size_t n = y.size();
  Parts parts;
  for (std::size_t i = 0; i < n; ++i) {
    const auto count = [&](auto&& holds) {
      double counted = 0;
      for (std::size_t k = 0; k < n; ++k) counted += holds(y[k]) ? 1 : 0;
      return counted;
    };
    const auto at_most = [&](std::size_t row) { return count([&](double v) { return v <= y[row]; }); };
    const double at_least = count([&](double v) { return v >= y[i]; });
    double nearest = std::numeric_limits<double>::infinity();
    std::vector<std::size_t> neighbours;
    for (std::size_t k = 0; k < n; ++k) {
      if (k == i) continue;
      double distance = 0;
      for (const Values& coordinate : coordinates) distance += std::pow(coordinate[i] - coordinate[k], 2);
      if (distance < nearest) neighbours.clear();
      if (distance <= nearest) neighbours.push_back(k);
      nearest = std::min(nearest, distance);
    }
    double mean = 0;
    for (const std::size_t k : neighbours)
      mean += std::min(at_most(i), at_most(k)) / static_cast<double>(neighbours.size());
    parts.numerator += static_cast<double>(n) * mean - at_least * at_least;
    parts.denominator += at_least * (static_cast<double>(n) - at_least);
  }
  return parts;
}

Values standardized(Values values) {
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean) / static_cast<double>(values.size());
  for (double& value : values) value = (value - mean) / std::sqrt(squares);
  return values;
}

TEST(FociPower, of_numbers_is_what_all_pairs_of_rows_give) {
  const Values a = normal_draws(80, 1), b = mapped(normal_draws(80, 2), [](double x) { return 100 * x; });
  const Values y = combined(a, b, [](double x, double z) { return x * z; });
  OwnedFeatures features;
  features.add(a);
  features.add(b);
  const Parts parts = plainly({standardized(a), standardized(b)}, y);
  EXPECT_NEAR(foci(features, NumericTarget{y}, 80), parts.numerator / parts.denominator, 1e-12);
}

TEST(FociPower, of_ties_takes_the_mean_over_all_nearest_rows) {
  const Values a = coin_flips(60, 3, 3), y = combined(a, normal_draws(60, 4), [](double x, double e) { return std::round(x + e); });
  OwnedFeatures features;
  features.add(a);
  const Parts parts = plainly({standardized(a)}, y);
  EXPECT_NEAR(foci(features, NumericTarget{y}, 60), parts.numerator / parts.denominator, 1e-12);
}

TEST(FociPower, of_classes_is_the_mean_of_their_indicators_by_variance) {
  const Values a = normal_draws(70, 5);
  const Values codes = mapped(a, [](double x) { return x < -0.5 ? 0.0 : x < 0.5 ? 1.0 : 2.0; });
  OwnedFeatures features;
  features.add(a);
  Parts sum;
  for (const double k : {0.0, 1.0, 2.0}) {
    const Parts parts = plainly({standardized(a)}, mapped(codes, [k](double code) { return code == k ? 1.0 : 0.0; }));
    sum.numerator += parts.numerator;
    sum.denominator += parts.denominator;
  }
  EXPECT_NEAR(foci(features, ClassTarget{codes, 3}, 70), sum.numerator / sum.denominator, 1e-12);
}

TEST(FociPower, of_unordered_levels_is_that_of_their_indicators) {
  const Values levels = coin_flips(60, 6, 4), y = combined(levels, normal_draws(60, 7), [](double x, double e) { return x == 2 ? e + 2 : e; });
  OwnedFeatures features;
  features.add(levels, /*is_ordered=*/false, /*is_discrete=*/true);
  std::vector<Values> indicators;
  for (const double k : {0.0, 1.0, 2.0, 3.0})
    indicators.push_back(mapped(levels, [k](double level) { return level == k ? 1.0 : 0.0; }));
  const Parts parts = plainly(indicators, y);
  EXPECT_NEAR(foci(features, NumericTarget{y}, 60), parts.numerator / parts.denominator, 1e-12);
}

// Azadkia and Chatterjee (2021), theorem 2.1: 0 for independence, 1 for a function, as rows become many.
TEST(FociPower, is_near_0_for_noise_and_near_1_for_a_function) {
  const Values x = normal_draws(2000, 8);
  OwnedFeatures features;
  features.add(x);
  EXPECT_NEAR(foci(features, NumericTarget{normal_draws(2000, 9)}, 2000), 0, 0.08);
  EXPECT_GT(foci(features, NumericTarget{mapped(x, [](double v) { return std::sin(3 * v); })}, 2000), 0.98);
}

// Their example of an interaction: neither says anything alone, together they determine y.
TEST(FociPower, sees_what_appears_only_together) {
  const Values a = mapped(normal_draws(1500, 10), [](double v) { return v - std::floor(v); });
  const Values b = mapped(normal_draws(1500, 11), [](double v) { return v - std::floor(v); });
  const Values y = combined(a, b, [](double x, double z) { return x + z - std::floor(x + z); });
  OwnedFeatures alone, both;
  alone.add(a);
  both.add(a);
  both.add(b);
  EXPECT_LT(foci(alone, NumericTarget{y}, 1500), 0.1);
  EXPECT_GT(foci(both, NumericTarget{y}, 1500), 0.7);
}

TEST(FociPower, does_not_depend_on_units) {
  const Values a = normal_draws(100, 12), b = normal_draws(100, 13);
  const Values y = combined(a, b, [](double x, double z) { return x + z; });
  OwnedFeatures plain, scaled;
  plain.add(a);
  plain.add(b);
  scaled.add(mapped(a, [](double v) { return 1e200 * v; }));
  scaled.add(mapped(b, [](double v) { return 1e-200 * v; }));
  EXPECT_NEAR(foci(plain, NumericTarget{y}, 100), foci(scaled, NumericTarget{y}, 100), 1e-9);
}

}  // namespace
}  // namespace umfi
