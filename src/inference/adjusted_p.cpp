#include "inference/adjusted_p.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace umfi {
namespace {

// Indices of the p-values that there are, ascending.
std::vector<std::size_t> ascending(std::span<const double> p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (!std::isnan(p[i])) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  return order;
}

double harmonic(std::size_t n) {
  double sum = 0;
  for (std::size_t k = 1; k <= n; ++k) sum += 1 / static_cast<double>(k);
  return sum;
}

// Benjamini and Hochberg (1995), and for any dependence Benjamini and Yekutieli (2001).
void step_up(std::span<const double> p, std::span<const std::size_t> order, double factor, std::vector<double>& q) {
  double least = 1;
  for (std::size_t k = order.size(); k > 0; --k) {
    least = std::min(least, factor * p[order[k - 1]] * static_cast<double>(order.size()) / static_cast<double>(k));
    q[order[k - 1]] = least;
  }
}

// Holm (1979).
void step_down(std::span<const double> p, std::span<const std::size_t> order, std::vector<double>& q) {
  double most = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    most = std::max(most, std::min(1.0, p[order[k]] * static_cast<double>(order.size() - k)));
    q[order[k]] = most;
  }
}

}  // namespace

std::string_view name_of(Adjustment adjustment) {
  switch (adjustment) {
    case Adjustment::benjamini_hochberg: return "bh";
    case Adjustment::benjamini_yekutieli: return "by";
    case Adjustment::holm: break;
  }
  return "holm";
}

std::vector<double> adjusted_p(std::span<const double> p, Adjustment adjustment) {
  const std::vector<std::size_t> order = ascending(p);
  std::vector<double> q(p.begin(), p.end());
  switch (adjustment) {
    case Adjustment::benjamini_hochberg: step_up(p, order, 1, q); break;
    case Adjustment::benjamini_yekutieli: step_up(p, order, harmonic(order.size()), q); break;
    case Adjustment::holm: step_down(p, order, q); break;
  }
  return q;
}

}  // namespace umfi
