// A statistic of the data, and what it is when the data are permuted.
#pragma once

#include <vector>

namespace umfi {

struct PermutationSample {
  double observed = 0;
  std::vector<double> permuted;  // in the order in which they were drawn
};

}  // namespace umfi
