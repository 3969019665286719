#include "stats/kendall.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace umfi {
namespace {

int sign(double v) {
  return (v > 0 ? 1 : 0) - (v < 0 ? 1 : 0);
}

}  // namespace

double kendall_tau(std::span<const double> a, std::span<const double> b) {
  double agreeing = 0;
  double ordered_in_a = 0;
  double ordered_in_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const int in_a = sign(a[i] - a[j]);
      const int in_b = sign(b[i] - b[j]);
      agreeing += in_a * in_b;
      ordered_in_a += in_a * in_a;
      ordered_in_b += in_b * in_b;
    }
  }
  return ordered_in_a > 0 && ordered_in_b > 0 ? agreeing / std::sqrt(ordered_in_a * ordered_in_b)
                                              : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace umfi
