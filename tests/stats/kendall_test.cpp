#include "stats/kendall.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace umfi {
namespace {

TEST(Kendall, same_and_opposite_orders) {
  const std::vector<double> a{1, 2, 3, 4};
  EXPECT_EQ(kendall_tau(a, a), 1);
  EXPECT_EQ(kendall_tau(a, std::vector<double>{9, 7, 2, 1}), -1);
}

// R: cor(c(1, 2, 3, 4, 5), c(3, 1, 4, 1, 5), method = "kendall")
TEST(Kendall, ties_are_corrected_for_as_in_r) {
  EXPECT_NEAR(kendall_tau(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{3, 1, 4, 1, 5}), 0.316227766016838,
              1e-12);
}

TEST(Kendall, without_any_order_there_is_nothing_to_agree_on) {
  EXPECT_TRUE(std::isnan(kendall_tau(std::vector<double>{1, 1, 1}, std::vector<double>{1, 2, 3})));
  EXPECT_TRUE(std::isnan(kendall_tau(std::vector<double>{1}, std::vector<double>{1})));
}

}  // namespace
}  // namespace umfi
