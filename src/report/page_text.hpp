// The page without its result: the text before it and the text after it. Made from web/ when umfi is built.
#pragma once

#include <string_view>

namespace umfi {

struct PageText {
  std::string_view before;
  std::string_view after;

  bool is_there() const { return !before.empty(); }
};

// Empty where npm was missing when umfi was built.
PageText page_text();

}  // namespace umfi
