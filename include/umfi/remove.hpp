// Dependence removal: a table in which every feature is freed of what it knows about one of them.
//
//   umfi::Table freed = umfi::remove_dependence(table, {.feature = "x1", .keep = {"y"}});
#pragma once

#include <string>
#include <vector>

#include "umfi/context.hpp"
#include "umfi/removal.hpp"
#include "umfi/table.hpp"

namespace umfi {

struct RemovalRequest {
  // The column that the others are freed of; it stays as it is.
  std::string feature = {};
  // Other columns that stay as they are, such as the response.
  std::vector<std::string> keep = {};
  // Columns that are left out.
  std::vector<std::string> drop = {};
  RemovalOptions options = {};
};

// The table with its columns freed of one of them, in the same order. Rows with missing values are left out.
Table remove_dependence(const Table& table, const RemovalRequest& request, const Context& context = {});

}  // namespace umfi
