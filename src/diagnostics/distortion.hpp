// Distortion: how much of the other columns is lost when they are freed of x_i.
//
// What is kept of x_j is its dependence on its own freed version, from 0 to 1: the maximal information coefficient
// MIC_e, or for a discrete x_j the share of rows that keep their value beyond what chance would keep (Cohen's kappa),
// because MIC_e of a discrete column with itself may be well below 1. A column that is left alone is kept entirely.
//
//   const DistortionMeter meter(removal_data, seed);
//   const Distortion distortion = meter.measure(i, freed_set, workers);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "diagnostics/freed_set.hpp"
#include "umfi/remover.hpp"

namespace umfi {

// What is kept of the columns other than x_i.
struct Distortion {
  double mean_kept = 1;
  double least_kept = 1;
  std::optional<std::size_t> worst = {};  // of which least is kept, if any is changed
};

// The share of places in which two samples of levels agree, on the scale from what chance would give (0) to all (1);
// not below 0.
double agreement_beyond_chance(std::span<const double> before, std::span<const double> after);

class DistortionMeter {
 public:
  // MIC_e takes long: it looks at no more rows than this, and no more changed columns per feature, drawn at random.
  static constexpr std::size_t most_rows = 1000;
  static constexpr std::size_t most_columns = 50;

  // `data` must outlive the meter.
  DistortionMeter(const RemovalData& data, std::uint64_t seed);
  // `freed`: the others freed of feature i.
  Distortion measure(std::size_t i, const FreedSet& freed, Workers& workers) const;

 private:
  // What is kept of x_j.
  double kept(std::size_t j, std::span<const double> freed) const;
  std::vector<double> sample(std::span<const double> column) const;

  const RemovalData& data_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> rows_;
};

}  // namespace umfi
