#include "stats/ranks.hpp"

namespace umfi {

void MidRanker::replace(std::span<double> values) {
  sorted_.clear();
  for (std::size_t i = 0; i < values.size(); ++i) sorted_.emplace_back(values[i], static_cast<std::uint32_t>(i));
  sorter_.sort(sorted_);
  for (std::size_t first = 0; first < sorted_.size();) {
    std::size_t end = first + 1;
    while (end < sorted_.size() && sorted_[end].first == sorted_[first].first) ++end;
    const double rank = static_cast<double>(first + 1 + end) / 2;
    for (; first < end; ++first) values[sorted_[first].second] = rank;
  }
}

}  // namespace umfi
