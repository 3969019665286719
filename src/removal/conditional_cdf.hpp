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

// F(x_j | x_i) for continuous features x_j: the mid-rank inside the group, over its size. In bins it is the residuals
// of x_j on x_i that are ranked; a bin whose residuals are all equal, or rounding noise, gives 1/2.
class ConditionalCdf {
 public:
  ConditionalCdf(std::span<const double> x_i, const RowGroups& groups);

  struct Values {
    std::vector<double> of_place;      // per place of the sample
    std::vector<std::uint32_t> order;  // the places, nearly by ascending value
  };
  // As shares in (0, 1], or in the units of the feature whose inverse is given.
  Values of(std::span<const double> x_j, const InverseCdf* inverse = nullptr) const;

 private:
  // What is known of a group before any x_j is seen.
  struct Group {
    std::size_t first;  // of its members
    std::size_t size;
    double sxx;
    double largest_x_i;
  };
  // x_j on x_i in a bin.
  struct Line {
    double mean = 0;  // of x_j
    double slope = 0;
  };
  // A member of a group: its row may be in a second one.
  struct Membership {
    std::uint32_t member;
    std::uint32_t group;
  };
  // Where ranking a group leaves its results.
  struct RankedPlaces {
    std::uint32_t* by_rank;  // the group's places, by ascending rank
    double* of_place;        // per place of the sample
  };
  void add_group(const RowGroups::Range& range, std::span<const double> x_i);
  void merge_groups();
  double share_of(double rank, const Group& group) const;
  bool is_noise(const Group& bin, std::span<const double> x_j, const Line& line, double largest_residual) const;
  void find_residuals(const Group& bin, std::span<const double> x_j, std::span<double> residuals) const;
  template <class Scale>
  Values rank_in_groups(std::span<const double> x_j, const Scale& scale) const;
  template <class Scale>
  void rank_in_group(const Group& group, std::span<const double> ranked, std::span<const std::uint32_t> sorted,
                     const Scale& scale, const RankedPlaces& out) const;
  template <class Scale>
  void share_ranks(const Group& group, std::span<const double> ranked, std::span<const std::uint32_t> sorted,
                   const Scale& scale, double* of_place) const;

  bool are_levels_;
  std::vector<Group> groups_;
  // The members of all groups, group after group.
  std::vector<std::uint32_t> place_;
  std::vector<double> x_i_;
  std::vector<double> from_mean_;     // of x_i in its group
  std::vector<double> share_;         // of the k-th member by ascending x_j, where no other has its value
  std::vector<std::uint32_t> owner_;  // per place the group that counts: the last that it is in
  std::vector<Membership> merged_;    // by ascending share
};

// The same for a discrete x_j: a uniform draw inside the step of its value, (F(x-), F(x)]. F is the distribution among
// the rows of a range of `sorted`, one range per place in it, neither of whose ends ever moves back.
std::vector<double> draw_in_steps(std::span<const double> x_j, std::span<const std::uint32_t> sorted,
                                  std::span<const RowGroups::Range> ranges, Stream stream);

}  // namespace umfi
