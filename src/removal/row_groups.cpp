#include "removal/row_groups.hpp"

#include <algorithm>
#include <numeric>

#include "stats/summary.hpp"

namespace umfi {
namespace {

std::vector<std::uint32_t> sorted_places(std::span<const double> sample) {
  std::vector<std::uint32_t> places(sample.size());
  std::iota(places.begin(), places.end(), 0U);
  std::stable_sort(places.begin(), places.end(), [&](auto a, auto b) { return sample[a] < sample[b]; });
  return places;
}

}  // namespace

RowGroups group_by_level(std::span<const double> sample) {
  RowGroups result{.sorted = sorted_places(sample), .groups = {}, .are_levels = true};
  const auto n = static_cast<std::uint32_t>(sample.size());
  for (std::uint32_t begin = 0; begin < n;) {
    std::uint32_t end = begin + 1;
    while (end < n && sample[result.sorted[end]] == sample[result.sorted[begin]]) ++end;
    result.groups.push_back({begin, end});
    begin = end;
  }
  return result;
}

RowGroups group_alike(std::span<const double> sample, std::size_t size) {
  const RowGroups levels = group_by_level(sample);
  RowGroups result{.sorted = levels.sorted, .groups = {}, .are_levels = false};
  RowGroups::Range group;
  for (const RowGroups::Range& level : levels.groups) {
    group.end = level.end;
    if (group.end - group.begin < size) continue;
    result.groups.push_back(group);
    group.begin = group.end;
  }
  if (result.groups.empty()) result.groups.emplace_back();
  result.groups.back().end = static_cast<std::uint32_t>(sample.size());
  return result;
}

std::vector<double> group_means(std::span<const double> values, const RowGroups& groups) {
  std::vector<double> means;
  for (const RowGroups::Range& group : groups.groups) {
    double sum = 0;
    for (const auto place : groups.members(group)) sum += values[place];
    means.push_back(sum / static_cast<double>(group.end - group.begin));
  }
  return means;
}

double explained_share(std::span<const double> values, const RowGroups& groups) {
  const double mean = mean_of(values);
  double total = 0;
  for (const double value : values) total += (value - mean) * (value - mean);
  if (total == 0) return 0;
  const std::vector<double> means = group_means(values, groups);
  double between = 0;
  for (std::size_t g = 0; g < means.size(); ++g)
    between +=
        (means[g] - mean) * (means[g] - mean) * static_cast<double>(groups.groups[g].end - groups.groups[g].begin);
  return between / total;
}

RowGroups group_by_quantile(std::span<const double> sample, std::size_t size) {
  RowGroups result{.sorted = sorted_places(sample), .groups = {}, .are_levels = false};
  std::vector<double> values;
  for (const auto place : result.sorted) values.push_back(sample[place]);
  const std::size_t steps = std::max<std::size_t>(2, (sample.size() + size - 1) / size) - 1;
  double low = values.front();
  for (std::size_t step = 1; step <= steps; ++step) {
    const double high = quantile_of_sorted(values, static_cast<double>(step) / static_cast<double>(steps));
    const auto begin = std::lower_bound(values.begin(), values.end(), low) - values.begin();
    const auto end = std::upper_bound(values.begin(), values.end(), high) - values.begin();
    result.groups.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    low = high;
  }
  return result;
}

std::vector<RowGroups::Range> own_groups(const RowGroups& groups) {
  std::vector<RowGroups::Range> ranges(groups.sorted.size());
  for (const RowGroups::Range& group : groups.groups)
    std::fill(ranges.begin() + group.begin, ranges.begin() + group.end, group);
  return ranges;
}

std::vector<RowGroups::Range> neighbourhoods(const RowGroups& groups, std::span<const double> sample,
                                             std::size_t size) {
  const auto n = static_cast<std::uint32_t>(sample.size());
  const auto width = static_cast<std::uint32_t>(std::min<std::size_t>(size, n));
  const auto value = [&](std::uint32_t k) { return sample[groups.sorted[k]]; };
  std::vector<RowGroups::Range> ranges;
  ranges.reserve(n);
  RowGroups::Range range;  // neither end ever moves back
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t first = std::min(k - std::min(k, width / 2), n - width);
    const std::uint32_t last = first + width - 1;
    while (value(range.begin) < value(first)) ++range.begin;
    while (range.end < n && value(range.end) <= value(last)) ++range.end;
    ranges.push_back(range);
  }
  return ranges;
}

}  // namespace umfi
