#include "stats/place_sorter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace umfi {
namespace {

constexpr std::size_t few = 24;

// Quick where every place is near its own. Gives up, and returns false, when many are far from it.
bool sort_nearly_sorted(std::span<const double> values, std::span<std::uint32_t> places) {
  std::size_t steps_left = (few + 2) * places.size();
  double last = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::uint32_t place = places[i];
    const double value = values[place];
    if (value >= last) {
      last = value;
      continue;
    }
    std::size_t k = i;
    do {
      places[k] = places[k - 1];
      --k;
    } while (k > 0 && value < values[places[k - 1]]);
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
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    places_[present] = static_cast<std::uint32_t>(i);
    present += std::isnan(value) ? 0 : 1;
    lowest = value < lowest ? value : lowest;  // comparisons with NaN are false
    highest = value > highest ? value : highest;
  }
  places_.resize(present);
  if (lowest >= highest) return places_;
  const Buckets buckets{2 * present, lowest, static_cast<double>(2 * present) / (highest - lowest)};
  // Neither the range nor its inverse overflows but at the ends of what a double holds.
  if (!std::isfinite(highest - lowest) || !std::isfinite(buckets.per_unit)) {
    sort_by_comparison(values, places_);
  } else {
    if (present >= few) scatter(values, buckets);
    if (!sort_nearly_sorted(values, places_)) sort_by_comparison(values, places_);  // some buckets are crowded
  }
  return places_;
}

std::span<const std::uint32_t> PlaceSorter::sort(std::span<const double> values,
                                                 std::span<const std::uint32_t> nearly_sorted) {
  places_.assign(nearly_sorted.begin(), nearly_sorted.end());
  if (!sort_nearly_sorted(values, places_)) sort_by_comparison(values, places_);
  return places_;
}

// Into the order of their buckets.
void PlaceSorter::scatter(std::span<const double> values, const Buckets& buckets) {
  const std::size_t present = places_.size();
  bucket_.resize(present);
  scattered_.resize(present);
  end_.assign(buckets.count, 0);
  std::int32_t* const bucket = bucket_.data();
  std::uint32_t* const end = end_.data();
  const double last = static_cast<double>(buckets.count - 1);
  for (std::size_t k = 0; k < present; ++k) {
    const double exact = (values[places_[k]] - buckets.lowest) * buckets.per_unit;
    bucket[k] = static_cast<std::int32_t>(exact < last ? exact : last);
    ++end[bucket[k]];
  }
  std::uint32_t begin = 0;
  for (std::size_t b = 0; b < buckets.count; ++b) begin += std::exchange(end[b], begin);
  for (std::size_t k = 0; k < present; ++k) scattered_[end[bucket[k]]++] = places_[k];
  places_.swap(scattered_);
}

}  // namespace umfi
