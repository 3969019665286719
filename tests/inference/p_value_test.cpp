#include "inference/p_value.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/distributions.hpp"

namespace umfi {
namespace {

TEST(PermutationP, counts_the_observed_statistic_among_the_others) {
  EXPECT_DOUBLE_EQ(permutation_p({2.5, {1, 2, 3, 4}}, 10), 3.0 / 5);
  EXPECT_DOUBLE_EQ(permutation_p({5, {1, 2, 3, 4}}, 10), 1.0 / 5);
  EXPECT_DOUBLE_EQ(permutation_p({4, {1, 2, 3, 4}}, 10), 2.0 / 5);  // a tie counts against it
}

TEST(PermutationP, is_given_up_when_it_was_reached_often_enough) {
  const PermutationSample sample{0, {1, -1, 1, -1, 1, -1, -1}};
  EXPECT_TRUE(is_decided(sample, 3));
  EXPECT_FALSE(is_decided(sample, 4));
  EXPECT_DOUBLE_EQ(permutation_p(sample, 3), 3.0 / 5);  // whatever follows
}

// 60 values of mean 0 and standard deviation 1: half of them on each side.
PermutationSample beside_60(double observed) {
  const double deviation = std::sqrt(59.0 / 60);
  PermutationSample sample{observed, {}};
  for (int k = 0; k < 60; ++k) sample.permuted.push_back(k % 2 == 0 ? deviation : -deviation);
  return sample;
}

TEST(StandsOut, six_standard_deviations_above_sixty_others) {
  const double six = 6 * std::sqrt(1 + 1.0 / 60);  // of a new draw, the mean being known from 60
  EXPECT_TRUE(stands_out(beside_60(six + 1e-9)));
  EXPECT_FALSE(stands_out(beside_60(six - 1e-9)));
  EXPECT_FALSE(stands_out(beside_60(-100)));
}

TEST(StandsOut, not_beside_fewer_others_nor_where_one_of_them_reached_it) {
  PermutationSample sample = beside_60(100);
  sample.permuted.pop_back();
  EXPECT_FALSE(stands_out(sample));
  sample = beside_60(100);
  sample.permuted[3] = 100;
  EXPECT_FALSE(stands_out(sample));
}

std::vector<PermutationSample> null_samples(std::size_t count, std::size_t copies, std::uint64_t seed) {
  Stream stream(stream_key({.seed = seed, .purpose = Purpose::simulation}), 5);
  std::vector<PermutationSample> samples(count);
  for (PermutationSample& sample : samples) {
    const double location = 10 * draw_normal(stream);
    const double scale = 0.1 + stream.uniform();
    sample.observed = location + scale * draw_exponential(stream);
    for (std::size_t k = 0; k < copies; ++k) sample.permuted.push_back(location + scale * draw_exponential(stream));
  }
  return samples;
}

// 20,000 null statistics, skewed, of any location and scale: rates within four standard errors.
TEST(PValues, have_their_size_into_the_pooled_tail) {
  const std::vector<PValue> values = p_values(null_samples(20'000, 19, 1), 10);
  for (const double level : {0.5, 0.05, 0.005, 0.001}) {
    double rejected = 0;
    for (const PValue& value : values) rejected += value.p <= level ? 1.0 / 20'000 : 0;
    EXPECT_NEAR(rejected, level, 4 * std::sqrt(level * (1 - level) / 20'000)) << level;
  }
}

TEST(PValues, go_below_what_one_sample_can_show_only_by_all_together) {
  std::vector<PermutationSample> samples = null_samples(100, 19, 2);
  samples[7].observed += 1000;
  const PValue found = p_values(samples, 10)[7];
  EXPECT_TRUE(found.is_pooled);
  EXPECT_DOUBLE_EQ(found.p, 1.0 / 1901);
  EXPECT_DOUBLE_EQ(p_values(std::span(samples).subspan(7, 1), 10)[0].p, 1.0 / 20);
}

}  // namespace
}  // namespace umfi
