// The class with most votes; ties at random.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/seed_stream.hpp"

namespace umfi::forest {

template <class Count>
std::size_t majority(std::span<const Count> votes, Stream tie) {
  const Count most = *std::max_element(votes.begin(), votes.end());
  const auto winners = static_cast<std::uint32_t>(std::count(votes.begin(), votes.end(), most));
  std::uint32_t skip = winners > 1 ? tie.below(winners) : 0;
  std::size_t label = 0;
  while (votes[label] != most || skip-- > 0) ++label;
  return label;
}

}  // namespace umfi::forest
