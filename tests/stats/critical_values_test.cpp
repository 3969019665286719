// Expected values: R 4.2.2.
#include "stats/critical_values.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace umfi {
namespace {

TEST(CriticalValues, a_correlation_is_significant_where_its_t_test_is) {
  // t <- qt(0.995, 98); t^2 / (t^2 + 98)
  EXPECT_NEAR(critical_squared_correlation(100, 0.01), 0.0657837609809434, 1e-12);
  // t <- qt(0.995, 570); t^2 / (t^2 + 570)
  EXPECT_NEAR(critical_squared_correlation(572, 0.01), 0.011582771866528, 1e-12);
}

TEST(CriticalValues, shares_of_groups_follow_the_f_distribution) {
  // f <- qf(0.95, 3, 96); 3 * f / (3 * f + 96)
  EXPECT_NEAR(critical_explained_share(100, 4, 0.05), 0.0777936556083292, 1e-12);
}

TEST(CriticalValues, chi_squared) {
  EXPECT_NEAR(critical_chi_squared(4, 0.05), 9.48772903678115, 1e-10);  // qchisq(0.95, 4)
}

TEST(CriticalValues, extremes_mean_always_and_never) {
  EXPECT_EQ(critical_squared_correlation(100, 1), 0);
  EXPECT_EQ(critical_squared_correlation(2, 0.01), 1);
  EXPECT_EQ(critical_explained_share(10, 1, 0.01), 1);
  EXPECT_EQ(critical_chi_squared(3, 1), 0);
}

}  // namespace
}  // namespace umfi
