#include "umfi/remark.hpp"

#include <fmt/format.h>

namespace umfi {

std::string_view name_of(Concern concern) {
  switch (concern) {
    case Concern::row_number: return "row number";
    case Concern::id: return "id";
    case Concern::date: return "date";
    case Concern::code: return "code";
    case Concern::long_integer: return "long integer";
    case Concern::almost_numbers: return "almost numbers";
    case Concern::missing_word: return "missing word";
    case Concern::sentinel: return "sentinel";
    case Concern::many_levels: return "many levels";
    case Concern::constant: return "constant";
    case Concern::empty: return "empty";
    case Concern::leak: return "leak";
    case Concern::unnamed: return "unnamed";
  }
  return {};
}

std::string sentence_of(const ColumnRemark& remark) {
  std::string text = fmt::format("column '{}' {}", remark.column, remark.text);
  if (remark.is_left_out) text += ": left out";
  if (!remark.mend.empty()) text += fmt::format(" ({})", remark.mend);
  return text;
}

}  // namespace umfi
