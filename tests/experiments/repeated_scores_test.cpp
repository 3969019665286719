#include "experiments/repeated_scores.hpp"

#include <gtest/gtest.h>

namespace umfi::paper {
namespace {

ScoredFeature feature(const std::string& name, bool is_related, std::vector<double> values) {
  return {name, is_related, values, quartiles_of(values)};
}

// Two related features, one of which is found, and two unrelated ones, one of which is rejected.
RepeatedScores example() {
  return {"made up",
          {feature("a", true, {4, 4, 4, 4, 8}), feature("b", true, {0, 0, 0, 1, 1}),
           feature("c", false, {1, 1, 1, 2, 2}), feature("d", false, {0, 0, 0, 0, 3})},
          5,
          0};
}

TEST(RepeatedScores, features_are_told_from_zero_by_their_medians) {
  const Detection found = detect(example());
  EXPECT_DOUBLE_EQ(found.tpr, 0.5);
  EXPECT_DOUBLE_EQ(found.tnr, 0.5);
  EXPECT_DOUBLE_EQ(found.right, 0.5);
  EXPECT_EQ(example().count_zero(), 2U);
}

TEST(RepeatedScores, siqr_is_the_mean_interquartile_range_over_the_mean_median) {
  // Interquartile ranges 0, 1, 1, 0 and medians 4, 0, 1, 0.
  EXPECT_DOUBLE_EQ(detect(example()).siqr, 2.0 / 5);
  EXPECT_DOUBLE_EQ(siqr_of_related(example()), 1.0 / 4);
}

TEST(RepeatedScores, ranks_count_the_higher_medians) {
  EXPECT_EQ(example().rank_of("a"), 1U);
  EXPECT_EQ(example().rank_of("c"), 2U);
  EXPECT_EQ(example().rank_of("b"), 3U);
  EXPECT_EQ(example().rank_of("d"), 3U);
  EXPECT_EQ(example().ranked().front()->name, "a");
}

TEST(RepeatedScores, parts_are_summarized_anew) {
  const RepeatedScores last = example().part(3, 2);
  EXPECT_EQ(last.repeats, 2U);
  EXPECT_DOUBLE_EQ(last.feature("b").quartiles.median, 1);
  EXPECT_DOUBLE_EQ(detect(last).tpr, 1);
}

TEST(RepeatedScores, intervals_hold_the_figure_they_belong_to) {
  const Interval interval = interval_of(example(), siqr_of_related, 1);
  EXPECT_TRUE(interval.holds(siqr_of_related(example())));
  EXPECT_FALSE(interval.holds(1000));
}

}  // namespace
}  // namespace umfi::paper
