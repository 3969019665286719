// Means with standard errors, and the switch between the short and the long form of a statistical test.
#pragma once

#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace umfi {

// The long forms run with `make test-statistical`.
inline bool wants_long_tests() {
  return std::getenv("UMFI_LONG_TESTS") != nullptr;
}

struct Sample {
  double mean = 0;
  double sd = 0;
  double standard_error = 0;
};

inline Sample summarize(const std::vector<double>& values) {
  Sample sample;
  const auto n = static_cast<double>(values.size());
  sample.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double sum = 0;
  for (const double value : values) sum += (value - sample.mean) * (value - sample.mean);
  sample.sd = std::sqrt(sum / (n - 1));
  sample.standard_error = sample.sd / std::sqrt(n);
  return sample;
}

}  // namespace umfi
