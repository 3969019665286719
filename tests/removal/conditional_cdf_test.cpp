#include "removal/conditional_cdf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/seed_stream.hpp"

namespace umfi {
namespace {

using Values = std::vector<double>;

TEST(RowGroups, levels_are_groups_of_equal_values) {
  const RowGroups groups = group_by_level(Values{2, 1, 2, 1, 1});
  ASSERT_EQ(groups.groups.size(), 2U);
  EXPECT_EQ(groups.sorted, (std::vector<std::uint32_t>{1, 3, 4, 0, 2}));
  EXPECT_EQ(groups.members(groups.groups[1]).size(), 2U);
}

TEST(RowGroups, bins_lie_between_quantiles_and_share_rows_on_the_break) {
  // 9 rows in bins of 3: 3 break points, at 1, 5 and 9; the row of value 5 is in both bins.
  const RowGroups groups = group_by_quantile(Values{1, 2, 3, 4, 5, 6, 7, 8, 9}, 3);
  ASSERT_EQ(groups.groups.size(), 2U);
  EXPECT_EQ(groups.groups[0].end, 5U);
  EXPECT_EQ(groups.groups[1].begin, 4U);
}

TEST(RowGroups, few_rows_are_one_bin) {
  EXPECT_EQ(group_by_quantile(Values{3, 1, 2}, 150).groups.size(), 1U);
}

TEST(RowGroups, neighbourhoods_are_centred_and_never_part_equal_values) {
  const Values x{10, 20, 30, 40, 50, 60, 70, 80, 80, 80};
  const auto ranges = neighbourhoods(group_by_quantile(x, 150), x, 4);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{{0, 4}, {0, 4},  {0, 4},  {1, 5},  {2, 6},
                                                                      {3, 7}, {4, 10}, {5, 10}, {6, 10}, {6, 10}};
  ASSERT_EQ(ranges.size(), x.size());
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_EQ(std::pair(ranges[k].begin, ranges[k].end), expected[k]) << k;
}

TEST(ConditionalCdf, within_levels_it_is_the_mid_rank_over_the_size) {
  const RowGroups levels = group_by_level(Values{0, 0, 0, 0, 1});
  const Values cdf = ConditionalCdf(Values{0, 0, 0, 0, 1}, levels).of(Values{5, 7, 7, 9, 3}).of_place;
  // (rank - 1/2) / size, and 1/2 over all rows.
  EXPECT_EQ(cdf, (Values{0.125 + 0.1, 0.5 + 0.1, 0.5 + 0.1, 0.875 + 0.1, 0.5 + 0.1}));
}

TEST(ConditionalCdf, in_a_bin_the_residuals_are_ranked) {
  const Values x_i{1, 2, 3, 4};
  // x_j = 10 x_i + (1, -1, -1, 1): the slope stays 10, the residuals are the remainders.
  const RowGroups bins = group_by_quantile(x_i, 150);
  const Values cdf = ConditionalCdf(x_i, bins).of(Values{11, 19, 29, 41}).of_place;
  EXPECT_EQ(cdf[1], cdf[2]);
  EXPECT_EQ(cdf, (Values{0.875, 0.375, 0.375, 0.875}));
}

TEST(ConditionalCdf, rounding_noise_is_no_order) {
  Values x_i;
  Values x_j;
  for (int k = 0; k < 50; ++k) {
    x_i.push_back(0.1 * k * k);
    x_j.push_back(3.7 * x_i.back() - 1234.5);
  }
  const RowGroups bins = group_by_quantile(x_i, 20);
  for (const double u : ConditionalCdf(x_i, bins).of(x_j).of_place) EXPECT_EQ(u, 0.5);
}

// Bins that share rows, because x_i has ties at their ends, and an x_j without ties: then the order is exact.
TEST(ConditionalCdf, the_order_has_every_row_once_by_ascending_value) {
  Stream stream(stream_key({.seed = 3, .purpose = Purpose::simulation}), 1);
  Values x_i;
  Values x_j;
  for (int k = 0; k < 101; ++k) {
    x_i.push_back(static_cast<double>(stream.below(40)));
    x_j.push_back(x_i.back() + stream.uniform());
  }
  const RowGroups bins = group_by_quantile(x_i, 25);
  const ConditionalCdf::Values cdf = ConditionalCdf(x_i, bins).of(x_j);
  EXPECT_TRUE(std::is_sorted(cdf.order.begin(), cdf.order.end(),
                             [&](auto a, auto b) { return cdf.of_place[a] < cdf.of_place[b]; }));
  const std::set<std::uint32_t> places(cdf.order.begin(), cdf.order.end());
  EXPECT_EQ(cdf.order.size(), x_j.size());
  EXPECT_EQ(places.size(), x_j.size());
}

// F(x_j | x_i) as it is defined, without sorting: per place, in the last of its groups.
Values conditional_cdf_by_definition(const Values& x_i, const Values& x_j, const RowGroups& groups) {
  Values cdf(x_i.size());
  for (const RowGroups::Range& range : groups.groups) {
    const auto places = groups.members(range);
    const auto size = static_cast<double>(places.size());
    double mean_i = 0;
    double mean_j = 0;
    for (const auto place : places) mean_i += x_i[place];
    for (const auto place : places) mean_j += x_j[place];
    mean_i /= size;
    mean_j /= size;
    double sxx = 0;
    double sxy = 0;
    for (const auto place : places) sxx += (x_i[place] - mean_i) * (x_i[place] - mean_i);
    for (const auto place : places) sxy += (x_i[place] - mean_i) * (x_j[place] - mean_j);
    const double slope = sxx > 0 ? sxy / sxx : 0;
    const auto ranked = [&](std::uint32_t place) {
      return groups.are_levels ? x_j[place] : x_j[place] - mean_j - slope * (x_i[place] - mean_i);
    };
    for (const auto place : places) {
      double smaller = 0;
      double equal = 0;
      for (const auto other : places) smaller += ranked(other) < ranked(place) ? 1 : 0;
      for (const auto other : places) equal += ranked(other) == ranked(place) ? 1 : 0;
      const double rank = smaller + (equal + 1) / 2;
      const double half = groups.are_levels ? 0.5 : 0;
      cdf[place] =
          !groups.are_levels && equal == size ? 0.5 : (rank - half) / size + half / static_cast<double>(x_i.size());
    }
  }
  return cdf;
}

// Levels and bins, of many rows and of one, x_j with many ties, few and none.
TEST(ConditionalCdf, is_the_one_of_the_definition) {
  Stream stream(stream_key({.seed = 12, .purpose = Purpose::simulation}), 1);
  for (const std::uint32_t distinct_i : {3U, 40U, 100'000U})
    for (const std::uint32_t distinct_j : {2U, 150U, 1'000'000U}) {
      Values x_i;
      Values x_j;
      for (int k = 0; k < 200; ++k) {
        x_i.push_back(k == 0 ? -5.0 : stream.below(distinct_i));
        x_j.push_back(stream.below(distinct_j));
      }
      RowGroups one_alone = group_by_quantile(x_i, 40);
      one_alone.groups = {{0, 1}, {1, 80}, {79, 200}};
      for (const RowGroups& groups : {group_by_level(x_i), group_by_quantile(x_i, 40), one_alone}) {
        const ConditionalCdf cdf(x_i, groups);
        const Values shares = cdf.of(x_j).of_place;
        EXPECT_EQ(shares, conditional_cdf_by_definition(x_i, x_j, groups)) << distinct_i << " " << distinct_j;
        const InverseCdf inverse(x_j);
        Values in_units;
        for (const double share : shares) in_units.push_back(inverse.interpolated(share));
        EXPECT_EQ(cdf.of(x_j, &inverse).of_place, in_units);
      }
    }
}

TEST(DrawInSteps, draws_are_uniform_inside_the_step_of_each_value) {
  Values x_j(4000);
  Values x_i(4000);
  for (std::size_t k = 0; k < x_j.size(); ++k) {
    x_i[k] = k < 2000 ? 0 : 1;
    x_j[k] = k % 4 == 0 || (k >= 2000 && k % 4 == 1) ? 1 : 0;  // 1 in a quarter of the first level, half of the second
  }
  const RowGroups levels = group_by_level(x_i);
  const Values draws = draw_in_steps(x_j, levels.sorted, own_groups(levels), Stream(stream_key({.seed = 1}), 0));
  double mean = 0;
  for (std::size_t k = 0; k < x_j.size(); ++k) {
    const double zeros = x_i[k] == 0 ? 0.75 : 0.5;
    EXPECT_GT(draws[k], x_j[k] == 0 ? 0 : zeros);
    EXPECT_LE(draws[k], x_j[k] == 0 ? zeros : 1);
    if (x_i[k] == 0) mean += draws[k] / 2000;
  }
  EXPECT_NEAR(mean, 0.5, 4 / std::sqrt(12.0 * 2000));  // 4 standard errors of a uniform mean
}

TEST(InverseCdf, goes_through_the_order_statistics) {
  const InverseCdf inverse(Values{30, 10, 20, 40});
  EXPECT_EQ(inverse.interpolated(0.25), 10);
  EXPECT_EQ(inverse.interpolated(1), 40);
  EXPECT_EQ(inverse.interpolated(0.625), 25);
  EXPECT_EQ(inverse.interpolated(0.01), 10);
  EXPECT_EQ(inverse.step(0.5), 20);
  EXPECT_EQ(inverse.step(0.51), 30);
  EXPECT_EQ(inverse.step(0.0001), 10);
  EXPECT_TRUE(inverse.varies());
  EXPECT_FALSE(InverseCdf(Values{2, 2}).varies());
}

}  // namespace
}  // namespace umfi
