#include "stats/place_sorter.hpp"

#include <algorithm>
#include <array>
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

// Several at a time, because one comparison would wait for the one before.
Extremes extremes_of(std::span<const double> values) {
  constexpr std::size_t at_once = 4;
  std::array<Extremes, at_once> found;
  for (std::size_t i = 0; i < values.size(); i += at_once)
    for (std::size_t k = 0; k < std::min(at_once, values.size() - i); ++k) {  // comparisons with NaN are false
      found[k].lowest = values[i + k] < found[k].lowest ? values[i + k] : found[k].lowest;
      found[k].highest = values[i + k] > found[k].highest ? values[i + k] : found[k].highest;
    }
  for (const Extremes& some : found) {
    found[0].lowest = std::min(found[0].lowest, some.lowest);
    found[0].highest = std::max(found[0].highest, some.highest);
  }
  return found[0];
}

// Quick where every place is near its own. Gives up, and returns false, when many are far from it.
bool sort_nearly_sorted(std::span<const double> values, std::span<std::uint32_t> places) {
  std::size_t steps_left = (few + 2) * places.size();
  for (std::size_t i = 1; i < places.size(); ++i) {
    const std::uint32_t place = places[i];
    std::size_t k = i;
    for (; k > 0 && values[place] < values[places[k - 1]]; --k) places[k] = places[k - 1];
    places[k] = place;
    if (i - k > steps_left) return false;
    steps_left -= i - k;
  }
  return true;
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
};

std::span<const std::uint32_t> PlaceSorter::sort(std::span<const double> values) {
  places_.resize(values.size());
  std::size_t present = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    places_[present] = static_cast<std::uint32_t>(i);
    present += std::isnan(values[i]) ? 0 : 1;
  }
  places_.resize(present);
  const auto [lowest, highest] = extremes_of(values);
  const Buckets buckets{2 * present, lowest, static_cast<double>(2 * present) / (highest - lowest)};
  if (lowest >= highest) return places_;
  // Neither the range nor its inverse overflows but at the ends of what a double holds.
  if (!std::isfinite(highest - lowest) || !std::isfinite(buckets.per_unit)) {
    sort_by_comparison(values, places_);
  } else {
    if (present >= few) scatter(values, buckets);
    sort_nearly_sorted(values, places_);
  }
  return places_;
}

std::span<const std::uint32_t> PlaceSorter::sort(std::span<const double> values,
                                                 std::span<const std::uint32_t> nearly_sorted) {
  places_.assign(nearly_sorted.begin(), nearly_sorted.end());
  if (!sort_nearly_sorted(values, places_)) sort_by_comparison(values, places_);
  return places_;
}

// Crowded buckets are sorted.
void PlaceSorter::scatter(std::span<const double> values, const Buckets& buckets) {
  const std::size_t present = places_.size();
  bucket_.resize(present);
  const double last = static_cast<double>(buckets.count - 1);
  for (std::size_t k = 0; k < present; ++k) {
    const double bucket = (values[places_[k]] - buckets.lowest) * buckets.per_unit;
    bucket_[k] = static_cast<std::int32_t>(bucket < last ? bucket : last);
  }
  end_.assign(buckets.count, 0);
  for (const std::int32_t bucket : bucket_) ++end_[static_cast<std::size_t>(bucket)];
  std::uint32_t begin = 0;
  std::uint32_t most = 0;
  for (std::uint32_t& end : end_) {
    most = std::max(most, end);
    begin += std::exchange(end, begin);
  }
  scattered_.resize(present);
  for (std::size_t k = 0; k < present; ++k) scattered_[end_[static_cast<std::size_t>(bucket_[k])]++] = places_[k];
  places_.swap(scattered_);
  if (most > few) sort_crowded(values);
}

void PlaceSorter::sort_crowded(std::span<const double> values) {
  std::uint32_t begin = 0;
  for (const std::uint32_t end : end_) {
    if (end - begin > few) sort_by_comparison(values, std::span(places_).subspan(begin, end - begin));
    begin = end;
  }
}

}  // namespace umfi
