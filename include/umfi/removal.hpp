// How features are freed of their dependence on each other.
#pragma once

#include <cstdint>
#include <string_view>

namespace umfi {

enum class RemovalMethod : std::uint8_t {
  lr,    // linear regression: residuals, where the slope is significant
  ot,    // pairwise optimal transport: conditional ranks, back in the feature's own units
  best,  // for each feature the one of the two that leaves less dependence on it
};

std::string_view name_of(RemovalMethod method);

struct RemovalOptions {
  RemovalMethod method = RemovalMethod::lr;
  // lr: a feature is left as it is unless its dependence on the protected one has a p-value below this.
  double lr_alpha = 0.01;
  // ot: rows per bin of the protected feature, about.
  int ot_bin_size = 150;
  // Features with steps in their distribution (few levels, categories) are spread over them at random.
  std::uint64_t seed = 1;
};

}  // namespace umfi
