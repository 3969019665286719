#include "umfi/describe.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace umfi {
namespace {

const double missing = std::nan("");
using Counts = std::vector<std::size_t>;

ColumnSummary summary_of(Column column) {
  Table table;
  table.add(std::move(column));
  return describe(table).columns.at(0);
}

TEST(Describe, a_table_is_counted_in_rows_complete_rows_and_columns) {
  Table table;
  table.add(Column::numbers("a", {1, missing, 3, 4}));
  table.add(Column::numbers("b", {1, 2, 3, missing}));
  const TableSummary summary = describe(table);
  EXPECT_EQ(summary.rows, 4U);
  EXPECT_EQ(summary.complete_rows, 2U);
  ASSERT_EQ(summary.columns.size(), 2U);
  EXPECT_EQ(summary.columns[1].name, "b");
}

TEST(Describe, numbers_have_a_range_and_a_histogram_of_equal_steps) {
  std::vector<double> values(24);
  std::iota(values.begin(), values.end(), 0.0);
  values.push_back(missing);
  const ColumnSummary summary = summary_of(Column::numbers("x", values));
  EXPECT_EQ(summary.kind, Kind::numeric);
  EXPECT_EQ(summary.missing, 1U);
  EXPECT_EQ(summary.distinct, 24U);
  EXPECT_EQ(summary.low, "0");
  EXPECT_EQ(summary.high, "23");
  EXPECT_EQ(summary.histogram, Counts(12, 2));
}

TEST(Describe, few_distinct_numbers_have_as_many_bins) {
  EXPECT_EQ(summary_of(Column::numbers("x", {0, 1, 1, 1})).histogram, (Counts{1, 3}));
  EXPECT_EQ(summary_of(Column::numbers("x", {5, 5, 5})).histogram, Counts{3});
}

TEST(Describe, labels_are_told_by_frequency) {
  const ColumnSummary summary =
      summary_of(Column::labels("soil", {2, 1, 2, 1, 2, missing}, {"clay", "loam", "sand", "silt"}));
  EXPECT_EQ(summary.kind, Kind::categorical);
  EXPECT_EQ(summary.distinct, 2U);
  EXPECT_EQ(summary.low, "sand");
  EXPECT_EQ(summary.high, "loam");
  EXPECT_EQ(summary.histogram, (Counts{3, 2, 0, 0}));
}

TEST(Describe, a_column_without_any_value_has_neither_range_nor_histogram) {
  const ColumnSummary summary = summary_of(Column::numbers("x", {missing, missing}));
  EXPECT_EQ(summary.missing, 2U);
  EXPECT_EQ(summary.distinct, 0U);
  EXPECT_EQ(summary.low, "");
  EXPECT_TRUE(summary.histogram.empty());
}

TEST(Describe, infinite_values_have_a_range_but_no_histogram) {
  const ColumnSummary summary = summary_of(Column::numbers("x", {1, std::numeric_limits<double>::infinity(), 3}));
  EXPECT_EQ(summary.low, "1");
  EXPECT_EQ(summary.high, "inf");
  EXPECT_TRUE(summary.histogram.empty());
}

TEST(Describe, a_range_wider_than_the_largest_double_still_has_a_histogram) {
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(summary_of(Column::numbers("x", {-most, -most, 0, most})).histogram, (Counts{2, 1, 1}));
}

}  // namespace
}  // namespace umfi
