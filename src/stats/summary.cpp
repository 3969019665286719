#include "stats/summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace umfi {

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sd_of(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double quantile_of_sorted(std::span<const double> sorted, double p) {
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  const double share = place - static_cast<double>(below);
  if (share == 0) return sorted[below];
  return sorted[below] + share * (sorted[below + 1] - sorted[below]);
}

Quartiles quartiles_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {quantile_of_sorted(values, 0.25), quantile_of_sorted(values, 0.5), quantile_of_sorted(values, 0.75)};
}

}  // namespace umfi
