// The dependence coefficient of Azadkia and Chatterjee (2021): how much of a numeric or class response is determined by
// a set of features, from 0 (independent) to 1 (a function of them), by nearest neighbours.
//
//   const FociPower power(target, sample);
//   power.nu(features, 0, workers).value;
#pragma once

#include <cstdint>
#include <vector>

#include "umfi/power.hpp"

namespace umfi {

// T(Y, S) = sum_i (n min(R_i, R_m(i)) - L_i²) / sum_i L_i (n - L_i), where R_i counts the responses of at most y_i, L_i
// those of at least y_i, and m(i) is the row nearest to i in S, itself left out. Columns are divided by their standard
// deviation, so that units do not matter; unordered levels enter as one indicator each, scaled so that two levels are
// as far apart as a column's values are on average. Of several nearest rows the mean over all of them is taken, so that
// nothing is random. Classes: the mean over classes of the coefficient of their indicator, weighted by its variance.
class FociPower final : public Power {
 public:
  // Target and sample must outlive the power.
  FociPower(const Target& target, const Sample& sample);

  Score null() const override { return {}; }
  Score nu(const FeatureView& features, std::uint32_t repeat, Workers& workers) const override;

 private:
  struct Response {
    std::vector<double> at_most;   // R, per row of the sample
    std::vector<double> at_least;  // L
    double variance = 0;           // the denominator
  };

  Sample sample_;
  std::vector<Response> responses_;  // one, or one for each class
};

PowerEntry foci_entry();

}  // namespace umfi
