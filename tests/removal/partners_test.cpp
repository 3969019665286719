#include "removal/partners.hpp"

#include <gtest/gtest.h>

#include "core/distributions.hpp"
#include "core/seed_stream.hpp"
#include "stats/critical_values.hpp"

namespace umfi {
namespace {

// a, b = a + noise, c, a constant: by row, each of mean zero.
TEST(Partners, are_columns_that_are_correlated_and_no_others) {
  const std::vector<double> rows{-2, -2.1, 1, 0, -1, -0.9, -2, 0, 0, 0.1, 2, 0, 1, 0.8, -2, 0, 2, 2.1, 1, 0};
  const Partners partners(rows, 4, 0.9);
  EXPECT_EQ(partners.with_partners({true, false, false, false}), (std::vector<bool>{true, true, false, false}));
  EXPECT_EQ(partners.with_partners({false, false, true, false}), (std::vector<bool>{false, false, true, false}));
  EXPECT_EQ(partners.with_partners({false, false, false, true}), (std::vector<bool>{false, false, false, true}));
  EXPECT_EQ(partners.with_partners({false, false, false, false}), (std::vector<bool>(4, false)));
}

TEST(Partners, are_found_in_wide_tables) {
  constexpr std::size_t columns = 300;
  constexpr std::size_t count = 50;
  Stream stream(stream_key({.seed = 1, .purpose = Purpose::simulation, .repeat = 0, .tree = 0}), 0);
  std::vector<double> rows;
  std::vector<double> sums(columns, 0.0);
  for (std::size_t row = 0; row < count; ++row) {
    const double shared = draw_normal(stream);
    for (std::size_t j = 0; j < columns; ++j) {
      rows.push_back(j % 100 == 7 ? shared + 0.1 * draw_normal(stream) : draw_normal(stream));
      sums[j] += rows.back();
    }
  }
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] -= sums[k % columns] / count;
  const Partners partners(rows, columns, critical_squared_correlation(count, 1e-6));
  std::vector<bool> chosen(columns, false);
  chosen[207] = true;
  std::vector<bool> expected(columns, false);
  expected[7] = expected[107] = expected[207] = true;
  EXPECT_EQ(partners.with_partners(chosen), expected);
}

}  // namespace
}  // namespace umfi
