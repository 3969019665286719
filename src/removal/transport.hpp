// Pairwise optimal transport: x_j goes to its conditional rank given x_i, and from there back into its own units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/seed_stream.hpp"
#include "removal/conditional_cdf.hpp"
#include "removal/row_groups.hpp"
#include "umfi/remover.hpp"

namespace umfi {

class TransportRemover final : public Remover {
 public:
  TransportRemover(const RemovalData& data, const RemoverSettings& settings);
  std::unique_ptr<const FreedColumns> protect(const Subject& subject) const override;
  std::unique_ptr<const PairwiseColumns> pairwise(std::size_t i) const;
  // How rows are grouped where columns are freed of feature i, whose cells these are: by level, or in bins.
  RowGroups groups_of(std::size_t i, std::span<const double> x_i) const;
  bool is_random() const override { return data_.has_discrete_features(); }

 private:
  class Freed;

  const RemovalData& data_;
  RemoverSettings settings_;
  std::size_t bin_size_;
  std::vector<InverseCdf> inverse_;  // per feature
};

// Rows per bin, for whatever cuts x_i into bins.
OptionEntry bin_size_setting();

RemoverEntry transport_entry();

}  // namespace umfi
