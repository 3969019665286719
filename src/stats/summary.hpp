// Summaries of a sample of numbers.
#pragma once

#include <span>
#include <vector>

namespace umfi {

double mean_of(std::span<const double> values);

// With the n - 1 denominator; 0 for a single value.
double sd_of(std::span<const double> values);

// The quantile at probability p of ascending values: linear between order statistics, p = 0 and 1 being the extremes
// (type 7 of Hyndman and Fan 1996, R's default).
double quantile_of_sorted(std::span<const double> sorted, double p);

struct Quartiles {
  double q25 = 0;
  double median = 0;
  double q75 = 0;
};

Quartiles quartiles_of(std::vector<double> values);

}  // namespace umfi
