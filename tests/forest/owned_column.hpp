// A ranked column that owns its values, for tests that make columns by hand.
#pragma once

#include <utility>
#include <vector>

#include "forest/feature_column.hpp"

namespace umfi::forest {

struct OwnedColumn {
  std::vector<double> values;
  FeatureColumn column;
};

inline OwnedColumn owned_column(std::vector<double> values) {
  OwnedColumn owned{.values = std::move(values), .column = {}};
  owned.column = rank_column(owned.values, true);
  return owned;
}

}  // namespace umfi::forest
