// What looks wrong about a column, or was decided about it: what a user should look at before trusting a result.
//
//   for (const umfi::ColumnRemark& remark : table.remarks())
//     std::cerr << umfi::spelled(umfi::sentence_of(remark), umfi::plain_spelling) << '\n';
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace umfi {

enum class Concern : std::uint8_t {
  row_number,      // counts the rows
  id,              // differs in (nearly) every row
  date,            // dates or times
  code,            // digits that are a label, such as a postal code
  long_integer,    // whole numbers of more digits than a number holds
  almost_numbers,  // text because of a few cells only
  missing_word,    // cells that may stand for a missing value
  sentinel,        // a number that often stands for a missing value
  many_levels,     // categories of few rows each
  constant,        // only one value
  empty,           // no value at all
  leak,            // gives the target away
  unnamed,         // no name in the file
};

std::string_view name_of(Concern concern);

struct ColumnRemark {
  std::string column;
  Concern concern = Concern::id;
  bool is_left_out = false;  // it is not among the table's columns
  std::string text;          // "dates such as 2011-01-01"
  std::string mend;  // "--numeric x keeps it"; empty where there is nothing to decide. Options are mentioned in it
};

// "column 'day' holds dates such as 2011-01-01: left out (--categorical day keeps it)", with mentions of options.
std::string sentence_of(const ColumnRemark& remark);

}  // namespace umfi
