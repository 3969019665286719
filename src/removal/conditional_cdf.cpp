#include "removal/conditional_cdf.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "stats/place_sorter.hpp"

namespace umfi {
namespace {

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
    : are_levels_(groups.are_levels), owner_(x_i.size()) {
  for (const RowGroups::Range& range : groups.groups) {
    const auto group = static_cast<std::uint32_t>(groups_.size());
    for (const auto place : groups.members(range)) {
      place_.push_back(place);
      owner_[place] = group;
    }
    add_group(range, x_i);
  }
  merge_groups();
}

// Its places must be the last ones.
void ConditionalCdf::add_group(const RowGroups::Range& range, std::span<const double> x_i) {
  Group group{.first = x_i_.size(), .size = range.end - range.begin, .sxx = 0, .largest_x_i = 0};
  const auto places = std::span(place_).subspan(group.first);
  double mean = 0;
  for (const auto place : places) mean += x_i[place];
  mean /= static_cast<double>(places.size());
  for (const auto place : places) {
    const double from_mean = x_i[place] - mean;
    x_i_.push_back(x_i[place]);
    from_mean_.push_back(from_mean);
    share_.push_back(share_of(static_cast<double>(share_.size() - group.first + 1), group));
    group.sxx += from_mean * from_mean;
    group.largest_x_i = std::max(group.largest_x_i, std::abs(x_i[place]));
  }
  groups_.push_back(group);
}

void ConditionalCdf::merge_groups() {
  std::vector<std::uint32_t> group_of;
  for (std::size_t g = 0; g < groups_.size(); ++g)
    group_of.insert(group_of.end(), groups_[g].size, static_cast<std::uint32_t>(g));
  PlaceSorter sorter;
  for (const std::uint32_t member : sorter.sort(share_)) merged_.push_back({member, group_of[member]});
}

// A level's rows stand in the middle of their steps: a level of a single row must not become an extreme.
double ConditionalCdf::share_of(double rank, const Group& group) const {
  const double half = are_levels_ ? 0.5 : 0;
  return (rank - half) / static_cast<double>(group.size) + half / static_cast<double>(owner_.size());
}

// Whether residuals on a line, the largest of them given, are rounding noise.
bool ConditionalCdf::is_noise(const Group& bin, std::span<const double> x_j, const Line& line,
                              double largest_residual) const {
  double spread = 0;
  double largest = 0;
  for (std::size_t m = bin.first; m < bin.first + bin.size; ++m) {
    spread = std::max(spread, std::abs(x_j[place_[m]] - line.mean));
    largest = std::max(largest, std::abs(x_j[place_[m]]) + std::abs(line.slope * x_i_[m]));
  }
  return is_rounding_noise(largest_residual, spread, largest);
}

// What is left of x_j inside a bin after least squares on x_i; x_j itself where x_i does not vary there.
void ConditionalCdf::find_residuals(const Group& bin, std::span<const double> x_j, std::span<double> residuals) const {
  const std::uint32_t* const place = place_.data() + bin.first;
  const double* const from_mean = from_mean_.data() + bin.first;
  Line line;
  for (std::size_t k = 0; k < bin.size; ++k) {
    residuals[k] = x_j[place[k]];
    line.mean += residuals[k];
  }
  line.mean /= static_cast<double>(bin.size);
  double sxy = 0;
  for (std::size_t k = 0; k < bin.size; ++k) sxy += from_mean[k] * (residuals[k] - line.mean);
  if (bin.sxx > 0) line.slope = sxy / bin.sxx;
  double largest_residual = 0;
  double largest_x_j = 0;
  for (std::size_t k = 0; k < bin.size; ++k) {
    const double residual = residuals[k] - line.mean - line.slope * from_mean[k];
    largest_residual = std::max(largest_residual, std::abs(residual));
    largest_x_j = std::max(largest_x_j, std::abs(residuals[k]));
    residuals[k] = residual;
  }
  // A close look is needed only where bounds of spread and size do not rule noise out.
  const double most = largest_x_j + std::abs(line.slope) * bin.largest_x_i;
  if (is_rounding_noise(largest_residual, 4 * largest_x_j, 2 * most) && is_noise(bin, x_j, line, largest_residual))
    std::fill(residuals.begin(), residuals.end(), 0.0);
}

// Where a group's members stand, and their places by ascending rank.
template <class Scale>
void ConditionalCdf::rank_in_group(const Group& group, std::span<const double> ranked,
                                   std::span<const std::uint32_t> sorted, const Scale& scale,
                                   const RankedPlaces& out) const {
  const auto [by_rank, of_place] = out;
  const std::uint32_t* const place = place_.data() + group.first;
  const double* const share = share_.data() + group.first;
  std::size_t ties = 0;
  double last = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const double value = ranked[sorted[k]];
    ties += value == last ? 1 : 0;
    last = value;
    by_rank[k] = place[sorted[k]];
    of_place[by_rank[k]] = scale(share[k]);
  }
  if (ties > 0 || sorted.size() == 1) share_ranks(group, ranked, sorted, scale, of_place);
}

// Members of equal value stand at the mean of their ranks; in the middle, where a bin has one value only.
template <class Scale>
void ConditionalCdf::share_ranks(const Group& group, std::span<const double> ranked,
                                 std::span<const std::uint32_t> sorted, const Scale& scale, double* of_place) const {
  const bool is_degenerate = !are_levels_ && ranked[sorted.front()] == ranked[sorted.back()];
  for (std::size_t first = 0, end = 0; first < sorted.size(); first = end) {
    while (end < sorted.size() && ranked[sorted[end]] == ranked[sorted[first]]) ++end;
    const double share = is_degenerate ? 0.5 : share_of(static_cast<double>(first + 1 + end) / 2, group);
    for (std::size_t k = first; k < end; ++k) of_place[place_[group.first + sorted[k]]] = scale(share);
  }
}

template <class Scale>
ConditionalCdf::Values ConditionalCdf::rank_in_groups(std::span<const double> x_j, const Scale& scale) const {
  Values values{.of_place = std::vector<double>(x_j.size()), .order = std::vector<std::uint32_t>(x_j.size())};
  std::vector<std::uint32_t> by_rank(place_.size());  // places, group after group
  std::vector<double> ranked;
  PlaceSorter sorter;
  for (const Group& group : groups_) {
    if (group.size == 0) continue;
    ranked.resize(group.size);
    if (are_levels_)
      for (std::size_t k = 0; k < group.size; ++k) ranked[k] = x_j[place_[group.first + k]];
    else
      find_residuals(group, x_j, ranked);
    rank_in_group(group, ranked, sorter.sort(ranked), scale, {by_rank.data() + group.first, values.of_place.data()});
  }
  std::size_t next = 0;
  for (const auto [member, group] : merged_) {
    const std::uint32_t place = by_rank[member];
    if (owner_[place] == group) values.order[next++] = place;
  }
  return values;
}

ConditionalCdf::Values ConditionalCdf::of(std::span<const double> x_j, const InverseCdf* inverse) const {
  if (inverse == nullptr) return rank_in_groups(x_j, [](double share) { return share; });
  return rank_in_groups(x_j, [inverse](double share) { return inverse->interpolated(share); });
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
