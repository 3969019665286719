// The rules as they are documented in docs/importance.md.
#include "diagnostics/verdict.hpp"

#include <gtest/gtest.h>

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

TEST(Verdict, the_better_remover_leaves_less_unless_lr_leaves_nothing_that_counts) {
  EXPECT_EQ(better_remover(0.3, 0.1), RemovalMethod::ot);
  EXPECT_EQ(better_remover(0.1, 0.3), RemovalMethod::lr);
  EXPECT_EQ(better_remover(0.04, -0.1), RemovalMethod::lr);
  EXPECT_EQ(better_remover(0.2, 0.2), RemovalMethod::lr);
}

}  // namespace
}  // namespace umfi
