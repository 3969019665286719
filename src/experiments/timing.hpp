// Seconds that a method takes for tables of growing size, and what they say about larger ones.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace umfi::paper {

// How time grows with the number of features p: as a power of p, or doubling with each feature.
enum class Growth : std::uint8_t { power, doubling };

struct Timing {
  std::string label;
  Growth growth = Growth::power;
  std::vector<std::pair<double, double>> points;  // features, seconds; ascending

  // The exponent of p between the largest table and the largest of at most half its size; at least 1, since every
  // feature takes some time.
  double exponent() const;
  // Seconds for p features: measured, or extrapolated from the largest tables.
  double seconds(double p) const;
  bool is_measured(double p) const;
  double features_in_an_hour() const;
};

// Null where there is none of this label.
const Timing* find_timing(const std::vector<Timing>& all, const std::string& label);

// From a CSV file with the columns method, features and seconds.
std::vector<Timing> read_timings(const std::string& path);

}  // namespace umfi::paper
