#include "stats/place_sorter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "core/distributions.hpp"

namespace umfi {
namespace {

void expect_sorted(const std::vector<double>& values, PlaceSorter& sorter) {
  const auto sorted = sorter.sort(values);
  ASSERT_TRUE(std::is_sorted(sorted.begin(), sorted.end(), [&](auto a, auto b) { return values[a] < values[b]; }));
  std::vector<std::uint32_t> places(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < values.size(); ++i)
    if (!std::isnan(values[i])) expected.push_back(i);
  std::sort(places.begin(), places.end());
  EXPECT_EQ(places, expected);
}

// Even, skewed, tied, crowded beside one far outlier, with missing ones, and to the ends of what a double holds.
TEST(PlaceSorter, sorts_values_of_any_distribution) {
  const double largest = std::numeric_limits<double>::max();
  const double smallest = std::numeric_limits<double>::denorm_min();
  Stream stream(stream_key({.seed = 4, .purpose = Purpose::simulation}), 1);
  const std::vector<std::function<double(std::size_t)>> distributions{
      [&](std::size_t) { return stream.uniform(); },
      [&](std::size_t) { return std::exp(20 * draw_normal(stream)); },
      [&](std::size_t) { return std::floor(10 * stream.uniform()); },
      [&](std::size_t) { return 7.0; },
      [&](std::size_t) { return std::nan(""); },
      [&](std::size_t i) { return i % 4 == 0 ? std::nan("") : draw_normal(stream); },
      [&](std::size_t i) { return i == 5 ? 1e300 : draw_normal(stream); },
      [&](std::size_t i) { return i % 2 == 0 ? largest * stream.uniform() : -largest * stream.uniform(); },
      [&](std::size_t) { return smallest * std::floor(3 * stream.uniform()); },
      [&](std::size_t i) { return i % 3 == 0 ? -std::numeric_limits<double>::infinity() : stream.uniform(); },
      [&](std::size_t i) { return -static_cast<double>(i); }};
  PlaceSorter sorter;
  for (const auto& draw : distributions)
    for (const std::size_t size : {0U, 1U, 2U, 23U, 24U, 25U, 100U, 3000U}) {
      std::vector<double> values;
      for (std::size_t i = 0; i < size; ++i) values.push_back(draw(i));
      expect_sorted(values, sorter);
    }
}

// In order, two far from their places, and all of them.
TEST(PlaceSorter, sorts_places_that_are_nearly_in_order_or_not_at_all) {
  std::vector<double> values;
  for (std::size_t i = 0; i < 3000; ++i) values.push_back(static_cast<double>(i / 2));
  std::vector<std::uint32_t> in_order(values.size());
  std::iota(in_order.begin(), in_order.end(), 0U);
  std::vector<std::uint32_t> two_exchanged = in_order;
  std::swap(two_exchanged[7], two_exchanged[2900]);
  const std::vector<std::uint32_t> reversed(in_order.rbegin(), in_order.rend());
  PlaceSorter sorter;
  for (const auto& places : {in_order, two_exchanged, reversed}) {
    const auto sorted = sorter.sort(values, places);
    EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end(), [&](auto a, auto b) { return values[a] < values[b]; }));
    EXPECT_TRUE(std::is_permutation(sorted.begin(), sorted.end(), in_order.begin(), in_order.end()));
  }
}

}  // namespace
}  // namespace umfi
