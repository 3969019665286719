#include "diagnostics/pairwise_dependence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "diagnostics/examined.hpp"

namespace umfi {
namespace {

constexpr std::size_t rows = 400;

// As they are, or freed of column i.
double pairwise(const Table& table, std::size_t i, std::optional<std::string_view> remover = {}) {
  const Examined data(table);
  if (!remover) return measure_pairwise_dependence(data.removal(), i, nullptr);
  const FreedSet freed = data.freed(i, *remover);
  return measure_pairwise_dependence(data.removal(), i, &freed);
}

TEST(PairwiseDependence, independent_columns_say_nothing_beyond_chance) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    EXPECT_EQ(pairwise(table_of({normal_draws(rows, seed), normal_draws(rows, 100 + seed)}), 0), 0) << seed;
}

// Ten groups of the ten values 0 to 9 with variance 33/4 and noise of variance 33/4: half of the variance.
TEST(PairwiseDependence, is_the_share_of_variance_between_groups) {
  std::vector<double> x(10'000);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<double>(k % 10);
  const auto noise = normal_draws(x.size(), 3);
  const auto y = combined(x, noise, [](double u, double v) { return u + std::sqrt(33.0 / 4) * v; });
  EXPECT_NEAR(pairwise(table_of({x, y}), 0), 0.5, 0.02);
}

TEST(PairwiseDependence, a_bend_that_no_column_can_tell_the_feature_by_is_seen) {
  const auto x = normal_draws(rows, 1);
  const auto square = combined(x, normal_draws(rows, 2), [](double u, double v) { return u * u + v; });
  EXPECT_GT(pairwise(table_of({x, square}), 0, "lr"), 0.3);
  EXPECT_LT(Examined(table_of({x, square})).left(0, "lr"), 0.1);  // seen from the other side
}

TEST(PairwiseDependence, a_copy_that_was_freed_is_constant_and_says_nothing) {
  const auto x = normal_draws(rows, 1);
  const Table table = table_of({x, mapped(x, [](double v) { return 3 - 2 * v; })});
  EXPECT_GT(pairwise(table, 0), 0.9);
  EXPECT_EQ(pairwise(table, 0, "lr"), 0);
  EXPECT_EQ(pairwise(table, 0, "ot"), 0);
}

}  // namespace
}  // namespace umfi
