#include "study/intervals.hpp"

#include <gtest/gtest.h>

namespace umfi {
namespace {

double variance_of(double score, double sd, double of_halves, bool repeats_differ_in_rows = false) {
  FeatureScore feature;
  feature.score = score;
  feature.sd = sd;
  return sampling_variance(feature, of_halves, repeats_differ_in_rows);
}

// Half-samples of variance 4, so that a standard deviation is 2.
TEST(SamplingVariance, of_a_clear_score_is_that_of_half_samples) {
  EXPECT_DOUBLE_EQ(variance_of(6, 1, 4), 4);
  EXPECT_DOUBLE_EQ(variance_of(100, 1, 4), 4);
}

TEST(SamplingVariance, of_a_score_near_zero_or_below_is_half_of_it_without_the_noise_of_repeats) {
  for (const double score : {2.0, 0.0, -50.0}) EXPECT_DOUBLE_EQ(variance_of(score, 1, 4), (4 - 1) / 2.0);
  EXPECT_DOUBLE_EQ(variance_of(0, 5, 4), 4 / 6.0);        // never less than a sixth
  EXPECT_DOUBLE_EQ(variance_of(0, 5, 4, true), 4 / 2.0);  // such repeats say nothing about random numbers
}

TEST(SamplingVariance, goes_along_a_straight_line_between) {
  EXPECT_DOUBLE_EQ(variance_of(4, 1, 4), (1.5 + 4) / 2);
}

TEST(SamplingVariance, of_halves_that_never_differ_is_zero) {
  EXPECT_EQ(variance_of(0, 0, 0), 0);
}

}  // namespace
}  // namespace umfi
