#include "stats/ranks.hpp"

#include <algorithm>

namespace umfi {

std::span<const std::uint32_t> MidRanker::replace(std::span<double> values) {
  const auto sorted = sorter_.sort(values);
  ranks_.resize(values.size());
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t end = first + 1;
    while (end < sorted.size() && values[sorted[end]] == values[sorted[first]]) ++end;
    const double rank = static_cast<double>(first + 1 + end) / 2;
    for (; first < end; ++first) ranks_[sorted[first]] = rank;
  }
  std::copy(ranks_.begin(), ranks_.end(), values.begin());
  return sorted;
}

}  // namespace umfi
