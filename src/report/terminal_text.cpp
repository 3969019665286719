#include "umfi/terminal_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace umfi {
namespace {

struct CodePoint {
  char32_t code = 0;
  std::size_t bytes = 1;  // a byte that is not part of a character stands for itself
  bool is_valid = false;
};

// The character that begins at a place.
CodePoint code_at(std::string_view utf8, std::size_t place) {
  const auto first = static_cast<unsigned char>(utf8[place]);
  if (first < 0x80) return {first, 1, true};
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || place + bytes > utf8.size()) return {};
  char32_t code = first & (0x7FU >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    const auto next = static_cast<unsigned char>(utf8[place + k]);
    if ((next & 0xC0U) != 0x80) return {};
    code = code << 6 | (next & 0x3FU);
  }
  return {code, bytes, true};
}

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t size>
bool holds(const std::array<Range, size>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(), [code](Range r) { return code >= r.first && code <= r.last; });
}

// Marks that combine, joiners and selectors of variants: the blocks in use, after Unicode's categories Mn, Me and Cf.
constexpr std::array<Range, 24> no_column{
    {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F}, {0x0670, 0x0670},
     {0x06D6, 0x06DC}, {0x0900, 0x0902}, {0x093A, 0x093A}, {0x093C, 0x093C}, {0x0941, 0x0948}, {0x094D, 0x094D},
     {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200D},
     {0x20D0, 0x20F0}, {0x302A, 0x302D}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF}}};

// Unicode's wide and fullwidth characters, by block.
constexpr std::array<Range, 14> two_columns{{{0x1100, 0x115F},
                                             {0x2E80, 0x303E},
                                             {0x3041, 0x33FF},
                                             {0x3400, 0x4DBF},
                                             {0x4E00, 0x9FFF},
                                             {0xA000, 0xA4CF},
                                             {0xA960, 0xA97F},
                                             {0xAC00, 0xD7A3},
                                             {0xF900, 0xFAFF},
                                             {0xFE30, 0xFE6F},
                                             {0xFF00, 0xFF60},
                                             {0x1F300, 0x1F64F},
                                             {0x1F900, 0x1F9FF},
                                             {0x20000, 0x3FFFD}}};

std::size_t columns_of(const CodePoint& point) {
  if (point.code < 0x300) return 1;
  if (holds(no_column, point.code)) return 0;
  return holds(two_columns, point.code) ? 2 : 1;
}

// Characters that steer a terminal or reorder text although they are no ASCII control characters: C1 controls, marks of
// direction, and separators of lines and paragraphs.
bool is_steering(char32_t code) {
  return (code >= 0x80 && code <= 0x9F) || code == 0x061C || (code >= 0x200E && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

// Lines while words are added to them.
class Lines {
 public:
  Lines(std::size_t width, std::size_t indent) : width_(width), indent_(indent) {}

  void add(std::string_view word) {
    const bool fits_here = column_ == start_ || column_ + 1 + display_width(word) <= width_;
    if (!fits_here) break_line();
    if (column_ > start_) put(" ");
    while (column_ + display_width(word) > width_) {
      const std::string_view part = head_of(word, width_ - std::min(width_, column_));
      if (part.empty()) break;  // not even one character fits
      put(part);
      word.remove_prefix(part.size());
      break_line();
    }
    put(word);
  }
  std::string take() { return text_ + "\n"; }

 private:
  void put(std::string_view part) {
    text_ += part;
    column_ += display_width(part);
  }
  void break_line() {
    text_ += "\n" + std::string(indent_, ' ');
    column_ = start_ = indent_;
  }

  std::size_t width_;
  std::size_t indent_;
  std::string text_;
  std::size_t column_ = 0;
  std::size_t start_ = 0;  // of the words of this line
};

}  // namespace

std::string printable(std::string_view utf8) {
  std::string result;
  for (std::size_t place = 0; place < utf8.size();) {
    const auto byte = static_cast<unsigned char>(utf8[place]);
    const CodePoint point = code_at(utf8, place);
    if (byte < 0x20 || byte == 0x7F || !point.is_valid)
      result += fmt::format("\\x{:02x}", byte);
    else if (point.is_valid && is_steering(point.code))
      result += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(point.code));
    else
      result += utf8.substr(place, point.bytes);
    place += point.bytes;
  }
  return result;
}

std::size_t display_width(std::string_view utf8) {
  std::size_t columns = 0;
  for (std::size_t place = 0; place < utf8.size();) {
    const CodePoint point = code_at(utf8, place);
    columns += columns_of(point);
    place += point.bytes;
  }
  return columns;
}

std::string_view head_of(std::string_view utf8, std::size_t columns) {
  std::size_t place = 0;
  while (place < utf8.size()) {
    const CodePoint point = code_at(utf8, place);
    if (columns_of(point) > columns) break;
    columns -= columns_of(point);
    place += point.bytes;
  }
  return utf8.substr(0, place);
}

std::string wrapped(std::string_view words, std::size_t width, std::size_t indent) {
  Lines lines(width, indent);
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (end > 0) lines.add(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return lines.take();
}

std::string beside(std::string_view label, std::string_view words, std::size_t label_width, std::size_t width) {
  const std::size_t columns = width - std::min(width - 1, label_width);
  const std::string blanks(label_width, ' ');
  const bool has_room = display_width(label) < label_width;
  std::string text(label);
  text += has_room ? blanks.substr(display_width(label)) : "\n" + blanks;
  const std::string lines = wrapped(words, columns);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    text += lines[k];
    const bool is_followed = lines[k] == '\n' && k + 1 < lines.size();
    if (is_followed) text += blanks;
  }
  return text;
}

}  // namespace umfi
