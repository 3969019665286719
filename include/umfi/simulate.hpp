// The four simulations of the UMFI paper (Janssen, Guan, Robeva 2023, section 4.1) as data.
//
//   umfi::Table data = umfi::simulate("blood-relation", 1000, /*seed=*/1);   // x1..x4, y
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "umfi/table.hpp"

namespace umfi {

struct Simulation {
  std::string_view name;
  std::string_view formula;  // how x1..x4 and y are made
  std::string_view truth;    // what a good importance method must find
};

// All simulations, in the paper's order.
std::span<const Simulation> simulations();

// Throws UsageError for an unknown name or for no rows.
Table simulate(std::string_view name, std::size_t rows, std::uint64_t seed);

}  // namespace umfi
