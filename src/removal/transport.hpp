// Pairwise optimal transport: x_j goes to its conditional rank given x_i, and from there back into its own units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/seed_stream.hpp"
#include "removal/conditional_cdf.hpp"
#include "removal/remover.hpp"

namespace umfi {

class TransportRemover final : public Remover {
 public:
  TransportRemover(const RemovalData& data, const RemoverSettings& settings);
  std::unique_ptr<const FreedColumns> protect(std::size_t i) const override;

 private:
  class Freed;

  const RemovalData& data_;
  RemoverSettings settings_;
  std::vector<InverseCdf> inverse_;  // per feature
};

}  // namespace umfi
