// S_i with all its columns computed, for whatever examines it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "umfi/remover.hpp"

namespace umfi {

struct FreedSet {
  std::vector<std::size_t> changed;  // features, ascending
  std::vector<FreedColumn> columns;  // what the changed ones become

  FreedSet() = default;
  FreedSet(const FreedColumns& freed, std::size_t features, Workers& workers)
      : changed(freed.changed(features)), columns(freed.columns(changed, workers)) {}

  // What a feature becomes; null where it is left as it is.
  const FreedColumn* find(std::size_t feature) const {
    const auto place = std::lower_bound(changed.begin(), changed.end(), feature);
    if (place == changed.end() || *place != feature) return nullptr;
    return &columns[static_cast<std::size_t>(place - changed.begin())];
  }
};

}  // namespace umfi
