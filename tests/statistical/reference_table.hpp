// Tables of reference means, as R scripts wrote them, and the comparison of a sample with one of these means.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <string>

#include "statistical/samples.hpp"
#include "umfi/umfi.hpp"

namespace umfi {

struct Expected {
  double mean = 0;
  double standard_error = 0;
};

// The rows of a reference table whose first columns hold these texts, by the text in column `key`.
inline std::map<std::string, Expected> read_expected(const Table& table,
                                                     const std::map<std::string, std::string>& where,
                                                     const std::string& key, const std::string& mean,
                                                     const std::string& sd, const std::string& count) {
  std::map<std::string, Expected> found;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const bool matches = std::all_of(where.begin(), where.end(), [&](const auto& condition) {
      return table.column(condition.first).text(row) == condition.second;
    });
    if (!matches) continue;
    const double n = table.column(count).values()[row];
    found[table.column(key).text(row)] = {table.column(mean).values()[row],
                                          table.column(sd).values()[row] / std::sqrt(n)};
  }
  return found;
}

// Within so many points or 3 combined standard errors.
inline void expect_agreement(const std::string& what, const Moments& ours, const Expected& expected, double points) {
  const double error = std::hypot(ours.standard_error, expected.standard_error);
  std::cout << what << ": " << ours.mean << " (reference " << expected.mean << ", "
            << (ours.mean - expected.mean) / error << " standard errors apart)\n";
  EXPECT_NEAR(ours.mean, expected.mean, std::max(points, 3 * error)) << what;
}

}  // namespace umfi
