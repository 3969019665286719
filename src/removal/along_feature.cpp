#include "removal/along_feature.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/distributions.hpp"
#include "stats/ranks.hpp"

namespace umfi {
namespace {

using Index = Eigen::Index;

// The places by ascending value, equal values in random order.
std::vector<std::uint32_t> sorted_places(std::span<const double> values, Stream ties) {
  std::vector<std::uint32_t> places(values.size());
  std::iota(places.begin(), places.end(), 0U);
  shuffle<std::uint32_t>(places, ties);
  std::stable_sort(places.begin(), places.end(), [&](auto a, auto b) { return values[a] < values[b]; });
  return places;
}

// The end of the run of equal values that begins here.
std::size_t end_of_run(std::span<const double> values, std::span<const std::uint32_t> sorted, std::size_t begin) {
  std::size_t end = begin;
  while (end < sorted.size() && values[sorted[end]] == values[sorted[begin]]) ++end;
  return end;
}

std::vector<double> mid_rank_shares(std::span<const double> values, std::span<const std::uint32_t> sorted) {
  std::vector<double> shares(sorted.size());
  for (std::size_t begin = 0; begin < sorted.size();) {
    const std::size_t end = end_of_run(values, sorted, begin);
    const double share = static_cast<double>(begin + end) / (2 * static_cast<double>(sorted.size()));
    std::fill(shares.begin() + static_cast<std::ptrdiff_t>(begin), shares.begin() + static_cast<std::ptrdiff_t>(end),
              share);
    begin = end;
  }
  return shares;
}

// How many terms a curve through so many rows has, the constant included: 4 are a cubic.
std::size_t spline_terms(std::size_t all_rows, std::size_t rows) {
  if (rows < 20) return std::min<std::size_t>(2, rows);
  const std::size_t most = all_rows >= 300 ? 8 : 5;
  return std::max<std::size_t>(4, std::min(most, rows / 20));
}

// A cubic spline in z with so many terms: powers, and cubes from each knot on. Knots are at normal quantiles.
Eigen::RowVectorXd spline_at(double z, std::size_t terms) {
  Eigen::RowVectorXd row(static_cast<Index>(terms));
  const std::size_t powers = std::min<std::size_t>(terms, 4);
  for (std::size_t k = 0; k < powers; ++k) row(static_cast<Index>(k)) = k == 0 ? 1 : row(static_cast<Index>(k) - 1) * z;
  const std::size_t knots = terms - powers;
  for (std::size_t k = 1; k <= knots; ++k) {
    const double above = z - normal_quantile(static_cast<double>(k) / static_cast<double>(knots + 1));
    row(static_cast<Index>(powers + k) - 1) = above > 0 ? above * above * above : 0;
  }
  return row;
}

// Counts of ranks, of which those below a given one are counted in logarithmic time (Fenwick 1994).
class RankCounts {
 public:
  explicit RankCounts(std::size_t ranks) : counts_(ranks + 1, 0) {}
  void add(std::uint32_t rank, std::int32_t count) {
    for (std::size_t k = rank + 1; k < counts_.size(); k += k & (~k + 1)) counts_[k] += count;
  }
  std::int32_t below(std::uint32_t rank) const {
    std::int32_t sum = 0;
    for (std::size_t k = rank; k > 0; k -= k & (~k + 1)) sum += counts_[k];
    return sum;
  }

 private:
  std::vector<std::int32_t> counts_;
};

constexpr std::size_t fewest_for_shape = 30;  // rows of a segment whose distribution can be told

}  // namespace

AlongFeature::AlongFeature(std::span<const double> x_i, bool are_levels, Stream ties)
    : rows_(x_i.size()), are_levels_(are_levels) {
  const double n = static_cast<double>(rows_);
  window_ = static_cast<std::size_t>(std::min(n, std::max(40.0, 6 * std::sqrt(n))));
  const std::vector<std::uint32_t> sorted = sorted_places(x_i, ties);
  if (are_levels) {
    find_levels(x_i, sorted);
  } else {
    find_segments(x_i, sorted);
    set_curves(x_i);
  }
}

void AlongFeature::find_levels(std::span<const double> x_i, std::span<const std::uint32_t> sorted) {
  for (std::size_t begin = 0; begin < sorted.size();) {
    const std::size_t end = end_of_run(x_i, sorted, begin);
    segments_.push_back({.places = {sorted.begin() + static_cast<std::ptrdiff_t>(begin),
                                    sorted.begin() + static_cast<std::ptrdiff_t>(end)}});
    begin = end;
  }
}

void AlongFeature::find_segments(std::span<const double> x_i, std::span<const std::uint32_t> sorted) {
  const std::size_t frequent = std::max(fewest_for_shape, window_ / 2);
  Segment rest;
  for (std::size_t begin = 0; begin < sorted.size();) {
    const std::size_t end = end_of_run(x_i, sorted, begin);
    const auto run = sorted.subspan(begin, end - begin);
    if (run.size() >= frequent)
      segments_.push_back({.places = {run.begin(), run.end()}});
    else
      rest.places.insert(rest.places.end(), run.begin(), run.end());
    begin = end;
  }
  if (rest.places.empty()) return;
  rest.shares = mid_rank_shares(x_i, rest.places);
  segments_.push_back(std::move(rest));
}

void AlongFeature::set_curves(std::span<const double> x_i) {
  std::size_t terms = 0;
  const auto terms_in = [&](const Segment& s) { return s.is_atom() ? 1 : spline_terms(x_i.size(), s.places.size()); };
  for (const Segment& segment : segments_) terms += terms_in(segment);
  Eigen::MatrixXd design = Eigen::MatrixXd::Zero(static_cast<Index>(rows_), static_cast<Index>(terms));
  Index first = 0;
  for (const Segment& segment : segments_) {
    const std::size_t own = terms_in(segment);
    for (std::size_t k = 0; k < segment.places.size(); ++k)
      design.row(segment.places[k]).segment(first, static_cast<Index>(own)) =
          segment.is_atom() ? Eigen::RowVectorXd::Ones(1) : spline_at(normal_quantile(segment.shares[k]), own);
    first += static_cast<Index>(own);
  }
  const Eigen::RowVectorXd means = design.colwise().mean();
  design.rowwise() -= means;
  for (Index c = 0; c < design.cols(); ++c)
    if (const double norm = design.col(c).norm(); norm > 0) design.col(c) /= norm;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(design.rows(), design.cols());
  qr.setThreshold(1e-9);
  qr.compute(design);
  curves_ = qr.householderQ() * Eigen::MatrixXd::Identity(design.rows(), qr.rank());
}

ShrunkFit AlongFeature::shrunk_fit(const Eigen::VectorXd& column) const {
  const auto n = static_cast<Index>(rows_);
  const Eigen::VectorXd centred = column.array() - column.mean();
  ShrunkFit fit{.values = Eigen::VectorXd::Zero(n)};
  const Index terms = are_levels_ ? static_cast<Index>(segments_.size()) - 1 : curves_.cols();
  const Index spare = n - 1 - terms;
  const double total = centred.squaredNorm();
  if (terms == 0 || spare < 1 || !(total > 0)) return fit;
  if (are_levels_) {
    for (const Segment& segment : segments_) {
      double mean = 0;
      for (const auto place : segment.places) mean += centred(place) / static_cast<double>(segment.places.size());
      for (const auto place : segment.places) fit.values(place) = mean;
    }
  } else {
    fit.values = curves_ * (curves_.transpose() * centred);
  }
  const double fitted = fit.values.squaredNorm();
  const double left = std::max(total - fitted, 1e-9 * total);
  fit.f = fitted / static_cast<double>(terms) / (left / static_cast<double>(spare));
  fit.values *= std::max(0.0, 1 - 1 / std::max(fit.f, 1e-9));
  return fit;
}

// Members by ascending x_i; the window moves with them and stands still at either end.
void AlongFeature::slide_window(const Segment& segment, std::span<const std::uint32_t> ranks,
                                std::span<double> shares) const {
  const std::size_t size = segment.places.size();
  const std::size_t width = std::min(window_, size);
  RankCounts counts(rows_);
  std::size_t end = 0;
  for (std::size_t k = 0; k < size; ++k) {
    const std::size_t begin = std::min(k > width / 2 ? k - width / 2 : 0, size - width);
    for (; end < begin + width; ++end) {
      counts.add(ranks[segment.places[end]], 1);
      if (end >= width) counts.add(ranks[segment.places[end - width]], -1);
    }
    const std::uint32_t place = segment.places[k];
    shares[place] = (counts.below(ranks[place]) + 0.5) / static_cast<double>(width);
  }
}

std::vector<double> AlongFeature::local_shares(std::span<const std::uint32_t> ranks,
                                               std::span<const double> global) const {
  std::vector<double> shares(global.begin(), global.end());
  for (const Segment& segment : segments_) {
    if (segment.places.size() < fewest_for_shape) continue;
    if (!segment.is_atom()) {
      slide_window(segment, ranks, shares);
      continue;
    }
    std::vector<std::uint32_t> by_rank = segment.places;
    std::sort(by_rank.begin(), by_rank.end(), [&](auto a, auto b) { return ranks[a] < ranks[b]; });
    for (std::size_t k = 0; k < by_rank.size(); ++k)
      shares[by_rank[k]] = (static_cast<double>(k) + 0.5) / static_cast<double>(by_rank.size());
  }
  return shares;
}

}  // namespace umfi
