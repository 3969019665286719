#include "inference/p_value.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace umfi {
namespace {

struct Sums {
  double count = 0;
  double sum = 0;
  double squares = 0;
};

Sums sums_about(double centre, std::span<const double> values) {
  Sums sums;
  for (const double value : values) {
    ++sums.count;
    sums.sum += value - centre;
    sums.squares += (value - centre) * (value - centre);
  }
  return sums;
}

// How far a value lies above the mean of others, in standard deviations of a new draw.
double standardized(double value, double centre, const Sums& others) {
  const double mean = others.sum / others.count;
  const double variance = std::max(0.0, (others.squares - others.sum * mean) / (others.count - 1));
  const double distance = value - centre - mean;
  if (variance == 0) return distance > 0 ? std::numeric_limits<double>::infinity() : 0;
  return distance / std::sqrt(variance * (1 + 1 / others.count));
}

// The observed statistic among the permuted ones.
double position_of(const PermutationSample& sample) {
  const double centre = sample.permuted.front();
  return standardized(sample.observed, centre, sums_about(centre, sample.permuted));
}

// Each permuted statistic as if it were the observed one.
void add_standardized(const PermutationSample& sample, std::vector<double>& pool) {
  const double centre = sample.permuted.front();
  const Sums all = sums_about(centre, sample.permuted);
  for (const double value : sample.permuted) {
    const double own = value - centre;
    pool.push_back(standardized(value, centre, {all.count - 1, all.sum - own, all.squares - own * own}));
  }
}

constexpr std::size_t fewest_for_a_scale = 5;

}  // namespace

bool is_decided(const PermutationSample& sample, std::size_t enough) {
  const auto reached = std::count_if(sample.permuted.begin(), sample.permuted.end(),
                                     [&](double value) { return value >= sample.observed; });
  return static_cast<std::size_t>(reached) >= enough;
}

bool stands_out(const PermutationSample& sample) {
  constexpr std::size_t many = 60;
  constexpr double far = 6;
  return sample.permuted.size() >= many && !is_decided(sample, 1) && position_of(sample) >= far;
}

double permutation_p(const PermutationSample& sample, std::size_t enough) {
  std::size_t reached = 0;
  std::size_t looked_at = 0;
  for (const double value : sample.permuted) {
    ++looked_at;
    reached += value >= sample.observed ? 1 : 0;
    if (reached == enough) return static_cast<double>(enough) / static_cast<double>(looked_at);
  }
  return static_cast<double>(reached + 1) / static_cast<double>(sample.permuted.size() + 1);
}

std::vector<PValue> p_values(std::span<const PermutationSample> samples, std::size_t enough) {
  std::vector<double> pool;
  for (const PermutationSample& sample : samples)
    if (sample.permuted.size() >= fewest_for_a_scale) add_standardized(sample, pool);
  std::sort(pool.begin(), pool.end());
  std::vector<PValue> result;
  for (const PermutationSample& sample : samples) {
    PValue value{.p = permutation_p(sample, enough)};
    const bool is_beyond = !is_decided(sample, 1) && sample.permuted.size() >= fewest_for_a_scale;
    if (is_beyond) {
      const auto above = pool.end() - std::lower_bound(pool.begin(), pool.end(), position_of(sample));
      const double pooled = static_cast<double>(above + 1) / static_cast<double>(pool.size() + 1);
      if (pooled < value.p) value = {pooled, true};
    }
    result.push_back(value);
  }
  return result;
}

}  // namespace umfi
