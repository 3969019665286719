// Where a value stands among those of its group: the conditional distribution of a feature given a protected one, and
// the way back into the feature's own units.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/seed_stream.hpp"
#include "removal/row_groups.hpp"

namespace umfi {

// Whether residuals are what rounding leaves of an exact relation between numbers of this size.
bool is_rounding_noise(double largest_residual, double spread, double largest_value);

// F(x_j | x_i) for a continuous x_j, per place of the sample, in (0, 1]: the mid-rank inside the group, over its size.
// In bins it is the residuals of x_j on x_i that are ranked; a bin whose residuals are all equal, or rounding noise,
// gives 1/2.
std::vector<double> conditional_cdf(std::span<const double> x_j, std::span<const double> x_i, const RowGroups& groups);

// The same for a discrete x_j: a uniform draw inside the step of its value, (F(x-), F(x)]. F is the distribution among
// the rows of a range of `sorted`, one range per place in it, neither of whose ends ever moves back.
std::vector<double> draw_in_steps(std::span<const double> x_j, std::span<const std::uint32_t> sorted,
                                  std::span<const RowGroups::Range> ranges, Stream stream);

// The inverse of a sample's distribution function.
class InverseCdf {
 public:
  explicit InverseCdf(std::span<const double> sample);
  // Linear between order statistics; the value that k of n do not exceed stands at k / n.
  double interpolated(double u) const;
  // The smallest value v with F(v) >= u.
  double step(double u) const;
  // Whether there are two values at all.
  bool varies() const { return sorted_.front() < sorted_.back(); }

 private:
  std::vector<double> sorted_;
};

}  // namespace umfi
