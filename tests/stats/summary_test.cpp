#include "stats/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/ranks.hpp"

namespace umfi {
namespace {

TEST(Summary, mean_and_sd) {
  const std::vector<double> values{1, 2, 4, 9};
  EXPECT_EQ(mean_of(values), 4);
  EXPECT_DOUBLE_EQ(sd_of(values), std::sqrt(38.0 / 3));
  EXPECT_EQ(sd_of(std::vector<double>{5}), 0);
}

// R: quantile(c(1, 2, 4, 9, 10, 12), c(0, .1, .25, .5, .75, 1))
TEST(Summary, quantiles_are_those_of_r) {
  const std::vector<double> sorted{1, 2, 4, 9, 10, 12};
  EXPECT_EQ(quantile_of_sorted(sorted, 0), 1);
  EXPECT_DOUBLE_EQ(quantile_of_sorted(sorted, 0.1), 1.5);
  EXPECT_DOUBLE_EQ(quantile_of_sorted(sorted, 0.25), 2.5);
  EXPECT_DOUBLE_EQ(quantile_of_sorted(sorted, 0.5), 6.5);
  EXPECT_DOUBLE_EQ(quantile_of_sorted(sorted, 0.75), 9.75);
  EXPECT_EQ(quantile_of_sorted(sorted, 1), 12);
}

TEST(Summary, quartiles_sort_for_themselves) {
  const Quartiles quartiles = quartiles_of({9, 1, 12, 4, 2, 10});
  EXPECT_DOUBLE_EQ(quartiles.q25, 2.5);
  EXPECT_DOUBLE_EQ(quartiles.median, 6.5);
  EXPECT_DOUBLE_EQ(quartiles.q75, 9.75);
  EXPECT_EQ(quartiles_of({3}).q25, 3);
}

TEST(Ranks, ties_share_the_mean_of_their_ranks) {
  std::vector<double> values{3, 1, 3, 2, 3};
  replace_by_ranks(values);
  EXPECT_EQ(values, (std::vector<double>{4, 1, 4, 2, 4}));
}

}  // namespace
}  // namespace umfi
