#include "data/target_leak.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>

namespace umfi {
namespace {

constexpr std::size_t rows = 200;

Column numbers(const std::function<double(double)>& value) {
  std::vector<double> values;
  for (std::size_t row = 0; row < rows; ++row) values.push_back(value(static_cast<double>(row)));
  return Column::numbers("x", std::move(values), Kind::numeric);
}

Column labels(const std::function<int(int)>& code, int levels) {
  std::vector<double> codes;
  for (std::size_t row = 0; row < rows; ++row) codes.push_back(code(static_cast<int>(row)));
  std::vector<std::string> names;
  for (int level = 0; level < levels; ++level) names.push_back("level " + std::to_string(level));
  return Column::labels("x", std::move(codes), std::move(names));
}

bool leaks(const Column& feature, const Column& target, bool is_classes) {
  std::vector<std::uint32_t> all(rows);
  std::iota(all.begin(), all.end(), 0U);
  return leak_sign(feature, target, is_classes, all).has_value();
}

double scattered(double row) {
  return std::fmod(row * 0.6180339887, 1);
}

TEST(TargetLeak, a_column_that_fixes_the_class_is_a_leak) {
  const Column target = labels([](int row) { return row % 3; }, 3);
  EXPECT_TRUE(leaks(labels([](int row) { return row % 3; }, 3), target, true));
  EXPECT_TRUE(leaks(labels([](int row) { return row % 12; }, 12), target, true));
  EXPECT_TRUE(leaks(numbers([](double row) { return 10 * std::fmod(row, 3) + scattered(row); }), target, true));
}

TEST(TargetLeak, a_copy_of_a_number_is_a_leak_whatever_its_unit) {
  const Column target = numbers([](double row) { return scattered(row); });
  EXPECT_TRUE(leaks(numbers([](double row) { return -3 * scattered(row) + 2; }), target, false));
  EXPECT_TRUE(leaks(numbers([](double row) { return std::exp(5 * scattered(row)); }), target, false));
  const Column steps = numbers([](double row) { return std::fmod(row, 5) * 7; });
  EXPECT_TRUE(leaks(labels([](int row) { return (row + 2) % 5; }, 5), steps, false));
}

TEST(TargetLeak, strong_features_are_no_leaks) {
  const Column classes = labels([](int row) { return row % 20 == 0 ? 2 : row % 3; }, 3);
  EXPECT_FALSE(leaks(labels([](int row) { return row % 3; }, 3), classes, true));
  const Column target = numbers([](double row) { return scattered(row) + 0.1 * scattered(row * 3.7); });
  EXPECT_FALSE(leaks(numbers([](double row) { return scattered(row); }), target, false));
  EXPECT_FALSE(leaks(numbers([](double) { return 1; }), target, false));
}

TEST(TargetLeak, values_of_one_row_each_prove_nothing) {
  const Column target = labels([](int row) { return row % 2; }, 2);
  EXPECT_FALSE(leaks(labels([](int row) { return row; }, rows), target, true));
}

}  // namespace
}  // namespace umfi
