// Local Gaussian transport: for bent and for joint dependence.
//
// All columns are handled together, as normal scores. Three steps make them independent of x_i:
//   location and scale of each column, by a smooth curve in x_i, shrunk so that nothing is removed where nothing is;
//   shape of each column, by its rank among the neighbours in x_i, as far as it depends on x_i at all;
//   joint: correlations that change along x_i (removal/joint_map.hpp).
// The last step and the others are repeated once. Each column keeps its own values, in another order.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "removal/transport.hpp"
#include "umfi/remover.hpp"

namespace umfi {

class LocalTransportRemover final : public Remover {
 public:
  LocalTransportRemover(const RemovalData& data, const RemoverSettings& settings);
  std::unique_ptr<const FreedColumns> protect(const Subject& subject) const override;
  bool is_random() const override { return has_ties_; }

 private:
  class Freed;

  const RemovalData& data_;
  RemoverSettings settings_;
  TransportRemover pairwise_;                // for columns without an order
  std::vector<std::vector<double>> sorted_;  // per feature its cells
  std::vector<double> score_;                // the normal scores of ranks
  bool has_ties_ = false;
};

RemoverEntry local_transport_entry();

}  // namespace umfi
