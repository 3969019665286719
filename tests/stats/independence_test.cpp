#include "stats/independence.hpp"

#include <gtest/gtest.h>

namespace umfi {
namespace {

// Labels of a table's items, cell by cell: rows of the table are the first labelling, columns the second.
struct Labelled {
  Labels first;
  Labels second;
  explicit Labelled(const std::vector<std::vector<int>>& counts) {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> columns;
    for (std::uint32_t r = 0; r < counts.size(); ++r) {
      for (std::uint32_t c = 0; c < counts[r].size(); ++c) {
        for (int i = 0; i < counts[r][c]; ++i) {
          rows.push_back(r);
          columns.push_back(c);
        }
      }
    }
    first = Labels(rows, counts.size());
    second = Labels(columns, counts[0].size());
  }
};

TEST(Labels, those_that_occur_are_numbered_in_order) {
  const Labels labels({5, 2, 5, 9}, 10);
  ASSERT_EQ(labels.size(), 3U);
  EXPECT_EQ(labels[0], 1U);
  EXPECT_EQ(labels[1], 0U);
  EXPECT_EQ(labels[2], 1U);
  EXPECT_EQ(labels[3], 2U);
  EXPECT_EQ(labels.frequency(1), 2U);
}

// Expected values: R 4.2.2, chisq.test(matrix(c(12, 5, 3, 8, 6, 6), 2, byrow = TRUE), correct = FALSE).
TEST(Independence, the_statistic_is_that_of_chisq_test) {
  const Labelled table({{12, 5, 3}, {8, 6, 6}});
  IndependenceTest test(0.05);
  test.hold_against(table.first);
  EXPECT_NEAR(test.statistic(table.second), 1.8909090909090909, 1e-12);
  EXPECT_FALSE(test.rejects(table.second));  // p = 0.3885
}

// Nine labels against three and against nine: counted by items, where the tables above are counted by bits. Expected:
// the formula; for a table whose cells are all equal but the diagonal, n (sum of observed^2 / (row * column) - 1).
TEST(Independence, many_labels_are_counted_as_well_as_few) {
  std::vector<std::vector<int>> counts(9, std::vector<int>(9, 1));
  for (std::size_t i = 0; i < 9; ++i) counts[i][i] = 4;
  const Labelled table(counts);  // row and column totals of 12
  IndependenceTest test(0.05);
  test.hold_against(table.first);
  EXPECT_NEAR(test.statistic(table.second), 108 * ((9 * 16 + 72 * 1) / 144.0 - 1), 1e-11);
  const Labelled wide({{5, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 5, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 5, 1, 1, 1, 1, 1, 1}});
  test.hold_against(wide.first);
  const double narrow_first = test.statistic(wide.second);
  test.hold_against(wide.second);
  EXPECT_NEAR(test.statistic(wide.first), narrow_first, 1e-11);
  EXPECT_NEAR(narrow_first, 39 * (3 * 25 / (13 * 7.0) + 6 / (13 * 7.0) + 18 / (13 * 3.0) - 1), 1e-11);
}

// The same with matrix(c(30, 10, 10, 30), 2): statistic 20, p = 7.7e-6.
TEST(Independence, dependent_labels_are_told) {
  const Labelled table({{30, 10}, {10, 30}});
  IndependenceTest test(0.05);
  test.hold_against(table.first);
  EXPECT_NEAR(test.statistic(table.second), 20, 1e-12);
  EXPECT_TRUE(test.rejects(table.second));
  EXPECT_FALSE(test.rejects(Labels(std::vector<std::uint32_t>(80, 0), 1)));
}

}  // namespace
}  // namespace umfi
