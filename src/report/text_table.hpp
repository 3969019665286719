// Aligned columns of text that fit a width: columns that matter less are left out whole, and names are shortened;
// numbers are never cut or wrapped.
//
//   TextTable table({{"feature", Align::left, {.shrinks_to = 14}}, {"score", Align::right},
//                    {"quartiles", Align::left, {.leave_out = 1}}});
//   table.add({"rain", "0.31", "0.29 – 0.33"});
//   text += table.text(style);
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "umfi/report.hpp"
#include "umfi/terminal_text.hpp"

namespace umfi {

enum class Align { left, right };

// What may happen to a column where the table is too wide.
struct Fit {
  int leave_out = 0;           // 0: never; the highest are left out first, and those of the same number together
  std::size_t shrinks_to = 0;  // its cells may be shortened to this many columns; 0: not at all
  std::string name = {};       // by which it is said to be left out, if it is not its title
};

class TextTable {
 public:
  struct Heading {
    std::string title;
    Align align = Align::left;
    Fit fit = {};
  };

  explicit TextTable(std::vector<Heading> headings) : headings_(std::move(headings)) {}
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // As wide as the style allows, with bold headings where it has colours; no trailing blanks. Where columns were left
  // out, the last line says so.
  std::string text(const TextStyle& style) const;
  // The names of the columns that are left out.
  std::vector<std::string> left_out(const TextStyle& style) const;

 private:
  // Places of columns and their widths.
  struct Layout {
    std::vector<std::size_t> columns;
    std::vector<std::size_t> widths;

    std::size_t total() const;
  };
  Layout whole_layout() const;
  Layout layout(const TextStyle& style) const;
  std::size_t could_shrink_by(const Layout& layout) const;
  int first_to_go(const Layout& layout) const;
  void leave_out(Layout& layout, int number) const;

  std::vector<Heading> headings_;
  std::vector<std::vector<std::string>> rows_;
};

// Names of features and columns are never shown longer than this.
inline constexpr std::size_t longest_name = 40;

// At most `width` columns, the middle left out where it is longer.
std::string shortened(const std::string& utf8, std::size_t width);
// A name as tables show it.
std::string shown_name(const std::string& name);
// A row of block characters, one per count, the largest full height.
std::string sparkline(const std::vector<std::size_t>& counts);
// A horizontal bar that fills this share of the width, to an eighth of a character.
std::string bar(double share, std::size_t width);
// A sentence of a report: it may hold names from the data and mentions of options. As lines that fit.
std::string lines_of(const std::string& sentence, const TextStyle& style);

}  // namespace umfi
