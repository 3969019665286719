// Importance methods side by side, on the same rows and with the same settings.
//
//   umfi::CompareResult result = umfi::compare_methods(table, {.rank = {.target = "y"}});
#pragma once

#include <string>
#include <vector>

#include "umfi/context.hpp"
#include "umfi/parts.hpp"
#include "umfi/rank.hpp"
#include "umfi/table.hpp"

namespace umfi {

struct CompareOptions {
  // Settings of all methods; `method`, `remove`, `explain` and what is about inference are not used.
  RankOptions rank = {};
  // Names as of comparable_methods(). Empty: all of them whose remover is a standard one.
  std::vector<std::string> methods = {};
};

struct ComparedMethod {
  std::string name;
  std::string question;        // which question its scores answer
  RankResult result;           // signed scores, in the order of the table
  std::vector<double> shares;  // per feature, of the sum of scores above 0
  std::vector<double> ranks;   // per feature, 1 being the highest score; ties share their mean rank
};

struct CompareResult {
  std::vector<ComparedMethod> methods;
  std::vector<std::vector<double>>
      agreement;  // Kendall's tau-b between the scores of two methods; NaN if either has no order
  // What a reader must know, as in RankResult: of the first method, and of methods for which there was no time.
  std::vector<std::string> warnings;
  double seconds = 0;
};

// "umfi-lr", "umfi-ot", "mci": every method, with every remover if it takes one.
std::vector<std::string> comparable_methods(const Parts& parts = built_in_parts());

// MCI looks at all sets of features where that takes few models, otherwise at sets of up to two others, unless
// `rank.mci_k` is given; where even that is too much and it was not asked for by name, it is left out with a note.
CompareResult compare_methods(const Table& table, const CompareOptions& options, const Context& context = {});

}  // namespace umfi
