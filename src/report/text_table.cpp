#include "report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>

#include "umfi/option.hpp"

namespace umfi {
namespace {

constexpr std::size_t gap = 2;  // blanks between columns

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(cell)), ' ');
  return align == Align::left ? cell + blanks : blanks + cell;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// The last bytes that take at most so many columns.
std::string_view tail_of(std::string_view utf8, std::size_t columns) {
  std::size_t skipped = display_width(utf8) - std::min(columns, display_width(utf8));
  while (display_width(utf8.substr(head_of(utf8, skipped).size())) > columns) ++skipped;
  return utf8.substr(head_of(utf8, skipped).size());
}

}  // namespace

std::string shortened(const std::string& utf8, std::size_t width) {
  if (display_width(utf8) <= width || width < 3) return utf8;
  const std::size_t tail = (width - 1) / 2;
  return std::string(head_of(utf8, width - 1 - tail)) + "…" + std::string(tail_of(utf8, tail));
}

std::string shown_name(const std::string& name) {
  return shortened(printable(name), longest_name);
}

std::string sparkline(const std::vector<std::size_t>& counts) {
  static constexpr std::array blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (counts.empty()) return {};
  const std::size_t most = std::max<std::size_t>(1, *std::max_element(counts.begin(), counts.end()));
  std::string line;
  for (const std::size_t count : counts) {
    // Anything that is there shows.
    const std::size_t height = (count * 8 + most - 1) / most;
    line += blocks[height];
  }
  return line;
}

std::string bar(double share, std::size_t width) {
  static constexpr std::array parts{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<std::size_t>(std::lround(share * static_cast<double>(width) * 8));
  std::string line;
  for (std::size_t k = 0; k < eighths / 8; ++k) line += "█";
  return line + parts[eighths % 8];
}

std::string lines_of(const std::string& sentence, const TextStyle& style) {
  return wrapped(printable(spelled(sentence, style.spelling)), static_cast<std::size_t>(std::max(1, style.width)));
}

std::size_t TextTable::Layout::total() const {
  return std::accumulate(widths.begin(), widths.end(), gap * (widths.size() - 1));
}

TextTable::Layout TextTable::whole_layout() const {
  Layout layout;
  for (std::size_t c = 0; c < headings_.size(); ++c) {
    std::size_t width = display_width(headings_[c].title);
    for (const auto& row : rows_) width = std::max(width, display_width(row[c]));
    layout.columns.push_back(c);
    layout.widths.push_back(width);
  }
  return layout;
}

std::size_t TextTable::could_shrink_by(const Layout& layout) const {
  std::size_t columns = 0;
  for (std::size_t k = 0; k < layout.columns.size(); ++k) {
    const std::size_t least = headings_[layout.columns[k]].fit.shrinks_to;
    if (least > 0) columns += layout.widths[k] - std::min(layout.widths[k], least);
  }
  return columns;
}

int TextTable::first_to_go(const Layout& layout) const {
  int number = 0;
  for (const std::size_t c : layout.columns) number = std::max(number, headings_[c].fit.leave_out);
  return number;
}

void TextTable::leave_out(Layout& layout, int number) const {
  Layout rest;
  for (std::size_t k = 0; k < layout.columns.size(); ++k) {
    if (headings_[layout.columns[k]].fit.leave_out == number) continue;
    rest.columns.push_back(layout.columns[k]);
    rest.widths.push_back(layout.widths[k]);
  }
  layout = std::move(rest);
}

// Columns go before names are shortened beyond what their columns say; names take what room is left.
TextTable::Layout TextTable::layout(const TextStyle& style) const {
  Layout layout = whole_layout();
  const auto width = static_cast<std::size_t>(std::max(1, style.width));
  if (style.wide) return layout;
  while (layout.total() - could_shrink_by(layout) > width && first_to_go(layout) > 0)
    leave_out(layout, first_to_go(layout));
  for (std::size_t k = 0; k < layout.columns.size(); ++k) {
    const std::size_t least = headings_[layout.columns[k]].fit.shrinks_to;
    const std::size_t excess = layout.total() - std::min(layout.total(), width);
    if (least > 0 && layout.widths[k] > least) layout.widths[k] -= std::min(excess, layout.widths[k] - least);
  }
  return layout;
}

std::vector<std::string> TextTable::left_out(const TextStyle& style) const {
  const Layout shown = layout(style);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < headings_.size(); ++c)
    if (std::find(shown.columns.begin(), shown.columns.end(), c) == shown.columns.end())
      names.push_back(headings_[c].fit.name.empty() ? headings_[c].title : headings_[c].fit.name);
  return names;
}

std::string TextTable::text(const TextStyle& style) const {
  const Layout shown = layout(style);
  const auto line = [&](const auto& cell_of) {
    std::string text;
    for (std::size_t k = 0; k < shown.columns.size(); ++k) {
      const Heading& heading = headings_[shown.columns[k]];
      const std::string& cell = cell_of(shown.columns[k]);
      const std::string fitting = heading.fit.shrinks_to > 0 ? shortened(cell, shown.widths[k]) : cell;
      text += (k > 0 ? std::string(gap, ' ') : "") + padded(fitting, shown.widths[k], heading.align);
    }
    return without_trailing_blanks(text);
  };
  const std::string titles = line([&](std::size_t c) -> const std::string& { return headings_[c].title; });
  std::string text = style.colour ? "\x1b[1m" + titles + "\x1b[0m\n" : titles + "\n";
  for (const auto& row : rows_) text += line([&](std::size_t c) -> const std::string& { return row[c]; }) + "\n";
  const std::vector<std::string> missing = left_out(style);
  if (missing.empty()) return text;
  return text +
         lines_of(fmt::format("Left out to fit {} columns: {}; {} shows {}.", style.width, fmt::join(missing, ", "),
                              option_mention("wide"), missing.size() == 1 ? "it" : "them"),
                  style);
}

}  // namespace umfi
