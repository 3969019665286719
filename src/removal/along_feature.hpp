// The rows of a sample along a protected feature x_i: its segments, neighbours in it, and smooth curves in it.
//
// Every frequent value of x_i (an *atom*), and every level, is a segment of its own; all other rows are one segment, in
// which x_i has an order and rows have neighbours.
//
//   const AlongFeature along(x_i, are_levels, stream);
//   const ShrunkFit fit = along.shrunk_fit(column);   // what x_i predicts of the column, less what chance would
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/seed_stream.hpp"

namespace umfi {

// The least squares fit of a centred column, shrunk, and how clear it is.
struct ShrunkFit {
  Eigen::VectorXd values;
  double f = 0;  // the F statistic; about 1 where there is nothing but chance
};

class AlongFeature {
 public:
  struct Segment {
    std::vector<std::uint32_t> places;  // of the sample, by ascending value, equal ones in random order
    std::vector<double> shares = {};    // per member its mid-rank as a share of the segment; none in an atom

    bool is_atom() const { return shares.empty(); }
  };

  // `are_levels`: x_i has no order, or too few values for one.
  AlongFeature(std::span<const double> x_i, bool are_levels, Stream ties);

  std::size_t rows() const { return rows_; }
  std::span<const Segment> segments() const { return segments_; }
  // Rows that count as neighbours of one of them, itself included.
  std::size_t window() const { return window_; }

  // The column as segment means and a cubic spline in the normal score of x_i, shrunk by its F statistic as James and
  // Stein would: where chance alone explains the fit, it is zero.
  ShrunkFit shrunk_fit(const Eigen::VectorXd& column) const;

  // Per place the rank of its value among those of its neighbours, or of its segment, as a share in (0, 1). Segments
  // of too few rows keep the shares given, which are those among all rows.
  std::vector<double> local_shares(std::span<const std::uint32_t> ranks, std::span<const double> global) const;

 private:
  void find_levels(std::span<const double> x_i, std::span<const std::uint32_t> sorted);
  void find_segments(std::span<const double> x_i, std::span<const std::uint32_t> sorted);
  void set_curves(std::span<const double> x_i);
  void slide_window(const Segment& segment, std::span<const std::uint32_t> ranks, std::span<double> shares) const;

  std::size_t rows_;
  std::size_t window_;
  std::vector<Segment> segments_;
  Eigen::MatrixXd curves_;  // orthonormal and centred; not used where all segments are levels
  bool are_levels_;
};

}  // namespace umfi
