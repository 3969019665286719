#include "inference/adjusted_p.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace umfi {
namespace {

void expect_near(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12) << i;
}

// By hand: 5 p / rank, made monotone from the largest down. R's p.adjust gives the same.
TEST(AdjustedP, benjamini_hochberg) {
  expect_near(adjusted_p(std::vector{0.04, 0.01, 0.03, 0.005, 0.8}, Adjustment::benjamini_hochberg),
              {0.05, 0.025, 0.05, 0.025, 0.8});
}

TEST(AdjustedP, benjamini_yekutieli_is_larger_by_a_harmonic_number) {
  const double factor = 1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4 + 1.0 / 5;
  expect_near(adjusted_p(std::vector{0.04, 0.01, 0.03, 0.005, 0.8}, Adjustment::benjamini_yekutieli),
              {0.05 * factor, 0.025 * factor, 0.05 * factor, 0.025 * factor, 1});
}

TEST(AdjustedP, holm) {
  expect_near(adjusted_p(std::vector{0.04, 0.01, 0.03, 0.005, 0.8}, Adjustment::holm), {0.09, 0.04, 0.09, 0.025, 0.8});
}

TEST(AdjustedP, what_is_not_there_is_not_counted) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> q = adjusted_p(std::vector{0.01, none, 0.02}, Adjustment::benjamini_hochberg);
  EXPECT_NEAR(q[0], 0.02, 1e-12);
  EXPECT_TRUE(std::isnan(q[1]));
  EXPECT_NEAR(q[2], 0.02, 1e-12);
}

}  // namespace
}  // namespace umfi
