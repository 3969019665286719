// The places of a sample in the order of its values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace umfi {

// Time grows with the number of values alone where they are spread about as evenly as those of most distributions, and
// never faster than that of a comparison sort.
class PlaceSorter {
 public:
  // By ascending value; equal values come in any order, and missing ones (NaN) not at all. Valid until the next call.
  std::span<const std::uint32_t> sort(std::span<const double> values);
  // The same for places, none of them missing, that are nearly in order already: faster the fewer are out of order.
  std::span<const std::uint32_t> sort(std::span<const double> values, std::span<const std::uint32_t> nearly_sorted);

 private:
  struct Buckets;
  void scatter(std::span<const double> values, const Buckets& buckets);

  // Memory, kept between calls.
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> scattered_;
  std::vector<std::int32_t> bucket_;  // of each place
  std::vector<std::uint32_t> end_;    // of each bucket in `places_`
};

}  // namespace umfi
