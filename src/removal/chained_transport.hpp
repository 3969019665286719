// Chained optimal transport (Johndrow and Lum 2019, section 3.2): as pairwise transport, but each x_j is transported
// given x_i and the columns that were transported before it, so that S_i is jointly independent of x_i, not only column
// by column.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "removal/conditional_cdf.hpp"
#include "removal/transport.hpp"
#include "umfi/remover.hpp"

namespace umfi {

// The conditional distribution of x_j given x_i and the earlier columns is taken in bins of x_i, or per level: least
// squares on x_i and on the earlier columns inside the bin, then the rank of the residual. Of the earlier columns, those
// that explain most of x_j in the bin take part, one for every five rows at most. Columns of few values are transported
// given x_i alone; those with an order take part in later steps.
class ChainedTransportRemover final : public Remover {
 public:
  ChainedTransportRemover(const RemovalData& data, const RemoverSettings& settings);
  std::unique_ptr<const FreedColumns> protect(const Subject& subject) const override;
  bool is_random() const override { return pairwise_.is_random(); }

 private:
  class Freed;

  const RemovalData& data_;
  RemoverSettings settings_;
  TransportRemover pairwise_;
  std::vector<InverseCdf> inverse_;  // per feature
};

RemoverEntry chained_transport_entry();

}  // namespace umfi
