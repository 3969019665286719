#include "removal/joint_map.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/distributions.hpp"

namespace umfi {
namespace {

using Index = Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double ridge = 0.02;             // on the diagonal of every covariance: nearly dependent columns stay solvable
constexpr std::size_t fewest_rows = 40;    // of a segment with a covariance of its own
constexpr std::size_t most_anchors = 24;   // of a segment
constexpr double narrowest = 0.02;         // kernel, as a share of the rows

void standardize(Eigen::Ref<MatrixXd> columns) {
  for (Index c = 0; c < columns.cols(); ++c) {
    columns.col(c).array() -= columns.col(c).mean();
    const double sd = std::sqrt(columns.col(c).squaredNorm() / static_cast<double>(columns.rows()));
    if (sd > 0) columns.col(c) /= sd;
  }
}

// The rows of a segment in the order of x_i, and the covariances along it.
struct LocalCovariances {
  const AlongFeature::Segment* segment;
  MatrixXd rows;
  std::vector<VectorXd> weights;  // per anchor; each sums to one
  std::vector<MatrixXd> covariances = {};
};

// Rows that an anchor's kernel counts, about.
double effective_rows(std::size_t rows) {
  return std::max(60.0, 4.5 * std::sqrt(static_cast<double>(rows)));
}

// Gaussian kernels around evenly spaced anchors, reflected at both ends.
std::vector<VectorXd> kernels_along(const AlongFeature::Segment& segment, std::size_t all_rows) {
  const auto size = static_cast<double>(segment.places.size());
  if (segment.is_atom()) return {VectorXd::Constant(static_cast<Index>(segment.places.size()), 1 / size)};
  constexpr double rows_per_width = 3.545;  // 2 sqrt(pi): a kernel of width h counts as many rows as this times h n
  const double width = std::max(narrowest, effective_rows(all_rows) / (rows_per_width * size));
  const std::size_t anchors = std::clamp<std::size_t>(static_cast<std::size_t>(1 / width) + 2, 2, most_anchors);
  std::vector<VectorXd> kernels;
  for (std::size_t a = 0; a < anchors; ++a) {
    const double anchor = (static_cast<double>(a) + 0.5) / static_cast<double>(anchors);
    VectorXd kernel(static_cast<Index>(segment.places.size()));
    for (std::size_t k = 0; k < segment.places.size(); ++k) {
      double weight = 0;
      for (const double centre : {anchor, -anchor, 2 - anchor}) {
        const double distance = (segment.shares[k] - centre) / width;
        weight += distance * distance < 100 ? portable_exp(-0.5 * distance * distance) : 0;
      }
      kernel(static_cast<Index>(k)) = weight;
    }
    kernels.push_back(kernel / kernel.sum());
  }
  return kernels;
}

std::vector<LocalCovariances> covariances_along(const AlongFeature& along, const MatrixXd& columns) {
  std::vector<LocalCovariances> result;
  for (const AlongFeature::Segment& segment : along.segments()) {
    if (segment.places.size() < fewest_rows) continue;
    LocalCovariances local{&segment, MatrixXd(static_cast<Index>(segment.places.size()), columns.cols()),
                           kernels_along(segment, along.rows())};
    for (std::size_t k = 0; k < segment.places.size(); ++k)
      local.rows.row(static_cast<Index>(k)) = columns.row(segment.places[k]);
    for (const VectorXd& weights : local.weights)
      local.covariances.push_back(local.rows.transpose() * weights.asDiagonal() * local.rows);
    result.push_back(std::move(local));
  }
  return result;
}

// How far to shrink local covariances towards that of all rows. What chance makes of them, over how much they differ,
// is near 1 where there is nothing but chance: measured, 1.1 to 1.5 for a shuffled x_i, 0.2 to 0.6 for real ones.
double shrinkage(const std::vector<LocalCovariances>& all, const MatrixXd& pooled) {
  double noise = 0;
  double spread = 0;
  for (const LocalCovariances& local : all) {
    const VectorXd fourth = local.rows.rowwise().squaredNorm().array().square();
    const double share = static_cast<double>(local.segment->places.size()) / static_cast<double>(local.weights.size());
    for (std::size_t a = 0; a < local.weights.size(); ++a) {
      const VectorXd squared = local.weights[a].array().square();
      noise += (squared.dot(fourth) - squared.sum() * local.covariances[a].squaredNorm()) * share;
      spread += (local.covariances[a] - pooled).squaredNorm() * share;
    }
  }
  const double ratio = noise / std::max(spread, 1e-12);
  return 0.1 + 0.9 * std::clamp((ratio - 0.7) / 0.25, 0.0, 1.0);
}

// M with e M of covariance `pooled` where rows e have covariance `local`, upper triangular.
MatrixXd triangular_map(const MatrixXd& local, const Eigen::LLT<MatrixXd>& pooled) {
  const Eigen::LLT<MatrixXd> factor(local);
  return factor.matrixU().solve(MatrixXd(pooled.matrixU()));
}

// Rows between two anchors are mapped by both, and count by how near each is.
void map_rows(const LocalCovariances& local, const std::vector<MatrixXd>& maps, Eigen::Ref<MatrixXd> columns) {
  const auto size = static_cast<Index>(local.segment->places.size());
  MatrixXd mapped(size, local.rows.cols());
  const auto anchors = static_cast<double>(maps.size());
  const auto place_of = [&](Index row) {
    return std::clamp(local.segment->shares[static_cast<std::size_t>(row)] * anchors - 0.5, 0.0, anchors - 1);
  };
  if (maps.size() == 1) mapped = local.rows * maps[0];
  for (Index begin = 0; maps.size() > 1 && begin < size;) {
    const auto low = std::min(static_cast<std::size_t>(place_of(begin)), maps.size() - 2);
    Index end = begin;
    while (end < size && (place_of(end) < static_cast<double>(low + 1) || low == maps.size() - 2)) ++end;
    VectorXd share(end - begin);
    for (Index row = begin; row < end; ++row) share(row - begin) = place_of(row) - static_cast<double>(low);
    const MatrixXd some = local.rows.middleRows(begin, end - begin);
    mapped.middleRows(begin, end - begin) =
        (1 - share.array()).matrix().asDiagonal() * (some * maps[low]) + share.asDiagonal() * (some * maps[low + 1]);
    begin = end;
  }
  for (Index k = 0; k < size; ++k) columns.row(local.segment->places[static_cast<std::size_t>(k)]) = mapped.row(k);
}

}  // namespace

void JointMap::apply(Eigen::Ref<MatrixXd> columns) {
  if (columns.cols() < 2) return;
  standardize(columns);
  const MatrixXd pooled = columns.transpose() * columns / static_cast<double>(columns.rows());
  const std::vector<LocalCovariances> all = covariances_along(along_, columns);
  if (!mix_) mix_ = all.empty() ? 1 : shrinkage(all, pooled);
  if (!is_needed()) return;
  const MatrixXd more = ridge * MatrixXd::Identity(columns.cols(), columns.cols());
  const Eigen::LLT<MatrixXd> target(pooled + more);
  for (const LocalCovariances& local : all) {
    std::vector<MatrixXd> maps;
    for (const MatrixXd& covariance : local.covariances)
      maps.push_back(triangular_map((1 - *mix_) * covariance + *mix_ * pooled + more, target));
    map_rows(local, maps, columns);
  }
}

}  // namespace umfi
