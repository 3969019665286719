#include "forest/level_order.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/distributions.hpp"

namespace umfi::forest {
namespace {

TEST(LevelOrder, two_classes_are_ordered_by_the_share_of_the_second) {
  const std::vector<std::uint32_t> counts{3, 1, 0, 5, 2, 2};
  EXPECT_EQ(class_scores(counts, 2), (std::vector<double>{0.25, 1.0, 0.5}));
}

TEST(LevelOrder, equal_scores_keep_the_order_of_the_levels) {
  std::vector<std::uint32_t> levels{1, 4, 7, 9};
  sort_levels(levels, std::vector<double>{2, 1, 2, 1});
  EXPECT_EQ(levels, (std::vector<std::uint32_t>{4, 9, 1, 7}));
}

TEST(LevelOrder, one_level_or_equal_levels_get_equal_scores) {
  const std::vector<std::uint32_t> counts{2, 1, 1, 4, 2, 2};
  const auto scores = class_scores(counts, 3);
  EXPECT_EQ(scores[0], scores[1]);
}

// With more classes than levels another, smaller matrix is decomposed; a class that nobody has must not matter.
TEST(LevelOrder, classes_that_do_not_occur_change_nothing) {
  const std::vector<std::uint32_t> counts{5, 1, 2, 1, 6, 3, 2, 2, 9};
  std::vector<std::uint32_t> wide;
  for (std::size_t level = 0; level < 3; ++level) {
    wide.insert(wide.end(), counts.begin() + static_cast<std::ptrdiff_t>(3 * level),
                counts.begin() + static_cast<std::ptrdiff_t>(3 * level + 3));
    wide.insert(wide.end(), 297, 0U);
  }
  EXPECT_EQ(class_scores(counts, 3), class_scores(wide, 300));
}

TEST(LevelOrder, few_levels_of_many_classes_are_ordered_along_their_line) {
  // Shares move from class 0 to class 1 in steps, beside ten classes that stay the same.
  std::vector<std::uint32_t> counts;
  for (const std::uint32_t step : {3U, 0U, 2U, 1U}) {
    counts.push_back(10 * step);
    counts.push_back(10 * (3 - step));
    counts.insert(counts.end(), 10, 4U);
  }
  std::vector<std::uint32_t> levels{0, 1, 2, 3};
  sort_levels(levels, class_scores(counts, 12));
  const bool is_ascending = levels == std::vector<std::uint32_t>{1, 3, 2, 0};
  const bool is_descending = levels == std::vector<std::uint32_t>{0, 2, 3, 1};
  EXPECT_TRUE(is_ascending || is_descending);
}

// Weighted variance of the class shares along a direction; the first principal component maximises it.
double spread(const std::vector<std::uint32_t>& counts, std::size_t classes, const std::vector<double>& direction) {
  double total = 0, mean = 0, square = 0;
  for (std::size_t level = 0; level < counts.size() / classes; ++level) {
    double weight = 0;
    double projection = 0;
    for (std::size_t k = 0; k < classes; ++k) weight += counts[level * classes + k];
    for (std::size_t k = 0; k < classes; ++k) projection += direction[k] * counts[level * classes + k] / weight;
    total += weight;
    mean += weight * projection;
    square += weight * projection * projection;
  }
  return square / total - mean / total * mean / total;
}

TEST(LevelOrder, several_classes_are_projected_on_the_direction_of_largest_spread) {
  Stream stream(stream_key({.seed = 3, .purpose = Purpose::simulation}), 1);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<std::uint32_t> counts;
    for (int cell = 0; cell < 6 * 3; ++cell) counts.push_back(1 + stream.below(20));
    const auto scores = class_scores(counts, 3);
    double score_mean = 0, score_square = 0, total = 0;
    for (std::size_t level = 0; level < 6; ++level) {
      const double weight = counts[level * 3] + counts[level * 3 + 1] + counts[level * 3 + 2];
      total += weight;
      score_mean += weight * scores[level];
      score_square += weight * scores[level] * scores[level];
    }
    // The scores are projections on some direction up to length; compare shares of spread over a fine grid of
    // directions in the plane where class shares live (they sum to 1).
    double best = 0;
    double best_angle = 0;
    const auto direction = [](double angle) {
      const double u = std::cos(angle), v = std::sin(angle);
      return std::vector<double>{u / std::sqrt(2.0) + v / std::sqrt(6.0), -u / std::sqrt(2.0) + v / std::sqrt(6.0),
                                 -2 * v / std::sqrt(6.0)};
    };
    for (int step = 0; step < 20000; ++step) {
      const double angle = step * 3.14159265358979 / 20000;
      if (spread(counts, 3, direction(angle)) > best) {
        best = spread(counts, 3, direction(angle));
        best_angle = angle;
      }
    }
    // Correlation of the scores with the best projection is 1 up to the grid's width.
    const auto d = direction(best_angle);
    double cross = 0, projection_mean = 0;
    for (std::size_t level = 0; level < 6; ++level) {
      const double weight = counts[level * 3] + counts[level * 3 + 1] + counts[level * 3 + 2];
      double projection = 0;
      for (std::size_t k = 0; k < 3; ++k) projection += d[k] * counts[level * 3 + k] / weight;
      projection_mean += weight * projection;
      cross += weight * projection * scores[level];
    }
    const double covariance = cross / total - projection_mean / total * score_mean / total;
    const double score_variance = score_square / total - score_mean / total * score_mean / total;
    EXPECT_NEAR(std::abs(covariance) / std::sqrt(score_variance * best), 1, 1e-6);
  }
}

}  // namespace
}  // namespace umfi::forest
