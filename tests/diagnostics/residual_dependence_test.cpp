#include "diagnostics/residual_dependence.hpp"

#include <gtest/gtest.h>

#include "diagnostics/examined.hpp"
#include "umfi/measure_power.hpp"

namespace umfi {
namespace {

constexpr std::size_t rows = 400;

// y = x1² + a little noise.
std::vector<double> squares(const std::vector<double>& x) {
  return combined(x, normal_draws(x.size(), 50), [](double u, double v) { return u * u + 0.1 * v; });
}

Column letters(const std::string& name, const std::vector<double>& codes, std::size_t levels) {
  std::vector<std::string> labels;
  for (std::size_t level = 0; level < levels; ++level) labels.push_back("level " + std::to_string(level));
  return Column::labels(name, codes, labels, Kind::categorical);
}

// The truth is 0; a forest that looks at noise stays below it. Far below with ot: its ranks are balanced within every
// bin, so that what other rows say is wrong for the row that was left out.
TEST(ResidualDependence, independent_columns_know_nothing_of_each_other) {
  const Examined data(
      table_of({normal_draws(rows, 1), normal_draws(rows, 2), normal_draws(rows, 3), normal_draws(rows, 4)}));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(data.raw(i), -0.05, 0.1);
    EXPECT_NEAR(data.left(i, "lr"), -0.05, 0.1);
    EXPECT_LT(data.left(i, "ot"), 0.05);
  }
}

TEST(ResidualDependence, as_they_are_it_is_the_predictive_power_of_the_others) {
  const auto x = normal_draws(rows, 1);
  const Table table = table_of({x, squares(x), normal_draws(rows, 2)});
  const PowerResult power =
      measure_power(table, {.target = "x2", .repeats = 1, .seed = 1, .settings = {{"trees", 100}}});
  EXPECT_NEAR(Examined(table).raw(1), power.values[0], 0.03);  // another forest: candidates are numbered differently
}

TEST(ResidualDependence, an_exact_copy_is_removed_completely) {
  const auto x = normal_draws(rows, 1);
  const auto copy = mapped(x, [](double v) { return 3 - 2 * v; });
  const Examined pair(table_of({x, copy}));
  EXPECT_GT(pair.raw(0), 0.99);
  // Nothing is left to predict from: exactly the null model.
  EXPECT_EQ(pair.left(0, "lr"), 0);
  EXPECT_EQ(pair.left(0, "ot"), 0);
  const Examined with_noise(table_of({x, copy, normal_draws(rows, 2)}));
  EXPECT_GT(with_noise.raw(0), 0.9);
  EXPECT_LT(with_noise.left(0, "lr"), 0.05);
  EXPECT_LT(with_noise.left(0, "ot"), 0.05);
}

// The square of a symmetric variable has no linear part: lr finds nothing to remove.
TEST(ResidualDependence, a_square_is_left_by_lr_and_mostly_removed_by_ot) {
  const auto x = mapped(normal_draws(rows, 1), [](double v) { return std::abs(v); });
  const auto signless = combined(x, coin_flips(rows, 2), [](double v, double sign) { return sign > 0 ? v : -v; });
  const Examined data(table_of({squares(signless), signless}));
  EXPECT_GT(data.raw(0), 0.9);
  EXPECT_GT(data.left(0, "lr"), 0.9);
  EXPECT_LT(data.left(0, "ot", 30), 0.4);
}

TEST(ResidualDependence, categories_are_measured_from_the_null_model_to_one) {
  const auto code = coin_flips(rows, 1, 3);
  Table table;
  table.add(letters("known", code, 3));
  table.add(Column::numbers("tells", mapped(code, [](double v) { return 10 * v; })));
  table.add(letters("unknown", coin_flips(rows, 5, 3), 3));
  const Examined data(table);
  EXPECT_TRUE(is_measured_by_accuracy(table[0]));
  EXPECT_FALSE(is_measured_by_accuracy(table[1]));
  EXPECT_GT(data.raw(0), 0.95);
  EXPECT_NEAR(data.raw(2), 0, 0.15);
  EXPECT_NEAR(data.left(0, "lr"), 0, 0.15);
}

TEST(ResidualDependence, rare_levels_count_as_one) {
  std::vector<double> id(rows);
  std::iota(id.begin(), id.end(), 0.0);
  Table table;
  table.add(letters("id", id, rows));
  table.add(Column::numbers("x", normal_draws(rows, 1)));
  // No level but the rest has more than one row, so that none can be predicted.
  EXPECT_LE(Examined(table).raw(0), 0);
}

TEST(ResidualDependence, units_do_not_matter_however_extreme) {
  const auto x = normal_draws(rows, 1);
  const auto y = squares(x);
  const double expected = Examined(table_of({y, x})).raw(0);
  for (const double unit : {0x1p-900, 0x1p-20, 0x1p900})
    EXPECT_EQ(Examined(table_of({mapped(y, [&](double v) { return unit * v; }), x})).raw(0), expected) << unit;
}

TEST(ResidualDependence, a_column_of_one_value_depends_on_nothing) {
  EXPECT_EQ(Examined(table_of({std::vector<double>(rows, 2.0), normal_draws(rows, 1)})).raw(0), 0);
}

TEST(ResidualDependence, bits_do_not_depend_on_threads) {
  const auto x = normal_draws(rows, 1);
  const Examined data(table_of({x, squares(x), normal_draws(rows, 2)}));
  EXPECT_EQ(data.raw(1, 1), data.raw(1, 2));
  EXPECT_EQ(data.raw(1, 1), data.raw(1, 5));
}

}  // namespace
}  // namespace umfi
