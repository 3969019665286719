#include "forest/response.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace umfi::forest {
namespace {

TEST(Response, fixed_point_reads_back_within_its_resolution) {
  const std::vector<double> values{-3.25, 0.1, 1e-3, 7.75, 7.75};
  const Response response = Response::regression(values);
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(response.decode(static_cast<double>(response.encoded()[i])), values[i], 11 * std::pow(2.0, -36));
}

TEST(Response, small_whole_numbers_are_exact) {
  const std::vector<double> values{0, 1, 2, 3, 2, 1};
  const Response response = Response::regression(values);
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(response.decode(static_cast<double>(response.encoded()[i])), values[i]);
}

TEST(Response, sums_over_all_rows_fit_into_their_word_however_many_rows_there_are) {
  for (const std::size_t rows : {10UL, 1000UL, 65536UL, 1000000UL}) {
    std::vector<double> values(rows, 1.0);
    values[0] = 0.0;
    const Response response = Response::regression(values);
    const double largest = static_cast<double>(response.encoded()[1]) * static_cast<double>(rows);
    EXPECT_LT(largest, std::pow(2.0, 64 - response.weight_bits()));
    EXPECT_LT(largest, std::pow(2.0, 52));
    EXPECT_GT(response.encoded()[1], 1 << 16);
  }
}

TEST(Response, a_shift_or_a_scale_by_a_power_of_two_changes_no_fixed_point_number) {
  const std::vector<double> values{0.5, 1.25, 4.75, 3.0};
  std::vector<double> moved;
  for (const double value : values) moved.push_back(value * 8 - 1024);
  const Response a = Response::regression(values);
  const Response b = Response::regression(moved);
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(a.encoded()[i], b.encoded()[i]);
}

}  // namespace
}  // namespace umfi::forest
