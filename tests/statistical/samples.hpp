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

// Of a sample.
struct Moments {
  double mean = 0;
  double sd = 0;
  double standard_error = 0;
};

inline Moments summarize(const std::vector<double>& values) {
  Moments moments;
  const auto n = static_cast<double>(values.size());
  moments.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double sum = 0;
  for (const double value : values) sum += (value - moments.mean) * (value - moments.mean);
  moments.sd = std::sqrt(sum / (n - 1));
  moments.standard_error = moments.sd / std::sqrt(n);
  return moments;
}

}  // namespace umfi
