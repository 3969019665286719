// Ranks with ties.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/place_sorter.hpp"

namespace umfi {

// Replaces each value by its rank among all, counted from 1; equal values share the mean of their ranks.
class MidRanker {
 public:
  // Returns the places of the values in ascending order, valid until the next call.
  std::span<const std::uint32_t> replace(std::span<double> values);

 private:
  // Memory, kept between calls.
  PlaceSorter sorter_;
  std::vector<double> ranks_;
};

}  // namespace umfi
