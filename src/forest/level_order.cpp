#include "forest/level_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace umfi::forest {
namespace {

using Matrix = std::vector<double>;  // classes x classes, row by row

Matrix weighted_covariance(const Matrix& shares, std::span<const double> weights, std::size_t classes) {
  double total = 0;
  std::vector<double> mean(classes, 0.0);
  for (std::size_t level = 0; level < weights.size(); ++level) {
    total += weights[level];
    for (std::size_t k = 0; k < classes; ++k) mean[k] += weights[level] * shares[level * classes + k];
  }
  for (double& m : mean) m /= total;
  Matrix covariance(classes * classes, 0.0);
  for (std::size_t level = 0; level < weights.size(); ++level)
    for (std::size_t a = 0; a < classes; ++a)
      for (std::size_t b = 0; b < classes; ++b)
        covariance[a * classes + b] +=
            weights[level] * (shares[level * classes + a] - mean[a]) * (shares[level * classes + b] - mean[b]);
  return covariance;
}

// Power iteration by repeated squaring: 2^20 steps in 20 multiplications, exactly reproducible. The column
// with the largest diagonal entry of the limit spans the first component.
std::vector<double> first_component(Matrix m, std::size_t classes) {
  for (int squaring = 0; squaring < 20; ++squaring) {
    double trace = 0;
    for (std::size_t k = 0; k < classes; ++k) trace += m[k * classes + k];
    if (!(trace > 0)) return std::vector<double>(classes, 0.0);
    for (double& entry : m) entry /= trace;
    Matrix square(m.size(), 0.0);
    for (std::size_t a = 0; a < classes; ++a)
      for (std::size_t k = 0; k < classes; ++k)
        for (std::size_t b = 0; b < classes; ++b) square[a * classes + b] += m[a * classes + k] * m[k * classes + b];
    m = std::move(square);
  }
  std::size_t best = 0;
  for (std::size_t k = 1; k < classes; ++k)
    if (m[k * classes + k] > m[best * classes + best]) best = k;
  return {m.begin() + static_cast<std::ptrdiff_t>(best * classes),
          m.begin() + static_cast<std::ptrdiff_t>((best + 1) * classes)};
}

}  // namespace

void sort_levels(std::vector<std::uint32_t>& levels, std::span<const double> scores) {
  std::vector<std::size_t> order(levels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
  std::vector<std::uint32_t> sorted;
  for (const std::size_t i : order) sorted.push_back(levels[i]);
  levels = std::move(sorted);
}

std::vector<double> class_scores(std::span<const std::uint32_t> counts, std::size_t classes) {
  const std::size_t levels = counts.size() / classes;
  std::vector<double> weights(levels, 0.0);
  Matrix shares(counts.size());
  for (std::size_t level = 0; level < levels; ++level) {
    for (std::size_t k = 0; k < classes; ++k) weights[level] += counts[level * classes + k];
    for (std::size_t k = 0; k < classes; ++k)
      shares[level * classes + k] = counts[level * classes + k] / weights[level];
  }
  std::vector<double> scores(levels, 0.0);
  if (classes == 2) {
    for (std::size_t level = 0; level < levels; ++level) scores[level] = shares[level * 2 + 1];
    return scores;
  }
  const auto component = first_component(weighted_covariance(shares, weights, classes), classes);
  for (std::size_t level = 0; level < levels; ++level)
    for (std::size_t k = 0; k < classes; ++k) scores[level] += component[k] * shares[level * classes + k];
  return scores;
}

}  // namespace umfi::forest
