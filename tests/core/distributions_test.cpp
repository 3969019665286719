#include "core/distributions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

namespace umfi {
namespace {

Stream stream_of(std::uint64_t seed) {
  return {stream_key({.seed = seed, .purpose = Purpose::simulation}), 0};
}

// Steps between two doubles of the same sign.
std::int64_t ulps_apart(double a, double b) {
  if (a == b) return 0;
  return std::abs(std::bit_cast<std::int64_t>(a) - std::bit_cast<std::int64_t>(b));
}

struct Moments {
  double mean, variance, third;  // third central moment
};

template <class Draw>
Moments moments_of(int n, Draw draw) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) values.push_back(draw());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  Moments moments{mean, 0, 0};
  for (const double value : values) {
    moments.variance += std::pow(value - mean, 2) / n;
    moments.third += std::pow(value - mean, 3) / n;
  }
  return moments;
}

// Source: the C library's log, itself within one unit in the last place.
TEST(Distributions, portable_log_agrees_with_the_c_library_to_two_ulp) {
  Stream stream = stream_of(1);
  for (int i = 0; i < 200'000; ++i) {
    const double x = std::ldexp(1 + stream.uniform(), static_cast<int>(stream.below(2000)) - 1000);
    ASSERT_LE(ulps_apart(portable_log(x), std::log(x)), 2) << "x = " << x;
  }
}

TEST(Distributions, portable_log_is_exact_to_two_ulp_on_what_is_drawn_from) {
  Stream stream = stream_of(2);
  for (int i = 0; i < 200'000; ++i) {
    const double u = 1 - stream.uniform();  // in (0, 1]
    ASSERT_LE(ulps_apart(portable_log(u), std::log(u)), 2) << "u = " << u;
  }
  EXPECT_EQ(portable_log(1), 0);
}

TEST(Distributions, portable_log_knows_the_smallest_and_the_largest_numbers) {
  for (const double x : {std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::min(),
                         std::numeric_limits<double>::max(), 0x1p-53, 1 - 0x1p-53, 1 + 0x1p-52})
    EXPECT_LE(ulps_apart(portable_log(x), std::log(x)), 2) << "x = " << x;
}

// Source: the C library's exp, itself within one unit in the last place.
TEST(Distributions, portable_exp_agrees_with_the_c_library_to_three_ulp) {
  Stream stream = stream_of(3);
  for (int i = 0; i < 100'000; ++i) {
    const double x = draw_uniform(stream, -600, 600);
    ASSERT_LE(ulps_apart(portable_exp(x), std::exp(x)), 3) << "x = " << x;
  }
  EXPECT_EQ(portable_exp(0), 1);
}

// Source: R 4, qnorm(p), digits = 16; 0.975, 0.99, 0.995 are in every statistical table.
TEST(Distributions, normal_quantile_gives_the_tabulated_quantiles) {
  const std::map<double, double> table{{0.5, 0.0},
                                       {0.75, 0.6744897501960817},
                                       {0.9, 1.2815515655446004},
                                       {0.975, 1.959963984540054},
                                       {0.99, 2.3263478740408408},
                                       {0.995, 2.5758293035489004},
                                       {1e-10, -6.361340902404056},
                                       {1e-20, -9.262340089798408}};
  for (const auto& [p, quantile] : table) EXPECT_NEAR(normal_quantile(p), quantile, 1e-14 * (1 + std::abs(quantile)));
}

// Source: the distribution function 0.5 erfc(-x / sqrt 2) of the C library, which undoes the quantile.
TEST(Distributions, the_normal_distribution_function_undoes_the_quantile) {
  for (int i = 1; i < 2000; ++i) {
    const double p = i / 2000.0;
    EXPECT_NEAR(0.5 * std::erfc(-normal_quantile(p) / std::sqrt(2.0)), p, 1e-15 + 1e-14 * p);
  }
}

TEST(Distributions, normal_draws_have_the_moments_of_the_standard_normal) {
  Stream stream = stream_of(3);
  constexpr int n = 200'000;
  const Moments moments = moments_of(n, [&] { return draw_normal(stream); });
  // Within five standard errors: of the mean 1/sqrt n, of the variance sqrt(2/n), of the third moment sqrt(15/n).
  EXPECT_NEAR(moments.mean, 0, 5 * std::sqrt(1.0 / n));
  EXPECT_NEAR(moments.variance, 1, 5 * std::sqrt(2.0 / n));
  EXPECT_NEAR(moments.third, 0, 5 * std::sqrt(15.0 / n));
}

TEST(Distributions, exponential_draws_are_positive_with_mean_one_variance_one_and_third_moment_two) {
  Stream stream = stream_of(4);
  constexpr int n = 200'000;
  const Moments moments = moments_of(n, [&] {
    const double value = draw_exponential(stream);
    EXPECT_GT(value, 0);
    return value;
  });
  // Within five standard errors: central moments of Exp(1) are 1, 2, 9, 44, 265, so var(s²) = 8/n.
  EXPECT_NEAR(moments.mean, 1, 5 * std::sqrt(1.0 / n));
  EXPECT_NEAR(moments.variance, 1, 5 * std::sqrt(8.0 / n));
  EXPECT_NEAR(moments.third, 2, 5 * std::sqrt(261.0 / n));
}

TEST(Distributions, uniform_draws_fill_their_interval_and_never_reach_its_upper_end) {
  Stream stream = stream_of(5);
  double low = 1;
  double high = -1;
  for (int i = 0; i < 20'000; ++i) {
    const double value = draw_uniform(stream, -0.5, 0.5);
    low = std::min(low, value);
    high = std::max(high, value);
  }
  EXPECT_GE(low, -0.5);
  EXPECT_LT(high, 0.5);
  EXPECT_LT(low, -0.499);  // missed with probability 0.999^20000 = 2e-9
  EXPECT_GT(high, 0.499);
}

TEST(Distributions, a_shuffle_keeps_every_item) {
  Stream stream = stream_of(6);
  std::vector<int> items(1000);
  std::iota(items.begin(), items.end(), 0);
  const std::vector<int> before = items;
  shuffle<int>(items, stream);
  EXPECT_NE(items, before);
  std::sort(items.begin(), items.end());
  EXPECT_EQ(items, before);
}

TEST(Distributions, a_shuffle_of_none_or_one_draws_nothing) {
  Stream used = stream_of(7);
  Stream fresh = stream_of(7);
  std::vector<int> items;
  shuffle<int>(items, used);
  items = {5};
  shuffle<int>(items, used);
  EXPECT_EQ(used.bits32(), fresh.bits32());
}

TEST(Distributions, all_six_orders_of_three_items_are_equally_likely) {
  Stream stream = stream_of(8);
  constexpr int n = 60'000;
  std::map<std::vector<int>, int> counts;
  for (int i = 0; i < n; ++i) {
    std::vector<int> items{0, 1, 2};
    shuffle<int>(items, stream);
    ++counts[items];
  }
  ASSERT_EQ(counts.size(), 6U);
  double chi_square = 0;
  for (const auto& [order, count] : counts) chi_square += std::pow(count - n / 6.0, 2) / (n / 6.0);
  EXPECT_LT(chi_square, 20.52);  // 0.999 quantile with 5 degrees of freedom
}

TEST(Distributions, a_bootstrap_sample_draws_as_many_items_as_there_are) {
  Stream stream = stream_of(9);
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{10}, std::size_t{1000}}) {
    std::vector<std::uint32_t> counts(n, 0);
    draw_bootstrap(counts, stream);
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::size_t{0}), n);
  }
}

// One draw after the other, for sizes of which none, one and many words have to be rejected.
TEST(Distributions, a_bootstrap_sample_is_that_many_single_draws) {
  for (const std::size_t n : {1UL, 2UL, 3UL, 7UL, 100UL, 255UL, 256UL, 257UL, 1000UL, 70'000UL}) {
    const StreamKey key = stream_key({.seed = 5, .purpose = Purpose::bootstrap});
    Stream stream(key, n);
    std::vector<std::uint32_t> expected(n, 0);
    for (std::size_t draw = 0; draw < n; ++draw) ++expected[stream.below(static_cast<std::uint32_t>(n))];
    Stream again(key, n);
    std::vector<std::uint32_t> counts(n, 0);
    draw_bootstrap(counts, again);
    EXPECT_EQ(counts, expected) << n;
    EXPECT_EQ(again.bits32(), stream.bits32()) << n;
  }
}

TEST(Distributions, a_bootstrap_sample_leaves_out_about_one_item_in_e) {
  Stream stream = stream_of(10);
  std::vector<std::uint32_t> counts(100'000, 0);
  draw_bootstrap(counts, stream);
  const auto absent = std::count(counts.begin(), counts.end(), 0U);
  // (1 - 1/n)^n = 0.36788, standard deviation sqrt(n (1/e - 2/e²)) = 98.6 items; five of them.
  EXPECT_NEAR(static_cast<double>(absent), 36788, 5 * 98.6);
}

TEST(Distributions, a_bootstrap_sample_adds_to_what_was_counted_before) {
  Stream stream = stream_of(11);
  std::vector<std::uint32_t> counts{10, 20, 30};
  draw_bootstrap(counts, stream);
  EXPECT_EQ(counts[0] + counts[1] + counts[2], 63U);
  EXPECT_GE(counts[1], 20U);
}

}  // namespace
}  // namespace umfi
