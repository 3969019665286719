#include "importance/value_exchange.hpp"

#include <algorithm>
#include <numeric>

namespace umfi {

void ValueExchange::start(std::size_t places) {
  members_.resize(places);
  std::iota(members_.begin(), members_.end(), 0U);
  cells_.assign(1, {0, static_cast<std::uint32_t>(places)});
}

void ValueExchange::cut(const Labels& bins, const Labels& own) {
  places_in_bin_.resize(std::max(places_in_bin_.size(), bins.size()), 0);
  sorted_.resize(members_.size());
  cells_before_.swap(cells_);
  cells_.clear();
  for (const forest::Range& cell : cells_before_) cut_cell(cell, bins, own);
}

// Sorts the cell's members by counting; its new cells come in the order in which their bins are first met.
void ValueExchange::cut_cell(const forest::Range& cell, const Labels& bins, const Labels& own) {
  met_bins_.clear();
  for (std::uint32_t k = cell.begin; k < cell.end; ++k) {
    const std::uint32_t bin = bins[members_[k]];
    if (places_in_bin_[bin]++ == 0) met_bins_.push_back(bin);
  }
  std::uint32_t end = cell.begin;
  for (const std::uint32_t bin : met_bins_) {
    const std::uint32_t size = places_in_bin_[bin];
    places_in_bin_[bin] = end;  // from now on: where the bin's next member goes
    end += size;
  }
  for (std::uint32_t k = cell.begin; k < cell.end; ++k) sorted_[places_in_bin_[bins[members_[k]]]++] = members_[k];
  std::copy(sorted_.begin() + cell.begin, sorted_.begin() + cell.end, members_.begin() + cell.begin);
  std::uint32_t begin = cell.begin;
  for (const std::uint32_t bin : met_bins_) {
    add_if_mixed({begin, places_in_bin_[bin]}, own);
    begin = places_in_bin_[bin];
    places_in_bin_[bin] = 0;
  }
}

void ValueExchange::add_if_mixed(const forest::Range& cell, const Labels& own) {
  const std::uint32_t first = own[members_[cell.begin]];
  for (std::uint32_t k = cell.begin + 1; k < cell.end; ++k) {
    if (own[members_[k]] == first) continue;
    cells_.push_back(cell);
    return;
  }
}

void ValueExchange::deal(const Stream& stream) {
  stream_ = stream;
  left_ = cells_;
  cell_of_.assign(members_.size(), no_cell);
  for (std::uint32_t cell = 0; cell < cells_.size(); ++cell)
    for (std::uint32_t k = cells_[cell].begin; k < cells_[cell].end; ++k) cell_of_[members_[k]] = cell;
}

}  // namespace umfi
