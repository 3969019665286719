// Lines of a report, as a terminal shows them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "umfi/terminal_text.hpp"

namespace umfi {

// In columns.
inline std::size_t longest_line(std::string_view text) {
  std::size_t longest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    longest = std::max(longest, display_width(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return longest;
}

// Sentences as they were before they were wrapped.
inline std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace umfi
