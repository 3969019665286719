#include "removal/linear.hpp"

#include <gtest/gtest.h>

#include "removal/columns.hpp"

namespace umfi {
namespace {

Removal removal_by_lr(std::vector<Column> columns, double alpha = 0.01, const char* rule = "group") {
  Table table;
  for (Column& column : columns) table.add(std::move(column));
  return {std::move(table), "lr", {{"lr_alpha", alpha}, {"lr_rule", rule}}};
}

// b does not depend on x, but goes together with a, which does; c does neither.
TEST(LinearRemover, partners_of_freed_features_are_freed_unless_by_the_papers_rule) {
  const auto x = normal_draws(400, 31);
  const auto b = normal_draws(400, 32);
  const auto a = combined(x, b, [](double u, double v) { return u + 2 * v; });
  const auto c = normal_draws(400, 33);
  ASSERT_LT(std::abs(correlation(x, b)), 0.1);
  for (const char* const rule : {"group", "paper"}) {
    const Removal removal = removal_by_lr(
        {Column::numbers("x", x), Column::numbers("a", a), Column::numbers("b", b), Column::numbers("c", c)}, 0.01,
        rule);
    EXPECT_NEAR(correlation(removal.freed(0, 1), x), 0, 1e-12);
    EXPECT_TRUE(removal.freed(0, 3).empty());
    const std::vector<double> partner = removal.freed(0, 2);
    ASSERT_EQ(partner.empty(), std::string_view(rule) == "paper");
    EXPECT_NEAR(partner.empty() ? 0 : correlation(partner, x), 0, 1e-12);
  }
}

TEST(LinearRemover, residuals_are_uncorrelated_and_centred) {
  const auto x = normal_draws(300, 1);
  const auto y = combined(x, normal_draws(300, 2), [](double a, double e) { return 100 + 2 * a + e; });
  const Removal removal = removal_by_lr({Column::numbers("x", x), Column::numbers("y", y)});
  const std::vector<double> freed = removal.freed(0, 1);
  ASSERT_EQ(freed.size(), 300U);
  EXPECT_NEAR(correlation(freed, x), 0, 1e-12);
  EXPECT_NEAR(std::accumulate(freed.begin(), freed.end(), 0.0), 0, 1e-9);
}

// Under independence the slope is significant at level alpha in a share alpha of pairs: 4000 pairs, alpha 0.05, so the
// standard error of the share is 0.0034; 0.014 is four of them.
TEST(LinearRemover, independent_features_are_changed_at_the_stated_rate) {
  std::vector<Column> columns;
  for (std::uint64_t c = 0; c < 64; ++c)
    columns.push_back(Column::numbers("x" + std::to_string(c), normal_draws(50, c)));
  const Removal removal = removal_by_lr(std::move(columns), 0.05, "paper");
  std::size_t changed = 0;
  for (std::size_t i = 0; i < 64; ++i)
    for (std::size_t j = 0; j < 64; ++j) changed += removal.freed(i, j).empty() ? 0 : 1;
  EXPECT_NEAR(static_cast<double>(changed) / (64 * 63), 0.05, 0.02);  // pairs count twice: (i, j) and (j, i)
}

TEST(LinearRemover, copies_become_constants_not_noise) {
  const auto x = mapped(normal_draws(200, 3), [](double v) { return 1e6 + v; });
  for (const auto& [scale, shift] :
       std::vector<std::pair<double, double>>{{1, 0}, {-3.7, 12.3}, {1e-5, 0.1}, {7e8, -3}}) {
    const auto copy = mapped(x, [scale = scale, shift = shift](double v) { return scale * v + shift; });
    const Removal removal = removal_by_lr({Column::numbers("x", x), Column::numbers("copy", copy)});
    EXPECT_TRUE(is_constant(removal.freed(0, 1))) << scale;
    EXPECT_TRUE(is_constant(removal.freed(1, 0))) << scale;
  }
}

// Squares of such numbers leave the range of doubles. What is freed is the same to the digit, but for the smallest,
// which have fewer digits.
TEST(LinearRemover, very_small_and_very_large_numbers_are_freed_like_others) {
  const auto x = normal_draws(200, 21);
  const auto y = combined(x, normal_draws(200, 22), [](double a, double e) { return a + e; });
  const auto group = coin_flips(200, 23);
  const auto z = combined(y, group, [](double a, double g) { return a + 2 * g; });
  const auto freed = [&](double scale, std::size_t i) {
    const auto scaled = [&](double v) { return scale * v; };
    return removal_by_lr({Column::numbers("x", mapped(x, scaled)), Column::numbers("y", mapped(y, scaled)),
                          Column::numbers("group", group), Column::numbers("z", mapped(z, scaled))})
        .freed(i, i == 0 ? 1 : 3);
  };
  for (const std::size_t i : {0U, 2U}) {
    const std::vector<double> expected = freed(1, i);
    ASSERT_FALSE(expected.empty());
    for (const double scale : {1e-200, 1e-308, 1e200, 1e299}) {
      const std::vector<double> got = freed(scale, i);
      ASSERT_FALSE(got.empty()) << scale;
      for (std::size_t k = 0; k < got.size(); ++k) EXPECT_NEAR(got[k] / scale, expected[k], 1e-12) << scale;
    }
  }
}

TEST(LinearRemover, constant_columns_stay_and_change_nothing) {
  const Removal removal =
      removal_by_lr({Column::numbers("x", normal_draws(50, 4)), Column::numbers("c", std::vector<double>(50, 0.1))}, 1);
  EXPECT_TRUE(removal.freed(0, 1).empty());
  EXPECT_TRUE(removal.freed(1, 0).empty());
}

TEST(LinearRemover, a_category_is_removed_by_centring_within_levels) {
  const auto group = coin_flips(600, 5, 3);
  const auto x = combined(group, normal_draws(600, 6), [](double g, double e) { return (g == 1 ? 5 : -g) + e; });
  const Removal removal = removal_by_lr({Column::labels("group", group, {"a", "b", "c"}), Column::numbers("x", x)});
  const std::vector<double> freed = removal.freed(0, 1);
  ASSERT_FALSE(freed.empty());
  for (int level = 0; level < 3; ++level) {
    double sum = 0;
    for (std::size_t k = 0; k < freed.size(); ++k) sum += group[k] == level ? freed[k] : 0;
    EXPECT_NEAR(sum, 0, 1e-9);
  }
  EXPECT_NEAR(correlation(freed, x), 1 / std::sqrt(1 + 6.9), 0.1);  // what is left is the noise of variance 1
}

TEST(LinearRemover, a_category_is_left_alone_where_it_tells_nothing) {
  const Removal removal = removal_by_lr({Column::labels("group", coin_flips(600, 7, 3), {"a", "b", "c"}),
                                         Column::numbers("x", normal_draws(600, 8)),
                                         Column::labels("other", coin_flips(600, 9, 4), {"k", "l", "m", "n"})});
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) EXPECT_TRUE(removal.freed(i, j).empty()) << i << j;
}

TEST(LinearRemover, discrete_features_stay_discrete_and_lose_what_they_know) {
  const auto bit = coin_flips(2000, 10);
  const auto noise = coin_flips(2000, 11, 10);
  const auto related = combined(bit, noise, [](double b, double u) { return u < 8 ? b : 1 - b; });
  const auto number = combined(bit, normal_draws(2000, 12), [](double b, double e) { return b + e; });
  const Removal removal = removal_by_lr(
      {Column::numbers("bit", bit), Column::numbers("related", related), Column::numbers("number", number)});
  for (const auto& [i, j] : std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {1, 0}, {2, 0}, {2, 1}}) {
    const std::vector<double> freed = removal.freed(i, j);
    ASSERT_FALSE(freed.empty()) << i << j;
    for (const double value : freed) EXPECT_TRUE(value == 0 || value == 1);
    // Exactly independent by level; within bins of a number a little is left.
    EXPECT_NEAR(correlation(freed, removal.data().features[i].values), 0, i == 2 ? 0.15 : 0.1) << i << j;
    EXPECT_GT(correlation(freed, removal.data().features[j].values), 0.3) << i << j;
  }
}

}  // namespace
}  // namespace umfi
