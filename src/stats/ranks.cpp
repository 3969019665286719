#include "stats/ranks.hpp"

#include <algorithm>

namespace umfi {

void replace_by_mid_ranks(std::span<double> values, std::vector<std::pair<double, std::uint32_t>>& scratch) {
  scratch.clear();
  for (std::size_t i = 0; i < values.size(); ++i) scratch.emplace_back(values[i], static_cast<std::uint32_t>(i));
  std::sort(scratch.begin(), scratch.end());
  for (std::size_t first = 0; first < scratch.size();) {
    std::size_t end = first + 1;
    while (end < scratch.size() && scratch[end].first == scratch[first].first) ++end;
    const double rank = static_cast<double>(first + 1 + end) / 2;
    for (; first < end; ++first) values[scratch[first].second] = rank;
  }
}

}  // namespace umfi
