// S_i for feature after feature, as many at a time as are best grown together.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "forest/feature_column.hpp"
#include "removal/remover.hpp"

namespace umfi {

// The features themselves, and what frees them of each other.
struct UltraMarginalData {
  const forest::FeatureView& features;
  const Remover& remover;
  bool needs_ranks = true;  // whether the power looks at the ranks of ordered columns
};

// S_i + x_i as a view: the columns that removal left alone are the table's own.
struct FreedView {
  std::size_t feature = 0;                   // i
  std::vector<std::size_t> changed;          // features
  std::vector<forest::OwnedColumn> columns;  // of the changed features
  forest::FeatureView view{{}};
};

class FreedBlocks {
 public:
  // Frees these features, in this order.
  FreedBlocks(const UltraMarginalData& data, std::vector<std::size_t> features, Workers& workers)
      : data_(data), features_(std::move(features)), workers_(workers) {}

  // The next block of at most so many features; empty when all were given.
  std::vector<FreedView> next(std::size_t most_features = 256);

 private:
  struct Protected {
    std::size_t feature = 0;
    std::unique_ptr<const FreedColumns> freed;
    std::vector<std::size_t> changed;
  };

  std::size_t bytes_of(const Protected& feature) const;
  std::size_t limit_for(const Protected& feature) const;
  void protect_some();
  std::vector<FreedView> free_columns(std::vector<Protected>& features);
  forest::FeatureView view_of(const FreedView& freed) const;

  const UltraMarginalData data_;
  std::vector<std::size_t> features_;
  Workers& workers_;
  std::size_t protected_ = 0;  // features so far
  std::deque<Protected> waiting_;
};

}  // namespace umfi
