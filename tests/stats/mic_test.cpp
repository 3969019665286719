#include "stats/mic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "brute_force_mic.hpp"
#include "core/distributions.hpp"
#include "reference_data.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

Stream stream_of(std::uint64_t seed) {
  return Stream(stream_key({.seed = seed, .purpose = Purpose::simulation}), 80);
}

std::vector<double> normal_sample(std::size_t n, Stream& stream) {
  std::vector<double> sample(n);
  for (double& value : sample) value = draw_normal(stream);
  return sample;
}

// With ties, unless there are many more levels than points.
std::vector<double> level_sample(std::size_t n, std::uint32_t levels, Stream& stream) {
  std::vector<double> sample(n);
  for (double& value : sample) value = stream.below(levels);
  return sample;
}

template <class Function>
std::vector<double> mapped(const std::vector<double>& values, const Function& function) {
  std::vector<double> result;
  for (const double value : values) result.push_back(function(value));
  return result;
}

std::vector<double> one_to(std::size_t n) {
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

// A noisy function of the sample.
std::vector<double> noisy(const std::vector<double>& x, double noise, Stream& stream) {
  return mapped(x, [&](double value) { return std::sin(2 * value) + noise * draw_normal(stream); });
}

// The entropy of a coin, in bits.
double entropy(double p) {
  return -(p * std::log2(p) + (1 - p) * std::log2(1 - p));
}

// Expected values: oracle/mic_brca15.csv, made with minerva 1.5.10 for R 4.2.2. There ot leaves ranks where umfi goes
// back into the feature's units, which is a matter of units only.
class MicReference : public testing::TestWithParam<std::string> {};

TEST_P(MicReference, values_between_features_and_their_freed_versions_are_those_of_minerva) {
  const auto data = data_folder() / "brca.csv";
  const auto expected_file = oracle_folder() / "mic_brca15.csv";
  UMFI_NEEDS_FILE(data);
  UMFI_NEEDS_FILE(expected_file);
  const Table expected = read_csv(expected_file);
  const Table all = read_csv(data);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < 15; ++c) names.push_back(all[c].name());
  const Table genes = all.select(names);
  const auto values = expected.column(GetParam() + "_mic_e").values();
  ASSERT_EQ(values.size(), 15U * 15U);
  for (std::size_t i = 0; i < 15; ++i) {
    RemoveOptions asked{.feature = names[i], .remove = GetParam()};
    if (GetParam() == "lr") asked.settings.set("lr_rule", "paper");
    const Table freed = remove_dependence(genes, asked);
    for (std::size_t j = 0; j < 15; ++j) {
      EXPECT_NEAR(mic_e(genes[j].values(), freed[j].values()), values[i * 15 + j], 1e-9) << names[i] << " " << names[j];
      EXPECT_NEAR(mic_e(freed[j].values(), genes[j].values()), values[i * 15 + j], 1e-9) << names[i] << " " << names[j];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, MicReference, testing::Values("lr", "ot"),
                         [](const auto& each) { return each.param; });

TEST(Mic, the_best_of_all_grids_is_found_in_small_samples) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Stream stream = stream_of(seed);
    const std::size_t n = 2 + stream.below(9);
    const std::uint32_t levels = seed % 2 == 0 ? 1'000'000 : 2 + stream.below(6);
    const std::vector<double> x = level_sample(n, levels, stream);
    const std::vector<double> y = level_sample(n, seed % 3 == 0 ? 3 : levels, stream);
    for (const double alpha : {0.3, 0.6, 1.0})
      EXPECT_NEAR(mic_e(x, y, alpha), (BruteForceMic{.alpha = alpha, .between_clumps = false})(x, y), 1e-12)
          << "seed " << seed << ", alpha " << alpha;
  }
}

TEST(Mic, few_groups_of_clumps_are_made_as_defined) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Stream stream = stream_of(1'000 + seed);
    const std::size_t n = 20 + stream.below(40);
    std::vector<double> x = normal_sample(n, stream);
    std::vector<double> y = noisy(x, 0.5, stream);
    if (seed % 2 == 1) {
      x = mapped(x, [](double value) { return std::round(3 * value); });
      y = mapped(y, [](double value) { return std::round(3 * value); });
    }
    for (const double c : {0.01, 0.7, 1.0, 1.6})
      EXPECT_NEAR(mic_e(x, y, 0.65, c), (BruteForceMic{.alpha = 0.65, .c = c})(x, y), 1e-12)
          << "seed " << seed << ", c " << c;
  }
}

TEST(Mic, monotone_functions_have_1) {
  for (const std::size_t n : {2, 4, 10, 100, 1000}) {
    const std::vector<double> x = one_to(n);
    EXPECT_NEAR(mic_e(x, x), 1, 1e-12) << n;
    EXPECT_NEAR(mic_e(x, mapped(x, [](double value) { return 1 / value; })), 1, 1e-12) << n;
  }
}

// Two equal parts of three points are of one and two.
TEST(Mic, an_odd_point_is_missing_to_1_in_tiny_samples) {
  EXPECT_NEAR(mic_e(one_to(3), one_to(3)), entropy(1.0 / 3), 1e-12);
  EXPECT_NEAR(mic_e(one_to(5), one_to(5)), entropy(2.0 / 5), 1e-12);
}

TEST(Mic, never_exceeds_1) {
  for (std::size_t n = 2; n < 200; ++n) EXPECT_LE(mic_e(one_to(n), one_to(n)), 1) << n;
}

TEST(Mic, constants_and_less_than_two_points_have_0) {
  const std::vector<double> x = one_to(50);
  const std::vector<double> constant(50, 3.0);
  EXPECT_EQ(mic_e(x, constant), 0);
  EXPECT_EQ(mic_e(constant, x), 0);
  EXPECT_EQ(mic_e(constant, constant), 0);
  EXPECT_EQ(mic_e(one_to(1), one_to(1)), 0);
  EXPECT_EQ(mic_e({}, {}), 0);
}

TEST(Mic, a_noiseless_parabola_is_near_1_though_uncorrelated) {
  const std::vector<double> x = mapped(one_to(999), [](double value) { return (value - 500) / 499; });
  EXPECT_GT(mic_e(x, mapped(x, [](double value) { return value * value; })), 0.99);
}

// With this seed about 0.14, 0.04 and 0.02; seeds hardly matter, since each is the best of many grids.
TEST(Mic, independent_samples_have_little_and_less_if_they_are_larger) {
  Stream stream = stream_of(5);
  for (const auto& [n, most] : {std::pair{100, 0.25}, {1000, 0.1}, {5000, 0.04}}) {
    const std::vector<double> x = normal_sample(static_cast<std::size_t>(n), stream);
    EXPECT_LT(mic_e(x, normal_sample(static_cast<std::size_t>(n), stream)), most) << n;
  }
}

TEST(Mic, noise_lowers_it) {
  Stream stream = stream_of(6);
  const std::vector<double> x = normal_sample(500, stream);
  double previous = 1.01;
  for (const double noise : {0.0, 0.2, 0.6, 2.0}) {
    const double value = mic_e(x, noisy(x, noise, stream));
    EXPECT_LT(value, previous);
    previous = value;
  }
}

TEST(Mic, only_the_order_of_values_matters) {
  Stream stream = stream_of(7);
  const std::vector<double> x = normal_sample(300, stream);
  const std::vector<double> y = noisy(x, 0.5, stream);
  const double value = mic_e(x, y);
  EXPECT_EQ(mic_e(mapped(x, [](double v) { return std::exp(v); }), y), value);
  EXPECT_EQ(mic_e(x, mapped(y, [](double v) { return v * v * v - 7; })), value);
}

TEST(Mic, the_order_of_points_does_not_matter) {
  Stream stream = stream_of(8);
  const std::vector<double> x = level_sample(300, 20, stream);
  const std::vector<double> y = mapped(x, [&](double v) { return v * v + stream.below(50); });
  std::vector<std::uint32_t> order(300);
  std::iota(order.begin(), order.end(), 0U);
  shuffle(std::span(order), stream);
  std::vector<double> x_shuffled;
  std::vector<double> y_shuffled;
  for (const std::uint32_t i : order) {
    x_shuffled.push_back(x[i]);
    y_shuffled.push_back(y[i]);
  }
  EXPECT_EQ(mic_e(x_shuffled, y_shuffled), mic_e(x, y));
}

// 60 points have exactly equal parts of all sizes that are tried (2 to 5), and c is too large for joined clumps.
TEST(Mic, turning_an_axis_round_does_not_matter_where_parts_are_exactly_equal) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Stream stream = stream_of(2'000 + seed);
    const std::vector<double> x = normal_sample(60, stream);
    const std::vector<double> y = noisy(x, 0.3, stream);
    const std::vector<double> y_turned = mapped(y, [](double v) { return -v; });
    EXPECT_NEAR(mic_e(x, y, 0.6, 100), mic_e(x, y_turned, 0.6, 100), 1e-12);
  }
}

TEST(Mic, swapping_the_samples_does_not_matter_unless_a_square_grid_is_best) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Stream stream = stream_of(3'000 + seed);
    const std::vector<double> x = normal_sample(200, stream);
    const std::vector<double> y = noisy(x, 0.5, stream);
    EXPECT_NEAR(mic_e(x, y), mic_e(y, x), 1e-12) << seed;
  }
}

// Five points have 2 x 2 grids only. The equal parts of the first sample, of two and three points, tell of the second:
// its first point is of the two and the others are mixed, one to three; or, swapped, the last two are of the three and
// the others are mixed, two to one.
TEST(Mic, of_square_grids_those_count_that_cut_the_first_sample_into_equal_parts) {
  const std::vector<double> x = one_to(5);
  const std::vector<double> y{1, 5, 2, 3, 4};
  EXPECT_NEAR(mic_e(x, y), entropy(0.4) - 0.8 * entropy(0.25), 1e-12);
  EXPECT_NEAR(mic_e(y, x), entropy(0.4) - 0.6 * entropy(1.0 / 3), 1e-12);
}

TEST(Mic, equal_values_stay_together) {
  const std::vector<double> x = one_to(100);
  // Four fifths below, one fifth above: all that is known of y is its entropy, however many parts are asked for.
  const std::vector<double> y = mapped(x, [](double value) { return value > 80 ? 1.0 : 0.0; });
  EXPECT_NEAR(mic_e(x, y), entropy(0.2), 1e-12);
  EXPECT_NEAR(mic_e(y, x), entropy(0.2), 1e-12);
  EXPECT_NEAR(mic_e(y, y), entropy(0.2), 1e-12);
}

// Three parts of x know y, of which there are two values only, whether two, three or four rows are asked for. No equal
// parts of x end at 40 and 75, so only grids with rows of y can be perfect.
TEST(Mic, scores_are_relative_to_the_rows_that_equal_values_allow) {
  const std::vector<double> x = one_to(100);
  const std::vector<double> y = mapped(x, [](double value) { return value > 40 && value <= 75 ? 1.0 : 0.0; });
  EXPECT_NEAR(mic_e(x, y), entropy(0.35), 1e-12);
  EXPECT_NEAR(mic_e(y, x), entropy(0.35), 1e-12);
}

TEST(Mic, two_by_two_tables) {
  const std::vector<double> x{0, 0, 1, 1};
  EXPECT_NEAR(mic_e(x, std::vector<double>{5, 5, 9, 9}), 1, 1e-12);
  EXPECT_NEAR(mic_e(x, std::vector<double>{0, 1, 0, 1}), 0, 1e-12);
  // Cells of 2, 1, 0 and 1 points: 1 + entropy(3/4) - 1.5 bits.
  EXPECT_NEAR(mic_e(x, std::vector<double>{0, 0, 0, 1}), entropy(0.75) - 0.5, 1e-12);
}

}  // namespace
}  // namespace umfi
