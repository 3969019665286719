// Where a value stands among those of its group: the conditional distribution of a feature given a protected one, and
// the way back into the feature's own units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/seed_stream.hpp"
#include "removal/row_groups.hpp"

namespace umfi {

// Whether residuals are what rounding leaves of an exact relation between numbers of this size.
bool is_rounding_noise(double largest_residual, double spread, double largest_value);

// F(x_j | x_i) for continuous features x_j: the mid-rank inside the group, over its size. In bins it is the residuals
// of x_j on x_i that are ranked; a bin whose residuals are all equal, or rounding noise, gives 1/2.
class ConditionalCdf {
 public:
  // The groups must outlive it.
  ConditionalCdf(std::span<const double> x_i, const RowGroups& groups);

  struct Values {
    std::vector<double> of_place;      // per place of the sample, in (0, 1]
    std::vector<std::uint32_t> order;  // the places, nearly by ascending value
  };
  Values of(std::span<const double> x_j) const;

 private:
  // The rows of all groups, group after group: what is known of them before any x_j is seen.
  struct Member {
    std::uint32_t place;
    std::uint32_t group;
    double x_i;
    double from_mean;  // of x_i in its group
  };
  void add_group(const RowGroups::Range& range, std::span<const double> x_i);
  void merge_groups();
  static void residuals_in_bin(std::span<const Member> bin, double sxx, std::span<double> x_j);

  const RowGroups& groups_;
  std::vector<Member> members_;
  std::vector<std::size_t> first_;     // member of each group, and the number of members
  std::vector<double> sxx_;            // of each group
  std::vector<std::uint32_t> owner_;   // per place the group that counts: the last that it is in
  std::vector<std::uint32_t> merged_;  // members, by rank over size if ranks had no ties
};

// The same for a discrete x_j: a uniform draw inside the step of its value, (F(x-), F(x)]. F is the distribution among
// the rows of a range of `sorted`, one range per place in it, neither of whose ends ever moves back.
std::vector<double> draw_in_steps(std::span<const double> x_j, std::span<const std::uint32_t> sorted,
                                  std::span<const RowGroups::Range> ranges, Stream stream);

// The inverse of a sample's distribution function.
class InverseCdf {
 public:
  explicit InverseCdf(std::span<const double> sample);
  // Linear between order statistics; the value that k of n do not exceed stands at k / n.
  double interpolated(double u) const {
    const double place = u * static_cast<double>(sorted_.size()) - 1;
    if (place <= 0) return sorted_.front();
    const auto below = static_cast<std::size_t>(place);
    if (below + 1 >= sorted_.size()) return sorted_.back();
    return sorted_[below] + (place - static_cast<double>(below)) * (sorted_[below + 1] - sorted_[below]);
  }
  // The smallest value v with F(v) >= u.
  double step(double u) const;
  // Whether there are two values at all.
  bool varies() const { return sorted_.front() < sorted_.back(); }

 private:
  std::vector<double> sorted_;
};

}  // namespace umfi
