#include "forest/split_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <vector>

#include "core/distributions.hpp"
#include "forest/forest.hpp"
#include "forest/random_tables.hpp"
#include "forest/with_targets.hpp"

namespace umfi::forest {
namespace {

std::vector<double> forest_scores() {
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
  return scores;
}

TEST(SplitKernel, every_instruction_set_gives_the_same_bits) {
  const auto expected = forest_scores();
  int tried = 0;
  with_every_target([&] {
    EXPECT_EQ(forest_scores(), expected);
    ++tried;
  });
  EXPECT_GE(tried, 1);
}

// As many random numbers as rows.
OwnedColumn random_column(std::uint32_t rows, const std::function<std::uint32_t(std::uint32_t)>& number,
                          Stream& stream) {
  std::vector<double> values;
  for (std::uint32_t row = 0; row < rows; ++row) values.push_back(number(row));
  shuffle<double>(values, stream);
  return replace_values(FeatureColumn{}, std::move(values), true);
}

// With one number only, more and more of them, few ties, and none.
std::vector<OwnedColumn> random_columns(std::uint32_t rows, Stream& stream) {
  std::vector<OwnedColumn> columns;
  for (const std::uint32_t distinct : {1U, 3U, 64U, 300U})
    columns.push_back(random_column(
        rows, [&](std::uint32_t) { return stream.below(distinct); }, stream));
  columns.push_back(random_column(
      rows, [](std::uint32_t row) { return row % 20 == 1 ? row - 1 : row; }, stream));
  for (int i = 0; i < 3; ++i)
    columns.push_back(random_column(
        rows, [](std::uint32_t row) { return row; }, stream));
  return columns;
}

// A node of some rows of a table, weights up to what the layout holds.
struct RandomNode {
  std::vector<std::uint32_t> rows;
  std::vector<Item> items;
  PackedRows input{};

  RandomNode(std::uint32_t table_rows, std::uint32_t size, int classes, Stream& stream) {
    rows.resize(table_rows);
    std::iota(rows.begin(), rows.end(), 0U);
    shuffle<std::uint32_t>(rows, stream);
    for (std::uint32_t k = 0; k < size + kernel_padding; ++k) {
      const Item weight = 1 + stream.below(std::max(1U, 4095 / size));
      items.push_back(weight << (16 * stream.below(static_cast<std::uint32_t>(classes))));
    }
    input = {{rows.data(), items.data(), size}, 0};
    for (std::uint32_t k = 0; k < size; ++k) input.total += items[k];
  }

  // The row of this rank, which must be no other row's, becomes the first.
  void put_first(const FeatureColumn& column, std::uint32_t rank) {
    std::swap(rows[0], *std::find_if(rows.begin(), rows.end(), [&](auto row) { return column.rank[row] == rank; }));
  }
};

// Every row's rank as the last on the left, the definition of the score as it stands.
Cut best_gini_cut_by_definition(const RandomNode& node, const FeatureColumn& column, int classes) {
  Cut best;
  std::set<std::uint32_t> ranks;
  for (std::uint32_t k = 0; k < node.input.in_bag.size; ++k) ranks.insert(column.rank[node.rows[k]]);
  for (const std::uint32_t last : ranks) {
    std::vector<double> left(4);
    std::vector<double> right(4);
    for (std::uint32_t k = 0; k < node.input.in_bag.size; ++k)
      for (int c = 0; c < classes; ++c)
        (column.rank[node.rows[k]] <= last ? left : right)[static_cast<std::size_t>(c)] +=
            static_cast<double>(node.items[k] >> (16 * c) & 0xffff);
    const auto sum = [](const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0); };
    const auto squares = [](const std::vector<double>& v) {
      return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
    };
    const double score =
        (squares(left) * sum(right) + squares(right) * sum(left)) / (sum(left) * sum(right));  // NaN: nothing parted
    if (score > best.score) best = {.score = score, .last_left = last};
  }
  return best;
}

// Several features at a time, with many ties, few and none. Scratch is used again and again, so that what one search
// leaves behind would spoil the next.
void expect_best_cuts_of_definition(std::uint32_t rows, Stream& stream) {
  std::vector<std::uint32_t> sizes{65, 71, 200, 990};
  for (std::uint32_t size = 2; size <= 64; ++size) sizes.push_back(size);
  KernelScratch scratch(rows, true);
  const std::vector<OwnedColumn> columns = random_columns(rows, stream);
  for (const int classes : {2, 3, 4})
    for (const std::uint32_t size : sizes) {
      RandomNode node(rows, size, classes, stream);
      if (size % 2 == 0) node.put_first(columns.back().column, rows - 1);
      std::vector<Cut> expected;
      for (const OwnedColumn& column : columns)
        expected.push_back(best_gini_cut_by_definition(node, column.column, classes));
      with_every_target([&] {
        for (const std::size_t first : {std::size_t{0}, columns.size() - 3, columns.size() - 1}) {
          std::vector<Cut> found(columns.size());
          std::vector<Candidate> candidates;
          for (std::size_t i = first; i < columns.size(); ++i) candidates.push_back({&columns[i].column, &found[i], 0});
          split_kernels().best_gini_cuts(node.input, {classes, 16, columns[0].column.rank.is_narrow()}, scratch,
                                         candidates);
          for (std::size_t i = first; i < columns.size(); ++i) {
            ASSERT_EQ(found[i].score, expected[i].score) << i << " " << classes << " " << size;
            if (expected[i].score >= 0) {
              ASSERT_EQ(found[i].last_left, expected[i].last_left) << i << " " << classes << " " << size;
            }
          }
        }
      });
    }
}

TEST(SplitKernel, the_best_gini_cuts_are_those_of_the_definition_in_small_tables) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 5);
  expect_best_cuts_of_definition(most_ordered_rows, stream);
}

TEST(SplitKernel, the_best_gini_cuts_are_those_of_the_definition) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 1);
  expect_best_cuts_of_definition(3000, stream);
}

TEST(SplitKernel, the_best_gini_cuts_are_those_of_the_definition_where_ranks_exceed_15_bits) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 2);
  expect_best_cuts_of_definition(65'535, stream);
}

TEST(SplitKernel, the_best_gini_cuts_are_those_of_the_definition_where_ranks_exceed_16_bits) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 3);
  expect_best_cuts_of_definition(70'000, stream);
}

// Classes change between two rows that share a value, the only ones that do: the best cut of all is not allowed.
void expect_equal_values_together(std::uint32_t rows, Stream& stream) {
  const std::uint32_t half = rows / 2;
  RandomNode node(rows, rows, 2, stream);
  std::vector<double> values(rows);
  node.items.assign(rows + kernel_padding, 1);
  for (std::uint32_t k = 0; k < rows; ++k) {
    values[node.rows[k]] = k == half ? half - 1 : k;
    node.items[k] = k < half ? 1 : Item{1} << 16;
  }
  node.rows.resize(rows + kernel_padding);
  node.input = {{node.rows.data(), node.items.data(), rows}, half + (Item{half} << 16)};
  const OwnedColumn column = replace_values(FeatureColumn{}, std::move(values), true);
  const Cut expected = best_gini_cut_by_definition(node, column.column, 2);
  KernelScratch scratch(rows, true);
  with_every_target([&] {
    Cut found;
    const Candidate candidate{&column.column, &found, 0};
    split_kernels().best_gini_cuts(node.input, {2, 16, true}, scratch, {&candidate, 1});
    EXPECT_EQ(found.score, expected.score);
    EXPECT_EQ(found.last_left, expected.last_left);
    EXPECT_LT(found.score, rows);  // that of two pure children
  });
}

// Tables that keep an order of rows, and that do not.
TEST(SplitKernel, equal_values_are_not_separated_by_the_cut_that_would_be_best) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 4);
  for (const std::uint32_t rows : {20U, 200U, 2000U}) expect_equal_values_together(rows, stream);
}

TEST(SplitKernel, sorting_by_rank_keeps_all_rows_and_their_order) {
  Stream stream(stream_key({.seed = 8, .purpose = Purpose::simulation}), 1);
  for (const std::uint32_t size : {2U, 9U, 33U, 500U, 6000U}) {
    const auto number = [&](std::uint32_t) { return stream.below(size); };
    const OwnedColumn owned = random_column(size, number, stream);
    const RowNumbers& rank = owned.column.rank;
    std::vector<std::uint32_t> rows(size);
    std::iota(rows.begin(), rows.end(), 0U);
    KernelScratch scratch(size, false);
    std::vector<std::uint32_t> sorted(size);
    split_kernels().sort_by_rank(rows, owned.column, scratch, sorted.data());
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
