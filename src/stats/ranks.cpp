#include "stats/ranks.hpp"

#include <algorithm>
#include <vector>

#include "stats/place_sorter.hpp"

namespace umfi {

void replace_by_ranks(std::span<double> values) {
  PlaceSorter sorter;
  const auto sorted = sorter.sort(values);
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t end = first + 1;
    while (end < sorted.size() && values[sorted[end]] == values[sorted[first]]) ++end;
    const double rank = static_cast<double>(first + 1 + end) / 2;
    for (; first < end; ++first) ranks[sorted[first]] = rank;
  }
  std::copy(ranks.begin(), ranks.end(), values.begin());
}

}  // namespace umfi
