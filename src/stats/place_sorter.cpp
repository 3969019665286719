#include "stats/place_sorter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace umfi {
namespace {

constexpr std::size_t few = 24;

struct Extremes {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
};

Extremes extremes_of(std::span<const double> values) {
  Extremes found;
  for (const double value : values) {  // comparisons with NaN are false
    found.lowest = value < found.lowest ? value : found.lowest;
    found.highest = value > found.highest ? value : found.highest;
  }
  return found;
}

// Quick where every place is near its own.
void sort_nearly_sorted(std::span<const double> values, std::span<std::uint32_t> places) {
  for (std::size_t i = 1; i < places.size(); ++i) {
    const std::uint32_t place = places[i];
    std::size_t k = i;
    for (; k > 0 && values[place] < values[places[k - 1]]; --k) places[k] = places[k - 1];
    places[k] = place;
  }
}

void sort_by_comparison(std::span<const double> values, std::span<std::uint32_t> places) {
  std::sort(places.begin(), places.end(), [&](auto a, auto b) { return values[a] < values[b]; });
}

}  // namespace

// Buckets of equal width.
struct PlaceSorter::Buckets {
  std::size_t count;
  double lowest;
  double per_unit;

  std::size_t of(double value) const {
    return static_cast<std::size_t>(std::min(static_cast<double>(count - 1), (value - lowest) * per_unit));
  }
};

std::span<const std::uint32_t> PlaceSorter::sort(std::span<const double> values) {
  places_.clear();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isnan(values[i])) places_.push_back(static_cast<std::uint32_t>(i));
  const auto [lowest, highest] = extremes_of(values);
  const Buckets buckets{2 * places_.size(), lowest, static_cast<double>(2 * places_.size()) / (highest - lowest)};
  if (lowest >= highest) return places_;
  // Neither the range nor its inverse overflows but at the ends of what a double holds.
  if (!std::isfinite(highest - lowest) || !std::isfinite(buckets.per_unit)) {
    sort_by_comparison(values, places_);
  } else {
    if (places_.size() >= few) scatter(values, buckets);
    sort_nearly_sorted(values, places_);
  }
  return places_;
}

// Crowded buckets are sorted.
void PlaceSorter::scatter(std::span<const double> values, const Buckets& buckets) {
  end_.assign(buckets.count, 0);
  for (const double value : values)
    if (!std::isnan(value)) ++end_[buckets.of(value)];
  std::uint32_t begin = 0;
  for (std::uint32_t& end : end_) begin += std::exchange(end, begin);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isnan(values[i])) places_[end_[buckets.of(values[i])]++] = static_cast<std::uint32_t>(i);
  begin = 0;
  for (const std::uint32_t end : end_) {
    if (end - begin > few) sort_by_comparison(values, std::span(places_).subspan(begin, end - begin));
    begin = end;
  }
}

}  // namespace umfi
