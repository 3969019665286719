#include "stats/placed_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/distributions.hpp"

namespace umfi {
namespace {

void expect_sorted_like_a_comparison_sort(const std::vector<double>& values) {
  std::vector<PlacedValue> placed;
  for (std::size_t i = 0; i < values.size(); ++i) placed.emplace_back(values[i], static_cast<std::uint32_t>(i));
  std::vector<PlacedValue> expected = placed;
  std::sort(expected.begin(), expected.end());
  PlacedValueSorter sorter;
  sorter.sort(placed);
  ASSERT_TRUE(std::is_sorted(placed.begin(), placed.end(), [](auto a, auto b) { return a.first < b.first; }));
  std::sort(placed.begin(), placed.end());  // the order of ties is left open
  EXPECT_EQ(placed, expected);
}

// Even, skewed, tied, crowded beside one far outlier, and to the ends of what a double holds.
TEST(PlacedValueSorter, sorts_values_of_any_distribution) {
  const double largest = std::numeric_limits<double>::max();
  const double smallest = std::numeric_limits<double>::denorm_min();
  Stream stream(stream_key({.seed = 4, .purpose = Purpose::simulation}), 1);
  const std::vector<std::function<double(std::size_t)>> distributions{
      [&](std::size_t) { return stream.uniform(); },
      [&](std::size_t) { return std::exp(20 * draw_normal(stream)); },
      [&](std::size_t) { return std::floor(10 * stream.uniform()); },
      [&](std::size_t) { return 7.0; },
      [&](std::size_t i) { return i == 5 ? 1e300 : draw_normal(stream); },
      [&](std::size_t i) { return i % 2 == 0 ? largest * stream.uniform() : -largest * stream.uniform(); },
      [&](std::size_t) { return smallest * std::floor(3 * stream.uniform()); },
      [&](std::size_t i) { return i % 3 == 0 ? -std::numeric_limits<double>::infinity() : stream.uniform(); },
      [&](std::size_t i) { return -static_cast<double>(i); }};
  for (const auto& draw : distributions)
    for (const std::size_t size : {0U, 1U, 2U, 23U, 24U, 25U, 100U, 3000U}) {
      std::vector<double> values;
      for (std::size_t i = 0; i < size; ++i) values.push_back(draw(i));
      expect_sorted_like_a_comparison_sort(values);
    }
}

TEST(PlacedValueSorter, can_be_used_again) {
  PlacedValueSorter sorter;
  for (const std::size_t size : {50U, 30U, 90U}) {
    std::vector<PlacedValue> values;
    for (std::size_t i = 0; i < size; ++i)
      values.emplace_back(static_cast<double>(i * 37 % size), static_cast<std::uint32_t>(i));
    sorter.sort(values);
    EXPECT_EQ(values.size(), size);
    EXPECT_TRUE(std::is_sorted(values.begin(), values.end(), [](auto a, auto b) { return a.first < b.first; }));
  }
}

}  // namespace
}  // namespace umfi
