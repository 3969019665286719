// Samples whose covariance is known exactly, for tests of what is computed from covariances.
#pragma once

#include <Eigen/Cholesky>
#include <cstdint>
#include <vector>

#include "removal/columns.hpp"

namespace umfi {

inline Eigen::MatrixXd normal_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  const std::vector<double> draws = normal_draws(static_cast<std::size_t>(rows * columns), seed);
  return Eigen::Map<const Eigen::MatrixXd>(draws.data(), rows, columns);
}

// Normal draws, made to have mean 0 and exactly this covariance (with denominator n) but for rounding: first the
// sample's own covariance is taken out, then the wanted one is put in.
inline Eigen::MatrixXd sample_with_covariance(const Eigen::MatrixXd& wanted, Eigen::Index rows, std::uint64_t seed) {
  Eigen::MatrixXd sample = normal_matrix(rows, wanted.cols(), seed);
  sample.rowwise() -= sample.colwise().mean().eval();
  const Eigen::MatrixXd own = sample.transpose() * sample / static_cast<double>(rows);
  const Eigen::MatrixXd white = own.llt().matrixL().solve(sample.transpose());
  return (wanted.llt().matrixL() * white).transpose();
}

// R² of the last variable on all others, from the covariance alone: 1 - R² is the last squared pivot of its Cholesky
// factor over the variance.
inline double r2_of_last(const Eigen::MatrixXd& covariance) {
  const Eigen::MatrixXd factor = covariance.llt().matrixL();
  const Eigen::Index last = covariance.cols() - 1;
  return 1 - factor(last, last) * factor(last, last) / covariance(last, last);
}

inline std::vector<double> to_vector(const Eigen::VectorXd& values) {
  return {values.begin(), values.end()};
}

inline OwnedFeatures features_of(const Eigen::MatrixXd& columns) {
  OwnedFeatures features;
  for (const auto& column : columns.colwise()) features.add(to_vector(column));
  return features;
}

}  // namespace umfi
