// A feature's values as one tree tells them apart: binned at all split points the tree has for the feature.
//
// Two rows in the same bin take the same side at every split on the feature. Numbers: the bins are the intervals
// between neighbouring thresholds, closed on the right. Categories: levels that no split parts share a bin.
#pragma once

#include <cstdint>
#include <span>

#include "forest/feature_column.hpp"
#include "forest/oob_tree.hpp"
#include "stats/independence.hpp"

namespace umfi {

// The bin of each place of the tree. `splits` are its nodes that split on this column.
Labels bin_at_splits(const forest::OobTree& tree, std::span<const std::uint32_t> splits,
                     const forest::FeatureColumn& column);

}  // namespace umfi
