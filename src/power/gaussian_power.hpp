// Gaussian power: nu(S) = -1/2 log(1 - R²), where R² is the share of the response's variance that least squares on the
// columns of S explains, in the very rows it is fitted to. That is the mutual information, in nats, of a Gaussian
// response and Gaussian features whose covariance is the sample's.
//
//   const GaussianPower power(response, rows);
//   power.nu(features, 0, workers).score;
#pragma once

#include <cstdint>
#include <span>

#include "power/power.hpp"

namespace umfi {

// - Numbers enter as they are, unordered levels as one indicator column each. Columns that do not vary are ignored.
// - A column that is a linear function of others to seven digits adds nothing, so that a set has the power of its
// basis.
// - R² counts as 1 - 2^-52 at most: a perfect fit gives 26 log 2 = 18.02, whatever rounding leaves of it.
// - A constant response has power 0.
// - Nothing is random, so repeats are all the same.
class GaussianPower final : public Power {
 public:
  // Response and rows must outlive the power. Throws UsageError if the response has classes.
  GaussianPower(const forest::Response& response, std::span<const std::uint32_t> rows);

  Score null() const override;
  // Losses are squared residuals. Throws DataError if the columns leave no degree of freedom: they would explain any
  // response in full.
  Score nu(const forest::FeatureView& features, std::uint32_t repeat, Workers& workers) const override;

 private:
  const forest::Response& response_;
  std::span<const std::uint32_t> rows_;
};

}  // namespace umfi
