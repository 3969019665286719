// What x_i still predicts about single columns of S_i.
//
// Forests that predict x_i from S_i (residual_dependence.hpp) see what all columns contain together, but not a bend:
// where a column is high for both small and large x_i, it does not predict x_i. Seen from x_i, a bend is plain.
#pragma once

#include <cstddef>

#include "diagnostics/freed_set.hpp"
#include "umfi/remover.hpp"

namespace umfi {

// The largest share of a column's variance that groups of rows with similar x_i explain, less what chance would: 1 is
// everything, 0 is nothing beyond chance. Columns without an order are not looked at. `freed`: S_i; nullptr stands for
// all others as they are.
double measure_pairwise_dependence(const RemovalData& data, std::size_t i, const FreedSet* freed);

}  // namespace umfi
