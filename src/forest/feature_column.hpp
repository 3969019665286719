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
  bool is_constant = false;  // one single value: never a candidate
  // Few values, so that it is often constant in a node. Such a draw is not counted: where most features are discrete,
  // half of all nodes would end by chance.
  bool is_discrete = false;

  bool has_ties() const { return distinct < rank.size(); }
};

// Ranks the column's values, which are not copied. Missing ones (NaN) get rank 0: their rows must not take part.
FeatureColumn rank_column(std::span<const double> values, bool is_ordered);
// The same without ranks, for searches that look at values only.
FeatureColumn value_column(std::span<const double> values);

// A column that owns its values.
struct OwnedColumn {
  std::vector<double> values;
  FeatureColumn column;
};

// Other values in the place of a column; `needs_ranks`: whether searches look at the ranks of ordered columns.
OwnedColumn replace_values(const FeatureColumn& original, std::vector<double> values, bool needs_ranks);

// The features a forest may split on. Their indices key the random streams, so a feature's place matters.
class FeatureView {
 public:
  explicit FeatureView(std::vector<const FeatureColumn*> columns) : columns_(std::move(columns)) {
    for (const FeatureColumn* column : columns_) candidates_ += column->is_constant ? 0 : 1;
  }

  std::size_t size() const { return columns_.size(); }
  // How many of them can be split on at all.
  std::size_t candidates() const { return candidates_; }
  const FeatureColumn& operator[](std::size_t index) const { return *columns_[index]; }

 private:
  std::vector<const FeatureColumn*> columns_;
  std::size_t candidates_ = 0;
};

}  // namespace umfi::forest
