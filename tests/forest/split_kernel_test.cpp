#include "forest/split_kernel.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
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

// A node of some rows of a table, weights up to what the layout holds.
struct RandomNode {
  std::vector<std::uint32_t> rank;  // by table row
  std::vector<std::uint32_t> rows;
  std::vector<PackedItem> items;
  KernelInput input{};

  RandomNode(std::uint32_t table_rows, std::uint32_t distinct, std::uint32_t size, int classes, Stream& stream) {
    for (std::uint32_t row = 0; row < table_rows; ++row) rank.push_back(stream.below(distinct));
    for (std::uint32_t k = 0; k < size + kernel_padding; ++k) {
      rows.push_back(stream.below(table_rows));
      const PackedItem weight = 1 + stream.below(std::max(1U, 4095 / size));
      items.push_back(weight << (16 * stream.below(static_cast<std::uint32_t>(classes))));
    }
    input = {rank.data(), distinct, rows.data(), size, items.data(), 0};
    for (std::uint32_t k = 0; k < size; ++k) input.total += items[k];
  }
};

// Every rank as the last on the left, the definition of the score as it stands.
KernelCut best_gini_cut_by_definition(const RandomNode& node, int classes) {
  KernelCut best;
  for (std::uint32_t last = 0; last < node.input.distinct; ++last) {
    std::vector<double> left(4);
    std::vector<double> right(4);
    for (std::uint32_t k = 0; k < node.input.size; ++k)
      for (int c = 0; c < classes; ++c)
        (node.rank[node.rows[k]] <= last ? left : right)[static_cast<std::size_t>(c)] +=
            static_cast<double>(node.items[k] >> (16 * c) & 0xffff);
    const auto sum = [](const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0); };
    const auto squares = [](const std::vector<double>& v) {
      return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
    };
    const double score =
        (squares(left) * sum(right) + squares(right) * sum(left)) / (sum(left) * sum(right));  // NaN: nothing parted
    if (score > best.score) best = {score, last};
  }
  return best;
}

// Few rows and many, close together among the ranks and far apart, each with ties and without many.
TEST(SplitKernel, the_best_gini_cut_is_that_of_the_definition) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 1);
  const SplitKernels kernels = split_kernels();
  std::vector<std::uint32_t> sizes{40, 64, 65, 200, 1000};
  for (std::uint32_t size = 2; size <= 34; ++size) sizes.push_back(size);
  for (const std::uint32_t distinct : {1U, 3U, 64U, 300U, 3000U}) {
    KernelScratch scratch(3000, true);
    for (const int classes : {2, 3, 4})
      for (const std::uint32_t size : sizes) {
        const RandomNode node(3000, distinct, size, classes, stream);
        const KernelCut expected = best_gini_cut_by_definition(node, classes);
        const KernelCut found = kernels.best_gini_cut(node.input, {classes, 16, true}, scratch);
        ASSERT_EQ(found.score, expected.score) << distinct << " " << classes << " " << size;
        if (expected.score >= 0) {
          ASSERT_EQ(found.last_left, expected.last_left) << distinct << " " << classes << " " << size;
        }
      }
  }
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
