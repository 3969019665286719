// What missing values cost: the rows that cannot be used, which columns cost them, and what leaving columns out would
// give back.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "umfi/table.hpp"

namespace umfi {

struct MissingValues {
  struct InColumn {
    std::string column;
    std::size_t rows = 0;
  };

  std::size_t rows = 0;           // of the table
  std::size_t complete = 0;       // rows without a missing value
  std::vector<InColumn> columns;  // how many rows miss a value in each, most first; columns that miss none are not here
  // Without this column and those before it, this many rows would be complete.
  std::vector<InColumn> without;
};

// The target cannot be left out; its name may be empty.
MissingValues count_missing(const Table& table, const std::string& target = {});

// "182 of 891 rows are complete, and only these are used; ..."; empty where nothing is missing. Options are mentioned
// in it.
std::string sentence_of(const MissingValues& missing);

}  // namespace umfi
