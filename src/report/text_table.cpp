#include "report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace umfi {
namespace {

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80;
}

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(cell)), ' ');
  return align == Align::left ? cell + blanks : blanks + cell;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// The first bytes that show `columns` columns.
std::string_view head(std::string_view utf8, std::size_t columns) {
  std::size_t byte = 0;
  while (byte < utf8.size() && (columns > 0 || is_continuation(utf8[byte]))) {
    if (!is_continuation(utf8[byte])) --columns;
    ++byte;
  }
  return utf8.substr(0, byte);
}

}  // namespace

std::size_t display_width(std::string_view utf8) {
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) { return !is_continuation(c); }));
}

namespace {

// Characters that steer a terminal or reorder text although they are no ASCII control characters: C1 controls, marks of
// direction, and separators of lines and paragraphs.
bool is_steering(char32_t code) {
  return (code >= 0x80 && code <= 0x9F) || code == 0x061C || (code >= 0x200E && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

// The code point of two or three bytes that begins here, and how many bytes it has; 0 where there is none.
std::pair<char32_t, std::size_t> short_code_at(std::string_view utf8, std::size_t place) {
  const auto byte = [&](std::size_t k) {
    return place + k < utf8.size() ? static_cast<unsigned char>(utf8[place + k]) : 0U;
  };
  const auto is_part = [&](std::size_t k) { return (byte(k) & 0xC0U) == 0x80U; };
  if ((byte(0) & 0xE0U) == 0xC0U && is_part(1)) return {(byte(0) & 0x1FU) << 6 | (byte(1) & 0x3FU), 2};
  if ((byte(0) & 0xF0U) == 0xE0U && is_part(1) && is_part(2))
    return {(byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU), 3};
  return {0, 0};
}

}  // namespace

std::string printable(std::string_view utf8) {
  std::string result;
  for (std::size_t place = 0; place < utf8.size(); ++place) {
    const auto byte = static_cast<unsigned char>(utf8[place]);
    const auto [code, bytes] = short_code_at(utf8, place);
    if (byte < 0x20 || byte == 0x7F) {
      result += fmt::format("\\x{:02x}", byte);
    } else if (bytes > 0 && is_steering(code)) {
      result += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
      place += bytes - 1;
    } else {
      result += utf8[place];
    }
  }
  return result;
}

std::string shortened(const std::string& utf8, std::size_t width) {
  const std::size_t columns = display_width(utf8);
  if (columns <= width || width < 3) return utf8;
  const std::size_t tail = (width - 1) / 2;
  const std::string_view skipped = head(utf8, columns - tail);
  return std::string(head(utf8, width - 1 - tail)) + "…" + utf8.substr(skipped.size());
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
  const auto eighths = static_cast<std::size_t>(share * static_cast<double>(width) * 8 + 0.5);
  std::string line;
  for (std::size_t k = 0; k < eighths / 8; ++k) line += "█";
  return line + parts[eighths % 8];
}

std::string TextTable::text(bool colour) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < headings_.size(); ++c) {
    std::size_t width = display_width(headings_[c].title);
    for (const auto& row : rows_) width = std::max(width, display_width(row[c]));
    widths.push_back(width);
  }
  const auto line = [&](const auto& cell_of) {
    std::string text;
    for (std::size_t c = 0; c < headings_.size(); ++c)
      text += (c > 0 ? "  " : "") + padded(cell_of(c), widths[c], headings_[c].align);
    return without_trailing_blanks(text);
  };
  const std::string titles = line([&](std::size_t c) { return headings_[c].title; });
  std::string text = colour ? "\x1b[1m" + titles + "\x1b[0m\n" : titles + "\n";
  for (const auto& row : rows_) text += line([&](std::size_t c) { return row[c]; }) + "\n";
  return text;
}

}  // namespace umfi
