#include "removal/exchangeable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "removal/columns.hpp"

namespace umfi {
namespace {

// x1 holds x0, x2 is independent, x3 has three levels.
class Exchangeable : public ::testing::Test {
 protected:
  Exchangeable() : rows_(all_rows(200)) {
    const auto x0 = normal_draws(200, 1);
    const auto levels = coin_flips(200, 4, 3);
    const auto x1 = combined(x0, normal_draws(200, 2), [](double a, double e) { return 1000 + a + e; });
    table_.add(Column::numbers("x0", x0));
    table_.add(Column::numbers("x1", combined(x1, levels, [](double a, double l) { return a + l; })));
    table_.add(Column::numbers("x2", normal_draws(200, 3)));
    table_.add(Column::labels("x3", levels, {"a", "b", "c"}));
    removal_ = std::make_unique<RemovalData>(table_, Sample{.rows = rows_});
    remover_ = make_remover(*removal_, "lr");
  }

  Table table_;
  std::vector<std::uint32_t> rows_;
  std::unique_ptr<RemovalData> removal_;
  std::unique_ptr<const Remover> remover_;
  std::vector<FreedShape> shapes_{4};
};

TEST_F(Exchangeable, columns_are_uncorrelated_with_x_and_with_the_copies_in_range) {
  const PermutedCopies permuted(*removal_, 9);
  const std::vector<CopyRange> ranges(4, {5, 9});
  const ExchangeableRemover exchangeable(*remover_, permuted, shapes_, ranges);
  const auto freed = exchangeable.protect(subject_of(0));
  ASSERT_TRUE(freed->changes(1));
  const auto column = freed_values(*freed, 1);
  EXPECT_NEAR(correlation(column, table_[0].values()), 0, 1e-12);
  for (std::uint32_t copy = 5; copy < 9; ++copy) EXPECT_NEAR(correlation(column, permuted.column(0, copy)), 0, 1e-12);
  EXPECT_GT(std::abs(correlation(column, permuted.column(0, 9))), 1e-6);
  // What is left is what removal alone leaves, but for the dimensions of the copies.
  EXPECT_GT(correlation(column, freed_values(*remover_, 0, 1)), 0.95);
}

TEST_F(Exchangeable, levels_of_x_and_of_copies_have_equal_means) {
  const PermutedCopies permuted(*removal_, 9);
  const std::vector<CopyRange> ranges(4, {0, 4});
  const ExchangeableRemover exchangeable(*remover_, permuted, shapes_, ranges);
  const auto freed = exchangeable.protect(subject_of(3));
  ASSERT_TRUE(freed->changes(1));
  const auto column = freed_values(*freed, 1);
  const auto sum_in_level = [&](std::span<const double> levels, double level) {
    double sum = 0;
    for (std::size_t row = 0; row < levels.size(); ++row) sum += levels[row] == level ? column[row] : 0;
    return sum;
  };
  for (const double level : {0.0, 1.0, 2.0}) {
    EXPECT_NEAR(sum_in_level(table_[3].values(), level), 0, 1e-10);
    for (std::uint32_t copy = 0; copy < 4; ++copy) EXPECT_NEAR(sum_in_level(permuted.column(3, copy), level), 0, 1e-10);
  }
}

TEST_F(Exchangeable, what_removal_left_alone_is_left_alone) {
  const PermutedCopies permuted(*removal_, 9);
  const std::vector<CopyRange> ranges(4, {0, 19});
  const ExchangeableRemover exchangeable(*remover_, permuted, shapes_, ranges);
  EXPECT_FALSE(exchangeable.protect(subject_of(0))->changes(2));
}

TEST_F(Exchangeable, without_copies_columns_are_as_removal_left_them) {
  const PermutedCopies permuted(*removal_, 9);
  const std::vector<CopyRange> none(4);
  const ExchangeableRemover exchangeable(*remover_, permuted, shapes_, none);
  EXPECT_EQ(freed_values(exchangeable, 0, 1), freed_values(*remover_, 0, 1));
}

TEST_F(Exchangeable, lines_in_bins_of_copies_are_taken_out) {
  const PermutedCopies permuted(*removal_, 9);
  const std::vector<CopyRange> ranges(4, {0, 2});
  const std::vector<FreedShape> bins(4, {50});
  const ExchangeableRemover exchangeable(*remover_, permuted, bins, ranges);
  const auto column = freed_values(exchangeable, 0, 1);
  // In the first of three bins, which holds 67 of 200 rows.
  const auto correlation_in_bin = [&](const std::vector<double>& copy) {
    std::vector<std::size_t> order(200);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return copy[a] < copy[b]; });
    std::vector<double> x;
    std::vector<double> freed;
    for (std::size_t k = 0; k < 67; ++k) {
      x.push_back(copy[order[k]]);
      freed.push_back(column[order[k]]);
    }
    return std::abs(correlation(x, freed));
  };
  EXPECT_LT(correlation_in_bin(permuted.column(0, 0)), 1e-10);
  EXPECT_LT(correlation_in_bin(permuted.column(0, 1)), 1e-10);
  EXPECT_GT(correlation_in_bin(permuted.column(0, 2)), 1e-4);
}

TEST(FreedShape, counts_terms_beside_the_mean) {
  Table table;
  table.add(Column::numbers("x", normal_draws(200, 1)));
  table.add(Column::labels("level", coin_flips(200, 4, 3), {"a", "b", "c"}));
  const std::vector<std::uint32_t> rows = all_rows(200);
  const RemovalData removal(table, {.rows = rows});
  EXPECT_EQ(count_terms(FreedShape{}, removal, 0), 1);
  EXPECT_EQ(count_terms(FreedShape{50}, removal, 0), 2 * 3 - 1);
  EXPECT_EQ(count_terms(FreedShape{50}, removal, 1), 2);
}

// Optimal transport makes a constant of an exact copy; noise of rounding must not be left for trees to split on.
TEST_F(Exchangeable, what_removal_made_constant_stays_constant) {
  Table table;
  table.add(table_[0]);
  table.add(Column::numbers("twice", mapped(normal_draws(200, 1), [](double x) { return 2 * x + 1; })));
  const RemovalData removal(table, {.rows = rows_});
  const auto remover = make_remover(removal, "ot", {{"ot_bin_size", 50}});
  const PermutedCopies permuted(removal, 9);
  const std::vector<CopyRange> ranges(2, {0, 4});
  const std::vector<FreedShape> shapes(2, {50});
  const ExchangeableRemover exchangeable(*remover, permuted, shapes, ranges);
  const auto column = freed_values(exchangeable, 0, 1);
  EXPECT_EQ(*std::min_element(column.begin(), column.end()), *std::max_element(column.begin(), column.end()));
}

TEST_F(Exchangeable, copies_hold_the_same_values_in_another_order) {
  const PermutedCopies permuted(*removal_, 9);
  auto first = permuted.column(0, 0);
  auto second = permuted.column(0, 1);
  EXPECT_NE(first, second);
  std::vector<double> own(table_[0].values().begin(), table_[0].values().end());
  EXPECT_NE(first, own);
  for (auto* values : {&first, &second, &own}) std::sort(values->begin(), values->end());
  EXPECT_EQ(first, own);
  EXPECT_EQ(second, own);
}

}  // namespace
}  // namespace umfi
