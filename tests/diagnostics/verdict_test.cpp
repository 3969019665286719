// The rules as they are documented in docs/importance.md.
#include "diagnostics/verdict.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace umfi {
namespace {

TEST(Verdict, what_is_below_a_twentieth_or_a_tenth_of_what_there_was_is_removed) {
  EXPECT_TRUE(is_removed(0.049, 0.1));
  EXPECT_TRUE(is_removed(-0.2, -0.1));
  EXPECT_TRUE(is_removed(0.08, 0.9));
  EXPECT_FALSE(is_removed(0.051, 0.5));
}

TEST(Verdict, much_is_more_than_a_fifth_and_more_than_a_quarter_of_what_there_was) {
  EXPECT_TRUE(leaves_much(0.3, 0.9));
  EXPECT_TRUE(leaves_much(0.3, 0));
  EXPECT_FALSE(leaves_much(0.21, 0.9));
  EXPECT_FALSE(leaves_much(0.19, 0.3));
}

TEST(Verdict, each_measure_is_judged_by_what_there_was_by_it) {
  // The smaller figure can be the graver one: 0.09 of 0.95 is removed, 0.06 of 0.30 is not.
  EXPECT_EQ(graver({0.09, 0.95}, {0.06, 0.30}).residual, 0.06);
  EXPECT_EQ(graver({0.24, 0.97}, {0.23, 0.30}).residual, 0.23);  // a quarter of 0.97 is more than 0.24
  EXPECT_EQ(graver({0.3, 0.9}, {0.4, 0.9}).residual, 0.4);       // equally grave: the larger
  EXPECT_EQ(gravity({0.04, 0.1}), Gravity::removed);
  EXPECT_EQ(gravity({0.1, 0.3}), Gravity::some_is_left);
  EXPECT_EQ(gravity({0.3, 0.4}), Gravity::much_is_left);
}

TEST(Verdict, the_better_remover_leaves_less_unless_lr_leaves_nothing_that_counts) {
  const auto better = [](double lr, double ot) { return better_remover(std::vector<double>{lr, ot}); };
  constexpr std::size_t lr = 0;
  constexpr std::size_t ot = 1;
  EXPECT_EQ(better(0.3, 0.1), ot);
  EXPECT_EQ(better(0.1, 0.3), lr);
  EXPECT_EQ(better(0.04, -0.1), lr);
  EXPECT_EQ(better(0.2, 0.2), lr);
}

}  // namespace
}  // namespace umfi
