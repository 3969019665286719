#include "removal/local_transport.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "removal/columns.hpp"
#include "stats/ranks.hpp"

namespace umfi {
namespace {

using Values = std::vector<double>;

Table table_of(const std::vector<Values>& columns) {
  Table table;
  for (std::size_t c = 0; c < columns.size(); ++c)
    table.add(Column::numbers("x" + std::to_string(c), columns[c], Kind::numeric));
  return table;
}

// All columns but the first, freed of it.
std::vector<Values> freed_of_first(const Table& table, int threads = 1) {
  const std::vector<std::uint32_t> rows = all_rows(table.rows());
  const RemovalData data(table, {.rows = rows});
  const auto remover = make_remover(data, "lgt");
  const auto freed = remover->protect(subject_of(0));
  Context context;
  context.threads = threads;
  Workers workers(context);
  std::vector<Values> result;
  for (FreedColumn& column : freed->columns(freed->changed(table.size()), workers))
    result.push_back(std::move(column.values));
  return result;
}

double spearman(Values a, Values b) {
  replace_by_ranks(a);
  replace_by_ranks(b);
  return correlation(a, b);
}

Values squared(const Values& values) {
  return mapped(values, [](double v) { return v * v; });
}

Values sum(const Values& a, const Values& b) {
  return combined(a, b, [](double x, double y) { return x + y; });
}

Values product(const Values& a, const Values& b) {
  return combined(a, b, [](double x, double y) { return x * y; });
}

// Correlations of 1,000 independent pairs exceed this in about one of 300 samples; the seeds are fixed.
constexpr double chance = 0.095;

TEST(LocalTransport, frees_a_column_that_bends) {
  const Values x = normal_draws(1000, 1), own = normal_draws(1000, 2);
  const Values bent = sum(squared(x), own);
  const Values freed = freed_of_first(table_of({x, bent}))[0];
  ASSERT_GT(spearman(bent, squared(x)), 0.5);
  EXPECT_LT(std::abs(spearman(freed, squared(x))), chance);
  EXPECT_LT(std::abs(spearman(freed, x)), chance);
  EXPECT_GT(spearman(freed, own), 0.95);
}

TEST(LocalTransport, frees_a_column_whose_spread_follows_the_feature) {
  const Values x = normal_draws(1000, 3), own = normal_draws(1000, 4);
  const Values column = combined(x, own, [](double a, double b) { return std::exp(0.8 * a) * b; });
  const Values freed = freed_of_first(table_of({x, column}))[0];
  ASSERT_GT(spearman(squared(column), x), 0.5);
  EXPECT_LT(std::abs(spearman(squared(freed), x)), chance);
  EXPECT_GT(spearman(freed, own), 0.95);
}

TEST(LocalTransport, frees_columns_jointly_where_pairs_hide_the_feature) {
  const Values x = normal_draws(1000, 5), a = normal_draws(1000, 6), noise = normal_draws(1000, 7);
  const Values sign = mapped(x, [](double v) { return v > 0 ? 1.0 : -1.0; });
  const Values b = sum(mapped(product(sign, a), [](double v) { return 0.8 * v; }),
                       mapped(noise, [](double v) { return 0.6 * v; }));
  ASSERT_GT(correlation(product(a, b), sign), 0.5);
  const std::vector<Values> freed = freed_of_first(table_of({x, a, b}));
  // Covariances are taken over neighbours, so that something stays where the sign changes.
  EXPECT_LT(std::abs(correlation(product(freed[0], freed[1]), sign)), 0.2);
}

TEST(LocalTransport, keeps_the_values_of_every_column) {
  const Values x = normal_draws(300, 8);
  const Table table = table_of({x, sum(x, normal_draws(300, 9)), coin_flips(300, 10, 4)});
  const std::vector<Values> freed = freed_of_first(table);
  for (std::size_t c = 0; c < freed.size(); ++c) {
    Values before(table[c + 1].values().begin(), table[c + 1].values().end());
    Values after = freed[c];
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    EXPECT_EQ(before, after) << c;
  }
}

TEST(LocalTransport, nearly_leaves_independent_columns_alone) {
  std::vector<Values> columns;
  for (std::uint64_t c = 0; c < 10; ++c) columns.push_back(normal_draws(150, 20 + c));
  const std::vector<Values> freed = freed_of_first(table_of(columns));
  for (std::size_t c = 0; c < freed.size(); ++c) EXPECT_GT(spearman(freed[c], columns[c + 1]), 0.98) << c;
}

TEST(LocalTransport, leaves_nothing_of_a_monotone_copy) {
  const Values x = normal_draws(200, 30);
  const Values copy = mapped(x, [](double v) { return std::exp(v); });
  EXPECT_TRUE(is_constant(freed_of_first(table_of({x, copy}))[0]));
}

TEST(LocalTransport, frees_columns_of_levels) {
  const Values level = coin_flips(600, 31, 5), own = normal_draws(600, 32);
  const Values column = combined(level, own, [](double l, double o) { return 3 * std::abs(l - 2) + (1 + l) * o; });
  const Values freed = freed_of_first(table_of({level, column}))[0];
  const Values ends = mapped(level, [](double l) { return std::abs(l - 2); });
  ASSERT_GT(spearman(column, ends), 0.3);
  EXPECT_LT(std::abs(spearman(freed, ends)), 0.13);
  EXPECT_LT(std::abs(spearman(squared(freed), level)), 0.13);
}

TEST(LocalTransport, gives_the_same_bits_whatever_the_threads) {
  const Values x = normal_draws(200, 33);
  const Table table = table_of({x, squared(x), sum(x, normal_draws(200, 34)), coin_flips(200, 35, 3)});
  EXPECT_EQ(freed_of_first(table, 1), freed_of_first(table, 4));
}

}  // namespace
}  // namespace umfi
