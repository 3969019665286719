// What a study used of its table, among the facts of its record, and the way back.
#pragma once

#include <map>
#include <string>

#include "umfi/data_use.hpp"

namespace umfi {

using Facts = std::map<std::string, std::string>;

void write_use(const DataUse& use, Facts& facts);
// Facts that are missing, as in records of other studies, are left at their standard. Throws DataError where they make
// no sense.
DataUse read_use(const Facts& facts);

}  // namespace umfi
