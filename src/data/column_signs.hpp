// Signs that a column is not what its cells suggest: ids, row numbers, codes, dates, words and numbers that stand for
// missing values. Each function looks at a column as it was read and gives the remark to be made, if any.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_cells.hpp"
#include "umfi/remark.hpp"

namespace umfi {

// What the labels of a column are like.
struct LabelFacts {
  std::size_t present = 0;                       // cells that are not missing
  std::size_t numbers = 0;                       // of these, numbers
  std::size_t digits = 0;                        // of these, digits only
  std::size_t zero_padded = 0;                   // of these, with zeros in front
  std::size_t long_integers = 0;                 // of these, with more digits than a number holds
  std::size_t dates = 0;                         // dates or times
  bool has_one_width = true;                     // all cells have equally many characters
  std::optional<std::size_t> other_than_number;  // the first label that is not a number
  std::optional<std::size_t> long_integer;       // the first label that loses digits
};

LabelFacts facts_of(const LabelColumn& labels, const CellRules& rules);

// Whether the labels are numbers and nothing speaks against taking them as such.
bool are_plain_numbers(const LabelFacts& facts);

// What is to be said of a column of labels, at most one remark that leaves it out and one that does not.
std::optional<ColumnRemark> sign_in_labels(const std::string& name, const LabelColumn& labels, const LabelFacts& facts);

// What is to be said of a column of numbers; NaN is missing.
std::optional<ColumnRemark> sign_in_numbers(const std::string& name, std::span<const double> numbers);

}  // namespace umfi
