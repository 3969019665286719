#include "forest/level_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace umfi::forest {
namespace {

// Row by row.
using Matrix = std::vector<double>;

// The levels' class shares minus their mean, and the levels' weights. Classes that do not occur in the node are left
// out: with many classes, few of them do.
struct LevelShares {
  std::size_t classes = 0;
  Matrix centred;  // levels x classes
  std::vector<double> weights;
};

LevelShares level_shares(std::span<const std::uint32_t> counts, std::size_t classes) {
  const std::size_t levels = counts.size() / classes;
  LevelShares shares;
  shares.weights.assign(levels, 0.0);
  std::vector<double> sum_of_class(classes, 0.0);
  double total = 0;
  for (std::size_t level = 0; level < levels; ++level)
    for (std::size_t k = 0; k < classes; ++k) {
      const double count = counts[level * classes + k];
      shares.weights[level] += count;
      sum_of_class[k] += count;
      total += count;
    }
  for (std::size_t level = 0; level < levels; ++level)
    for (std::size_t k = 0; k < classes; ++k)
      if (sum_of_class[k] > 0)
        shares.centred.push_back(counts[level * classes + k] / shares.weights[level] - sum_of_class[k] / total);
  shares.classes = shares.centred.size() / levels;
  return shares;
}

// The dominant eigenvector of a symmetric matrix with no negative eigenvalue, up to length: power iteration by repeated
// squaring, 2^20 steps in 20 multiplications. The column with the largest diagonal entry of the limit spans it.
std::vector<double> dominant_eigenvector(Matrix m, std::size_t size) {
  for (int squaring = 0; squaring < 20; ++squaring) {
    double trace = 0;
    for (std::size_t k = 0; k < size; ++k) trace += m[k * size + k];
    if (!(trace > 0)) return std::vector<double>(size, 0.0);
    for (double& entry : m) entry /= trace;
    Matrix square(m.size(), 0.0);
    for (std::size_t a = 0; a < size; ++a)
      for (std::size_t k = 0; k < size; ++k)
        for (std::size_t b = 0; b < size; ++b) square[a * size + b] += m[a * size + k] * m[k * size + b];
    m = std::move(square);
  }
  std::size_t best = 0;
  for (std::size_t k = 1; k < size; ++k)
    if (m[k * size + k] > m[best * size + best]) best = k;
  return {m.begin() + static_cast<std::ptrdiff_t>(best * size),
          m.begin() + static_cast<std::ptrdiff_t>((best + 1) * size)};
}

// The first principal component of the weighted shares, up to length, from the classes x classes covariance.
std::vector<double> component_by_class(const LevelShares& shares) {
  const std::size_t size = shares.classes;
  Matrix covariance(size * size, 0.0);
  for (std::size_t level = 0; level < shares.weights.size(); ++level)
    for (std::size_t a = 0; a < size; ++a)
      for (std::size_t b = 0; b < size; ++b)
        covariance[a * size + b] +=
            shares.weights[level] * shares.centred[level * size + a] * shares.centred[level * size + b];
  return dominant_eigenvector(std::move(covariance), size);
}

// The same from the levels x levels products, which have the same eigenvalues: cheaper with fewer levels than classes.
std::vector<double> component_by_level(const LevelShares& shares) {
  const std::size_t size = shares.weights.size();
  const auto scaled = [&](std::size_t level, std::size_t k) {
    return std::sqrt(shares.weights[level]) * shares.centred[level * shares.classes + k];
  };
  Matrix products(size * size, 0.0);
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = 0; b < size; ++b)
      for (std::size_t k = 0; k < shares.classes; ++k) products[a * size + b] += scaled(a, k) * scaled(b, k);
  const std::vector<double> weights = dominant_eigenvector(std::move(products), size);
  std::vector<double> component(shares.classes, 0.0);
  for (std::size_t level = 0; level < size; ++level)
    for (std::size_t k = 0; k < shares.classes; ++k) component[k] += weights[level] * scaled(level, k);
  return component;
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
  if (classes == 2) {
    std::vector<double> scores;
    for (std::size_t level = 0; level < levels; ++level)
      scores.push_back(counts[level * 2 + 1] / static_cast<double>(counts[level * 2] + counts[level * 2 + 1]));
    return scores;
  }
  const LevelShares shares = level_shares(counts, classes);
  const auto component = levels < shares.classes ? component_by_level(shares) : component_by_class(shares);
  std::vector<double> scores(levels, 0.0);
  for (std::size_t level = 0; level < levels; ++level)
    for (std::size_t k = 0; k < shares.classes; ++k)
      scores[level] += component[k] * shares.centred[level * shares.classes + k];
  return scores;
}

}  // namespace umfi::forest
