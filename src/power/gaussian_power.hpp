// Gaussian power: nu(S) = -1/2 log(1 - R²), where R² is the share of the response's variance that least squares on the
// columns of S explains, in the very rows it is fitted to. That is the mutual information, in nats, of a Gaussian
// response and Gaussian features whose covariance is the sample's.
//
//   const GaussianPower power(target, sample);
//   power.nu(features, 0, workers).value;
#pragma once

#include <cstdint>
#include <span>

#include "umfi/power.hpp"

namespace umfi {

// - Numbers enter as they are, unordered levels as one indicator column each. Columns that do not vary are ignored.
// - A column that is a linear function of others to seven digits adds nothing, so that a set has the power of its
// basis.
// - R² counts as 1 - 2^-52 at most: a perfect fit gives 26 log 2 = 18.02, whatever rounding leaves of it.
// - A constant response has power 0.
// - Nothing is random, so repeats are all the same.
class GaussianPower final : public Power {
 public:
  // Target and sample must outlive the power. Throws UsageError if the target has classes.
  GaussianPower(const Target& target, const Sample& sample);

  Score null() const override;
  // Throws DataError if the columns leave no degree of freedom: they would explain any response in full.
  Score nu(const FeatureView& features, std::uint32_t repeat, Workers& workers) const override;

 private:
  const Target& target_;
  Sample sample_;
};

PowerEntry gaussian_entry();

}  // namespace umfi
