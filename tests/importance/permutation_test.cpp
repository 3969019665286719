#include "importance/permutation.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "forest/random_tables.hpp"
#include "importance/permutation_cases.hpp"
#include "importance/plain_permutation.hpp"

namespace umfi {
namespace {

class Permutation : public testing::TestWithParam<PermutationCase> {};

TEST_P(Permutation, scores_are_those_of_the_plain_definition_to_the_last_bit) {
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    const forest::RandomTable table = GetParam().table(seed);
    const forest::TrainingData data = table.data();
    const forest::ForestOptions options = GetParam().options(seed);
    EXPECT_EQ(with_threads(1, permutation_importance, data, options), plain::Importance(data, options, false).measure())
        << "table " << seed;
  }
}

TEST_P(Permutation, scores_do_not_depend_on_threads) {
  const forest::RandomTable table = GetParam().table(5);
  const forest::ForestOptions options = GetParam().options(5);
  const std::vector<double> expected = with_threads(1, permutation_importance, table.data(), options);
  for (const int threads : {2, 3, 7})
    EXPECT_EQ(with_threads(threads, permutation_importance, table.data(), options), expected) << threads;
}

INSTANTIATE_TEST_SUITE_P(All, Permutation, testing::ValuesIn(permutation_cases), name_of_case);

TEST(PermutationScores, repeats_share_nothing) {
  const forest::RandomTable table({.rows = 100, .features = 3, .is_continuous = true}, 1);
  EXPECT_NE(with_threads(2, permutation_importance, table.data(), {.trees = 10, .repeat = 0}),
            with_threads(2, permutation_importance, table.data(), {.trees = 10, .repeat = 1}));
}

TEST(PermutationScores, every_tree_is_reported_when_it_is_done) {
  const forest::RandomTable table({.rows = 50, .features = 3}, 1);
  Context context;
  Workers workers(context);
  std::atomic<int> done{0};
  permutation_importance(table.data(), {.trees = 17}, workers, [&] { ++done; });
  EXPECT_EQ(done, 17);
}

// y = x0 exactly, so the first feature carries everything and a constant carries nothing.
TEST(PermutationScores, a_feature_that_no_tree_uses_scores_exactly_0_and_the_one_that_matters_scores_most) {
  const OwnTable table({random_values(200, 1), std::vector<double>(200, 3.0), random_values(200, 2)},
                       random_values(200, 1));
  const std::vector<double> scores = with_threads(2, permutation_importance, table.data(), {.trees = 50, .mtry = 3});
  EXPECT_EQ(scores[1], 0);
  EXPECT_NEAR(scores[0], 2.0 / 12, 0.02);  // a permuted copy of y is off by twice its variance of 1/12
  EXPECT_NEAR(scores[2], 0, 0.001);
}

// Deterministic: with one feature and y = x, every tree predicts classes perfectly; permuting among the out-of-bag rows
// of two equally frequent classes makes about half of them wrong.
TEST(PermutationScores, permuting_the_only_feature_of_two_even_classes_costs_half_the_accuracy) {
  std::vector<double> x;
  for (int row = 0; row < 400; ++row) x.push_back(row % 2);
  const OwnTable table({x}, x, 2);
  const std::vector<double> scores = with_threads(2, permutation_importance, table.data(), {.trees = 100});
  EXPECT_NEAR(scores[0], 0.5, 0.02);  // standard error of a mean of 100 trees with 147 rows each: about 0.004
}

}  // namespace
}  // namespace umfi
