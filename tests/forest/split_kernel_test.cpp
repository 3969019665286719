#include "forest/split_kernel.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <numeric>
#include <vector>

#include "core/distributions.hpp"
#include "forest/forest.hpp"
#include "forest/random_tables.hpp"

namespace umfi::forest {
namespace {

std::vector<double> scores_with_targets(std::int64_t targets) {
  hwy::SetSupportedTargetsForTest(targets);
  std::vector<double> scores;
  Context context;
  Workers workers(context);
  for (const std::size_t classes : {0UL, 2UL, 4UL, 8UL})
    for (const Model model : {Model::forest, Model::extratrees}) {
      const RandomTable random({.rows = classes == 2 ? 5000UL : 300UL, .features = 6, .classes = classes},
                               11 + classes);
      const OobScore score = score_forest(random.data(), {.model = model, .trees = 20, .seed = 3}, workers);
      scores.push_back(score.score);
      scores.insert(scores.end(), score.loss.begin(), score.loss.end());
    }
  hwy::SetSupportedTargetsForTest(0);
  return scores;
}

TEST(SplitKernel, every_instruction_set_gives_the_same_bits) {
  const std::int64_t supported = hwy::SupportedTargets();
  const auto expected = scores_with_targets(supported);
  int tried = 0;
  for (std::int64_t bits = supported; bits != 0; bits &= bits - 1) {
    const std::int64_t target = bits & -bits;
    EXPECT_EQ(scores_with_targets(target), expected) << hwy::TargetName(target);
    ++tried;
  }
  EXPECT_GE(tried, 1);
}

TEST(SplitKernel, sorting_by_rank_keeps_all_rows_and_their_order) {
  Stream stream(stream_key({.seed = 8, .purpose = Purpose::simulation}), 1);
  for (const std::uint32_t size : {2U, 9U, 33U, 500U, 6000U}) {
    std::vector<std::uint32_t> rank;
    for (std::uint32_t row = 0; row < size; ++row) rank.push_back(stream.below(size));
    std::vector<std::uint32_t> rows(size + kernel_padding, 0);
    std::iota(rows.begin(), rows.begin() + size, 0U);
    KernelScratch scratch(size, false);
    std::vector<std::uint32_t> sorted(size);
    split_kernels().sort_by_rank(
        {.rank = rank.data(), .distinct = size, .rows = rows.data(), .size = size, .items = nullptr, .total = 0},
        scratch, sorted.data());
    std::vector<bool> seen(size, false);
    for (std::uint32_t i = 0; i < size; ++i) {
      EXPECT_FALSE(seen[sorted[i]]);
      seen[sorted[i]] = true;
      if (i > 0) {
        EXPECT_LE(rank[sorted[i - 1]], rank[sorted[i]]);
      }
    }
  }
}

}  // namespace
}  // namespace umfi::forest
