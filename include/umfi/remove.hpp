// Dependence removal: a table in which every feature is freed of its dependence on one of them.
//
//   umfi::Table freed = umfi::remove_dependence(table, {.feature = "x1", .target = "y"});
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "umfi/context.hpp"
#include "umfi/option.hpp"
#include "umfi/table.hpp"

namespace umfi {

struct RemoveOptions {
  // The column that the others are freed of; it stays as it is.
  std::string feature = {};
  // The response, if it is in the table; it stays as it is.
  std::string target = {};
  // The columns that are freed of it; empty: all but the target and the dropped ones.
  std::vector<std::string> features = {};
  // Columns that are left out.
  std::vector<std::string> drop = {};
  // How, by name: a remover, or `best_remover`; empty: the first of the parts.
  std::string remove = {};
  // Columns with steps in their distribution (few levels, categories) are spread over them at random.
  std::uint64_t seed = 1;
  // Options of the remover, by name.
  OptionValues settings = {};
};

// The table with its columns freed of one of them, in the same order. Rows with missing values are left out.
Table remove_dependence(const Table& table, const RemoveOptions& options, const Context& context = {});

}  // namespace umfi
