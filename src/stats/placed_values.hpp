// Values that remember their place, in order of size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace umfi {

using PlacedValue = std::pair<double, std::uint32_t>;

// Sorts by value; equal values come in any order. No value may be NaN. Time grows with the number of values alone where
// they are spread about as evenly as those of most distributions, and never faster than that of a comparison sort.
class PlacedValueSorter {
 public:
  void sort(std::vector<PlacedValue>& values);

 private:
  void scatter(const std::vector<PlacedValue>& values, double lowest, double per_unit, std::size_t buckets);

  // Memory, kept between calls.
  std::vector<PlacedValue> sorted_;
  std::vector<std::uint32_t> end_;     // of each bucket in `sorted_`
  std::vector<std::uint32_t> bucket_;  // of each value
};

}  // namespace umfi
