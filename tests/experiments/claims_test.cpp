#include "experiments/claims.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace umfi::paper {
namespace {

TEST(Claims, a_claim_holds_wholly_partly_or_not_at_all) {
  EXPECT_EQ(verdict_of({true, true}), Verdict::yes);
  EXPECT_EQ(verdict_of({true, false}), Verdict::partly);
  EXPECT_EQ(verdict_of({false, false}), Verdict::no);
  EXPECT_EQ(judged("x leads", {true}, "5").figure, "5");
}

TEST(Claims, differences_are_taken_pair_by_pair) {
  // 1, 2, 3: mean 2, standard deviation 1, standard error 1 / sqrt(3).
  const Estimate estimate = difference({11, 12, 13}, {10, 10, 10});
  EXPECT_DOUBLE_EQ(estimate.mean, 2);
  EXPECT_DOUBLE_EQ(estimate.error, 1 / std::sqrt(3.0));
  EXPECT_EQ(text(estimate), "2.0 ± 0.6");
}

}  // namespace
}  // namespace umfi::paper
