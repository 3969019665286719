// Aligned columns of text for terminals, in which one character may take several bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "umfi/report.hpp"

namespace umfi {

enum class Align { left, right };

class TextTable {
 public:
  struct Heading {
    std::string title;
    Align align = Align::left;
  };

  explicit TextTable(std::vector<Heading> headings) : headings_(std::move(headings)) {}
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  // Bold headings where `colour` is set; no trailing blanks.
  std::string text(bool colour) const;

 private:
  std::vector<Heading> headings_;
  std::vector<std::vector<std::string>> rows_;
};

// Characters on screen, counting each code point as one column.
std::size_t display_width(std::string_view utf8);
// At most `width` columns, the middle left out where it is longer.
std::string shortened(const std::string& utf8, std::size_t width);
// A row of block characters, one per count, the largest full height.
std::string sparkline(const std::vector<std::size_t>& counts);
// A horizontal bar that fills this share of the width, to an eighth of a character.
std::string bar(double share, std::size_t width);

}  // namespace umfi
