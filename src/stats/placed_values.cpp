#include "stats/placed_values.hpp"

#include <algorithm>
#include <cmath>

namespace umfi {
namespace {

constexpr std::size_t few = 24;

bool is_less(const PlacedValue& a, const PlacedValue& b) {
  return a.first < b.first;
}

// Quick where every value is near its place.
void sort_nearly_sorted(std::vector<PlacedValue>& values) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    const PlacedValue value = values[i];
    std::size_t place = i;
    for (; place > 0 && value.first < values[place - 1].first; --place) values[place] = values[place - 1];
    values[place] = value;
  }
}

}  // namespace

void PlacedValueSorter::sort(std::vector<PlacedValue>& values) {
  if (values.size() < few) return sort_nearly_sorted(values);
  const auto [lowest, highest] = std::minmax_element(values.begin(), values.end(), is_less);
  if (lowest->first == highest->first) return;
  const std::size_t buckets = 2 * values.size();
  const double range = highest->first - lowest->first;
  const double per_unit = static_cast<double>(buckets) / range;
  // Neither overflows but at the ends of what a double holds.
  if (!std::isfinite(range) || !std::isfinite(per_unit)) return std::sort(values.begin(), values.end(), is_less);
  scatter(values, lowest->first, per_unit, buckets);
  values.swap(sorted_);
  sort_nearly_sorted(values);
}

// Into buckets of equal width. Crowded ones are sorted.
void PlacedValueSorter::scatter(const std::vector<PlacedValue>& values, double lowest, double per_unit,
                                std::size_t buckets) {
  const auto last = static_cast<double>(buckets - 1);
  end_.assign(buckets, 0);
  bucket_.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    bucket_[i] = static_cast<std::uint32_t>(std::min(last, (values[i].first - lowest) * per_unit));
    ++end_[bucket_[i]];
  }
  std::uint32_t begin = 0;
  for (std::uint32_t& end : end_) begin += std::exchange(end, begin);
  sorted_.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) sorted_[end_[bucket_[i]]++] = values[i];
  begin = 0;
  for (const std::uint32_t end : end_) {
    if (end - begin > few) std::sort(sorted_.begin() + begin, sorted_.begin() + end, is_less);
    begin = end;
  }
}

}  // namespace umfi
