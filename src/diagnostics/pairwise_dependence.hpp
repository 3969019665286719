// What x_i still says about single columns of S_i.
//
// Forests that predict x_i from S_i (residual_dependence.hpp) see what all columns know together, but not a bend: where
// a column is high for both small and large x_i, x_i cannot be told from it. Seen from x_i, a bend is plain.
#pragma once

#include <cstddef>

#include "removal/remover.hpp"

namespace umfi {

// The largest share of a column's variance that groups of rows with similar x_i explain, less what chance would: 1 is
// everything, 0 is nothing beyond chance. Columns without an order are not looked at. `freed`: S_i; nullptr stands for
// all others as they are.
double measure_pairwise_dependence(const RemovalData& data, std::size_t i, const FreedColumns* freed);

}  // namespace umfi
