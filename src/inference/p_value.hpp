// From statistics of permuted data to p-values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stats/permutation_sample.hpp"

namespace umfi {

// Whether permuting can be stopped, because enough permuted statistics have reached the observed one (Besag and
// Clifford 1991): what is clearly nothing special need not be looked at to the end.
bool is_decided(const PermutationSample& sample, std::size_t enough);

// Whether it can be stopped for the opposite reason: of many permuted statistics none came anywhere near. More of them
// would only make 1 / (m + 1) smaller.
bool stands_out(const PermutationSample& sample);

struct PValue {
  double p = 1;
  // Smaller than a single sample could show: the shape of the tail is that of all samples together.
  bool is_pooled = false;
};

// (b + 1) / (m + 1), b of m permuted statistics being at least the observed one; of a sample that was stopped at the
// l-th statistic, enough / l.
double permutation_p(const PermutationSample& sample, std::size_t enough);

// The p-value of each sample. Where the observed statistic exceeds all permuted ones, 1 / (m + 1) is all that the
// sample can tell. Then it is compared with the permuted statistics of all samples, each standardized by the others of
// its own sample, which is the observed one's own position under the null if samples differ in location and scale only.
std::vector<PValue> p_values(std::span<const PermutationSample> samples, std::size_t enough);

}  // namespace umfi
