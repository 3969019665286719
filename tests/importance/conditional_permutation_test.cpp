#include "importance/conditional_permutation.hpp"

#include <gtest/gtest.h>

#include "forest/random_tables.hpp"
#include "importance/permutation.hpp"
#include "importance/permutation_cases.hpp"
#include "importance/plain_permutation.hpp"

namespace umfi {
namespace {

class ConditionalPermutation : public testing::TestWithParam<PermutationCase> {};

TEST_P(ConditionalPermutation, scores_are_those_of_the_plain_definition_to_the_last_bit) {
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    const forest::RandomTable table = GetParam().table(seed);
    const forest::TrainingData data = table.data();
    const forest::ForestOptions options = GetParam().options(seed);
    EXPECT_EQ(with_threads(1, conditional_permutation_importance, data, options),
              plain::Importance(data, options, true).measure())
        << "table " << seed;
  }
}

TEST_P(ConditionalPermutation, scores_do_not_depend_on_threads) {
  const forest::RandomTable table = GetParam().table(5);
  const forest::ForestOptions options = GetParam().options(5);
  const std::vector<double> expected = with_threads(1, conditional_permutation_importance, table.data(), options);
  for (const int threads : {2, 3, 7})
    EXPECT_EQ(with_threads(threads, conditional_permutation_importance, table.data(), options), expected) << threads;
}

INSTANTIATE_TEST_SUITE_P(All, ConditionalPermutation, testing::ValuesIn(permutation_cases), name_of_case);

TEST(ConditionalPermutationScores, a_single_feature_is_permuted_plainly) {
  const OwnTable table({random_values(100, 1)}, random_values(100, 1));
  const std::vector<double> plainly = with_threads(2, permutation_importance, table.data(), {});
  EXPECT_GT(plainly[0], 0);
  EXPECT_EQ(with_threads(2, conditional_permutation_importance, table.data(), {}), plainly);
}

TEST(ConditionalPermutationScores, a_feature_that_no_tree_uses_scores_exactly_0) {
  const OwnTable table({random_values(100, 1), std::vector<double>(100, 3.0)}, random_values(100, 1));
  EXPECT_EQ(with_threads(2, conditional_permutation_importance, table.data(), {})[1], 0);
}

// y = x0; the second feature is x0 in four coarse levels. Given x0, it cannot matter much; given the levels, x0 keeps
// what they leave of it.
TEST(ConditionalPermutationScores, a_feature_that_another_one_implies_loses_its_importance) {
  std::vector<double> x = random_values(400, 1);
  std::vector<double> levels;
  for (const double value : x) levels.push_back(std::floor(4 * value));
  const OwnTable table({x, levels}, x, 0, {true, false});
  const auto scores = with_threads(2, conditional_permutation_importance, table.data(), {});
  const auto plainly = with_threads(2, permutation_importance, table.data(), {});
  EXPECT_GT(plainly[1], 0.02);
  EXPECT_LT(scores[1], 0.5 * plainly[1]);
  EXPECT_LT(scores[0], 0.5 * plainly[0]);
}

}  // namespace
}  // namespace umfi
