// One feature as split searches need it, and sets of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace umfi::forest {

// Ordered: `rank` numbers the distinct values from 0 in ascending order. Categories: `rank` is the level.
struct FeatureColumn {
  std::span<const double> values;   // per row
  std::vector<std::uint32_t> rank;  // per row
  std::uint32_t distinct = 0;       // number of ranks, or of levels
  bool is_ordered = true;
};

// Ranks the column's values, which are not copied. Missing ones (NaN) get rank 0: their rows must not take part.
FeatureColumn rank_column(std::span<const double> values, bool is_ordered);

// The features a forest may split on. Their indices key the random streams, so a feature's place matters.
class FeatureView {
 public:
  explicit FeatureView(std::vector<const FeatureColumn*> columns) : columns_(std::move(columns)) {}

  std::size_t size() const { return columns_.size(); }
  const FeatureColumn& operator[](std::size_t index) const { return *columns_[index]; }

 private:
  std::vector<const FeatureColumn*> columns_;
};

}  // namespace umfi::forest
