// Which columns are discrete: their probability sits in steps, not in a density.
#pragma once

#include <cstdint>
#include <span>

#include "umfi/table.hpp"

namespace umfi {

// At most ten distinct values in these rows, and ten rows for each of them on average.
bool has_few_values(const Column& column, std::span<const std::uint32_t> rows);

// Whether all values are the same, those of rows that take no part (NaN) left aside.
bool has_one_value(std::span<const double> values);

// Levels, or numbers of few values.
bool is_discrete(const Column& column, std::span<const std::uint32_t> rows);

}  // namespace umfi
