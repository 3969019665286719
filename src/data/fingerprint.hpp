// Whether two tables hold the same data, without keeping the data.
#pragma once

#include <string>

#include "umfi/table.hpp"

namespace umfi {

// 128 bits, as 32 hexadecimal digits, of the names, kinds, levels and values of all columns in their order. A table
// that was saved again in another form of CSV has the same fingerprint. It protects from mistakes, not from forgery.
std::string fingerprint(const Table& table);

}  // namespace umfi
