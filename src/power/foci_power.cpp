#include "power/foci_power.hpp"

#include <algorithm>
#include <cmath>
#include <nanoflann.hpp>

namespace umfi {
namespace {

// Rows as points, coordinate by coordinate.
class Points {
 public:
  Points(const FeatureView& features, const Sample& sample) : size_(sample.size()) {
    for (std::size_t f = 0; f < features.size(); ++f) {
      if (features[f].is_constant) continue;
      if (features[f].is_ordered)
        add_numbers(features[f], sample);
      else
        add_levels(features[f], sample);
    }
  }

  std::size_t size() const { return size_; }
  std::size_t dimensions() const { return coordinates_.size(); }
  double at(std::size_t row, std::size_t dimension) const { return coordinates_[dimension][row]; }
  std::vector<double> point(std::size_t row) const {
    std::vector<double> values;
    for (const auto& coordinate : coordinates_) values.push_back(coordinate[row]);
    return values;
  }

  // What nanoflann asks for.
  std::size_t kdtree_get_point_count() const { return size_; }
  double kdtree_get_pt(std::size_t row, std::size_t dimension) const { return at(row, dimension); }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }

 private:
  void add_numbers(const FeatureColumn& feature, const Sample& sample) {
    std::vector<double> values;
    for (const std::uint32_t row : sample.rows) values.push_back(feature.values[row]);
    // Over the largest value first, so that squares stay in range.
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    double mean = 0;
    for (double& value : values) {
      value /= largest;
      mean += value / static_cast<double>(size_);
    }
    double squares = 0;
    for (double& value : values) {
      value -= mean;
      squares += value * value;
    }
    const double sd = std::sqrt(squares / static_cast<double>(size_));
    if (!(sd > 0)) return;
    for (double& value : values) value /= sd;
    coordinates_.push_back(std::move(values));
  }

  // Two values of a column of standard deviation 1 differ by the root of 2 in the mean square; so do two levels.
  void add_levels(const FeatureColumn& feature, const Sample& sample) {
    double highest = 0;
    for (const std::uint32_t row : sample.rows) highest = std::max(highest, feature.values[row]);
    for (double level = 0; level <= highest; ++level) {
      std::vector<double> values;
      for (const std::uint32_t row : sample.rows) values.push_back(feature.values[row] == level ? 1.0 : 0.0);
      coordinates_.push_back(std::move(values));
    }
  }

  std::size_t size_;
  std::vector<std::vector<double>> coordinates_;
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Points>, Points, -1, std::uint32_t>;

// The rows nearest to a row, itself left out: all that are equally near.
class NearestRows {
 public:
  explicit NearestRows(const Points& points)
      : points_(points), tree_(static_cast<int>(points.dimensions()), points, {/*leaf_max_size=*/16}) {}

  std::vector<std::uint32_t> of(std::size_t row) const {
    const std::vector<double> point = points_.point(row);
    std::uint32_t two[2];
    double distances[2];
    tree_.knnSearch(point.data(), 2, two, distances);
    const double nearest = two[0] == row ? distances[1] : distances[0];
    // The search takes what is nearer than its radius: a little more, then exactly those at the distance.
    std::vector<std::pair<std::uint32_t, double>> found;
    tree_.radiusSearch(point.data(), std::nextafter(nearest, HUGE_VAL) * (1 + 1e-12) + 1e-300, found, {0, 0, false});
    std::vector<std::uint32_t> rows;
    for (const auto& [other, distance] : found)
      if (other != row && distance <= nearest) rows.push_back(other);
    std::sort(rows.begin(), rows.end());
    return rows;
  }

 private:
  const Points& points_;
  Tree tree_;
};

// How many of the values are at most, or at least, each of them.
std::vector<double> count_at_most(const std::vector<double>& values, double sign) {
  std::vector<double> sorted;
  for (const double value : values) sorted.push_back(sign * value);
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> counts;
  for (const double value : values)
    counts.push_back(
        static_cast<double>(std::upper_bound(sorted.begin(), sorted.end(), sign * value) - sorted.begin()));
  return counts;
}

}  // namespace

FociPower::FociPower(const Target& target, const Sample& sample) : sample_(sample) {
  const auto n = static_cast<double>(sample.size());
  const auto add = [&](const std::vector<double>& values) {
    Response response{count_at_most(values, 1), count_at_most(values, -1), 0};
    for (const double l : response.at_least) response.variance += l * (n - l);
    responses_.push_back(std::move(response));
  };
  std::vector<double> values;
  for (const std::uint32_t row : sample.rows) values.push_back(target.values()[row]);
  if (target.classes() == 0) add(values);
  for (std::size_t k = 0; k < target.classes(); ++k) {
    std::vector<double> indicator;
    for (const double code : values) indicator.push_back(code == static_cast<double>(k) ? 1.0 : 0.0);
    add(indicator);
  }
}

Score FociPower::nu(const FeatureView& features, std::uint32_t /*repeat*/, Workers& workers) const {
  const Points points(features, sample_);
  if (points.dimensions() == 0 || points.size() < 2) return null();
  const NearestRows nearest(points);
  const auto n = static_cast<double>(points.size());
  std::vector<double> parts(points.size());  // per row, so that the sum does not depend on threads
  workers.for_each(points.size(), [&](std::size_t row) {
    const std::vector<std::uint32_t> neighbours = nearest.of(row);
    for (const Response& response : responses_) {
      double mean = 0;
      for (const std::uint32_t other : neighbours) mean += std::min(response.at_most[row], response.at_most[other]);
      mean /= static_cast<double>(neighbours.size());
      parts[row] += n * mean - response.at_least[row] * response.at_least[row];
    }
  });
  double numerator = 0;
  for (const double part : parts) numerator += part;
  double denominator = 0;
  for (const Response& response : responses_) denominator += response.variance;
  const double coefficient = denominator > 0 ? numerator / denominator : 0;
  return {.value = coefficient, .test_statistic = coefficient};
}

PowerEntry foci_entry() {
  return {.name = "foci",
          .tasks = {Task::regression, Task::classification},
          .is_random = false,
          .metric =
              [](Task) {
                return Metric{.name = "foci",
                              .title = "dependence T",
                              .null_model = "which is independence"};
              },
          .make = [](const Target& target, const Sample& sample,
                     const PowerSettings&) { return std::make_unique<const FociPower>(target, sample); },
          .label = [](const OptionValues&) { return std::string("FOCI dependence"); },
          .sentence =
              [](Task, const OptionValues&) {
                return std::string(
                    "Predictive power was the dependence coefficient of Azadkia and Chatterjee (2021), by nearest "
                    "neighbours.");
              }};
}

}  // namespace umfi
