// What importance methods give: per repeat, the score of all features together and the measure of each.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

namespace umfi {

// The measure of one feature. Most methods are a difference of two predictive powers; others leave these out.
struct FeatureMeasure {
  double value = 0;
  double with = std::numeric_limits<double>::quiet_NaN();
  double without = std::numeric_limits<double>::quiet_NaN();
};

// A power below the floor, which is that of the null model unless told otherwise, is raised to it first.
inline FeatureMeasure measure_of(double with, double without, double floor) {
  const double raised_with = std::max(with, floor);
  const double raised_without = std::max(without, floor);
  return {raised_with - raised_without, raised_with, raised_without};
}

// What one repeat gives.
struct Measures {
  double full = 0;                       // nu(F)
  std::vector<FeatureMeasure> features;  // in the order of the features
};

}  // namespace umfi
