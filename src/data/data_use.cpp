#include "umfi/data_use.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace umfi {

std::string kinds_text(const std::vector<Kind>& kinds) {
  std::string text;
  for (const Kind kind : {Kind::numeric, Kind::ordinal, Kind::binary, Kind::categorical}) {
    const auto count = std::count(kinds.begin(), kinds.end(), kind);
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(kind));
  }
  return text;
}

}  // namespace umfi
