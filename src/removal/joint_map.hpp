// Correlations between columns that change along x_i, made equal everywhere.
//
// Columns that are each independent of x_i may still predict it together: where two of them are correlated for large
// x_i only, their product does. At anchors along x_i the covariance of all columns is compared with the covariance over
// all rows, and a linear map takes the first to the second. The map is triangular: a column is corrected by the columns
// before it only, so that a column that is free of x_i, and stands before those that are not, stays what it was. (The
// symmetric map changes columns less. But it mixes them by an angle that depends on x_i, and then x_i is needed to
// read a cause out of S_i although S_i itself is independent of it.)
#pragma once

#include <Eigen/Core>
#include <optional>

#include "removal/along_feature.hpp"

namespace umfi {

class JointMap {
 public:
  explicit JointMap(const AlongFeature& along) : along_(along) {}

  // Maps these columns, in this order. The first call decides how far local covariances can be trusted: not at all
  // where they differ no more than chance makes them.
  void apply(Eigen::Ref<Eigen::MatrixXd> columns);

  // Whether the columns were found to depend on x_i jointly.
  bool is_needed() const { return mix_ && *mix_ < 1; }

 private:
  const AlongFeature& along_;
  std::optional<double> mix_;  // the weight of the covariance of all rows
};

}  // namespace umfi
