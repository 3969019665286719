#include "removal/conditional_cdf.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "stats/place_sorter.hpp"
#include "stats/ranks.hpp"

namespace umfi {
namespace {

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

ConditionalCdf::ConditionalCdf(std::span<const double> x_i, const RowGroups& groups)
    : groups_(groups), owner_(x_i.size()) {
  for (const RowGroups::Range& range : groups.groups) add_group(range, x_i);
  first_.push_back(members_.size());
  merge_groups();
}

void ConditionalCdf::add_group(const RowGroups::Range& range, std::span<const double> x_i) {
  const auto places = groups_.members(range);
  const auto group = static_cast<std::uint32_t>(first_.size());
  double mean = 0;
  for (const auto place : places) mean += x_i[place];
  mean /= static_cast<double>(places.size());
  double sxx = 0;
  first_.push_back(members_.size());
  for (const auto place : places) {
    members_.push_back({place, group, x_i[place], x_i[place] - mean});
    sxx += members_.back().from_mean * members_.back().from_mean;
    owner_[place] = group;
  }
  sxx_.push_back(sxx);
}

void ConditionalCdf::merge_groups() {
  std::vector<double> share(members_.size());
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const std::size_t group = members_[m].group;
    share[m] = static_cast<double>(m + 1 - first_[group]) / static_cast<double>(first_[group + 1] - first_[group]);
  }
  PlaceSorter sorter;
  const auto sorted = sorter.sort(share);
  merged_.assign(sorted.begin(), sorted.end());
}

// What is left of x_j inside a bin after least squares on x_i; x_j itself where x_i does not vary there.
void ConditionalCdf::residuals_in_bin(std::span<const Member> bin, double sxx, std::span<double> x_j) {
  double mean = 0;
  for (const double x : x_j) mean += x;
  mean /= static_cast<double>(x_j.size());
  double sxy = 0;
  for (std::size_t k = 0; k < bin.size(); ++k) sxy += bin[k].from_mean * (x_j[k] - mean);
  const double slope = sxx > 0 ? sxy / sxx : 0;
  double largest_residual = 0;
  double spread = 0;
  double largest = 0;
  for (std::size_t k = 0; k < bin.size(); ++k) {
    const double residual = x_j[k] - mean - slope * bin[k].from_mean;
    largest_residual = std::max(largest_residual, std::abs(residual));
    spread = std::max(spread, std::abs(x_j[k] - mean));
    largest = std::max(largest, std::abs(x_j[k]) + std::abs(slope * bin[k].x_i));
    x_j[k] = residual;
  }
  if (is_rounding_noise(largest_residual, spread, largest)) std::fill(x_j.begin(), x_j.end(), 0.0);
}

ConditionalCdf::Values ConditionalCdf::of(std::span<const double> x_j) const {
  Values values{.of_place = std::vector<double>(x_j.size()), .order = {}};
  std::vector<std::uint32_t> by_rank(members_.size());  // places, group after group
  std::vector<double> ranked;
  MidRanker ranker;
  // A level's rows stand in the middle of their steps: a level of a single row must not become an extreme.
  const double half = groups_.are_levels ? 0.5 : 0;
  const double half_of_all = half / static_cast<double>(x_j.size());
  for (std::size_t g = 0; g + 1 < first_.size(); ++g) {
    const std::span members(members_.data() + first_[g], first_[g + 1] - first_[g]);
    if (members.empty()) continue;
    ranked.clear();
    for (const Member& member : members) ranked.push_back(x_j[member.place]);
    if (!groups_.are_levels) residuals_in_bin(members, sxx_[g], ranked);
    const bool is_degenerate = !groups_.are_levels && all_equal(ranked);
    const auto sorted = ranker.replace(ranked);
    const auto size = static_cast<double>(members.size());
    for (std::size_t k = 0; k < members.size(); ++k) {
      values.of_place[members[k].place] = is_degenerate ? 0.5 : (ranked[k] - half) / size + half_of_all;
      by_rank[first_[g] + k] = members[sorted[k]].place;
    }
  }
  values.order.reserve(x_j.size());
  for (const std::uint32_t m : merged_)
    if (owner_[by_rank[m]] == members_[m].group) values.order.push_back(by_rank[m]);
  return values;
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

double InverseCdf::step(double u) const {
  const double place = std::ceil(u * static_cast<double>(sorted_.size())) - 1;
  return sorted_[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(sorted_.size() - 1)))];
}

}  // namespace umfi
