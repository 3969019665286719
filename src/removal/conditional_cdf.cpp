#include "removal/conditional_cdf.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "stats/ranks.hpp"

namespace umfi {
namespace {

using Places = std::span<const std::uint32_t>;

double mean_at(std::span<const double> sample, Places places) {
  double sum = 0;
  for (const auto place : places) sum += sample[place];
  return sum / static_cast<double>(places.size());
}

// What is left of x_j inside a bin after least squares on x_i; x_j itself where x_i does not vary there.
void residuals_in_bin(std::span<const double> x_j, std::span<const double> x_i, Places places,
                      std::vector<double>& residuals) {
  const double mean_i = mean_at(x_i, places);
  const double mean_j = mean_at(x_j, places);
  double sxx = 0;
  double sxy = 0;
  for (const auto place : places) {
    sxx += (x_i[place] - mean_i) * (x_i[place] - mean_i);
    sxy += (x_i[place] - mean_i) * (x_j[place] - mean_j);
  }
  const double slope = sxx > 0 ? sxy / sxx : 0;
  double largest_residual = 0;
  double spread = 0;
  double largest = 0;
  residuals.clear();
  for (const auto place : places) {
    residuals.push_back(x_j[place] - mean_j - slope * (x_i[place] - mean_i));
    largest_residual = std::max(largest_residual, std::abs(residuals.back()));
    spread = std::max(spread, std::abs(x_j[place] - mean_j));
    largest = std::max(largest, std::abs(x_j[place]) + std::abs(slope * x_i[place]));
  }
  if (is_rounding_noise(largest_residual, spread, largest)) std::fill(residuals.begin(), residuals.end(), 0.0);
}

bool all_equal(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return value == values[0]; });
}

// Each place's level, numbered from 0 by ascending value.
std::vector<std::uint32_t> levels_of(std::span<const double> sample) {
  std::vector<double> values(sample.begin(), sample.end());
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<std::uint32_t> levels;
  levels.reserve(sample.size());
  for (const double value : sample)
    levels.push_back(
        static_cast<std::uint32_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin()));
  return levels;
}

}  // namespace

bool is_rounding_noise(double largest_residual, double spread, double largest_value) {
  constexpr double of_spread = 1e-10;
  constexpr double of_value = 64 * std::numeric_limits<double>::epsilon();
  return largest_residual <= std::max(of_spread * spread, of_value * largest_value);
}

std::vector<double> conditional_cdf(std::span<const double> x_j, std::span<const double> x_i, const RowGroups& groups) {
  std::vector<double> cdf(x_j.size());
  std::vector<double> ranked;
  MidRanker ranker;
  // A level's rows stand in the middle of their steps: a level of a single row must not become an extreme.
  const double half = groups.are_levels ? 0.5 : 0;
  const double half_of_all = half / static_cast<double>(x_j.size());
  for (const RowGroups::Range& group : groups.groups) {
    const Places places = groups.members(group);
    if (places.empty()) continue;
    if (groups.are_levels) {
      ranked.clear();
      for (const auto place : places) ranked.push_back(x_j[place]);
    } else {
      residuals_in_bin(x_j, x_i, places, ranked);
    }
    const auto size = static_cast<double>(places.size());
    const bool is_degenerate = !groups.are_levels && all_equal(ranked);
    if (!is_degenerate) ranker.replace(ranked);
    for (std::size_t k = 0; k < places.size(); ++k)
      cdf[places[k]] = is_degenerate ? 0.5 : (ranked[k] - half) / size + half_of_all;
  }
  return cdf;
}

std::vector<double> draw_in_steps(std::span<const double> x_j, std::span<const std::uint32_t> sorted,
                                  std::span<const RowGroups::Range> ranges, Stream stream) {
  const std::vector<std::uint32_t> level = levels_of(x_j);
  std::vector<std::uint32_t> counts(x_j.size(), 0);  // per level, of the rows in the range
  std::vector<double> draws(x_j.size());
  RowGroups::Range counted;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    while (counted.end < ranges[k].end) ++counts[level[sorted[counted.end++]]];
    while (counted.begin < ranges[k].begin) --counts[level[sorted[counted.begin++]]];
    const auto own = counts.begin() + level[sorted[k]];
    const auto below = static_cast<double>(std::accumulate(counts.begin(), own, std::uint32_t{0}));
    const auto size = static_cast<double>(counted.end - counted.begin);
    draws[sorted[k]] = (below + *own * (1 - stream.uniform())) / size;
  }
  return draws;
}

InverseCdf::InverseCdf(std::span<const double> sample) : sorted_(sample.begin(), sample.end()) {
  std::sort(sorted_.begin(), sorted_.end());
}

double InverseCdf::interpolated(double u) const {
  const double place = u * static_cast<double>(sorted_.size()) - 1;
  if (place <= 0) return sorted_.front();
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted_.size()) return sorted_.back();
  return sorted_[below] + (place - static_cast<double>(below)) * (sorted_[below + 1] - sorted_[below]);
}

double InverseCdf::step(double u) const {
  const double place = std::ceil(u * static_cast<double>(sorted_.size())) - 1;
  return sorted_[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(sorted_.size() - 1)))];
}

}  // namespace umfi
