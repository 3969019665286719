// What a study used of a table: the kinds of its features, what was left out and why, and what missing values cost.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "umfi/missing_values.hpp"
#include "umfi/remark.hpp"
#include "umfi/table.hpp"

namespace umfi {

struct DataUse {
  std::size_t given_rows = 0;  // of the table, complete or not
  std::size_t classes = 0;     // of the target; 0 where it is a number, or where there is none
  std::vector<Kind> kinds;     // of the features, in their order
  std::vector<ColumnRemark> remarks;
  MissingValues missing;
};

// "9 numeric, 2 categorical"; empty where there are no features.
std::string kinds_text(const std::vector<Kind>& kinds);

}  // namespace umfi
