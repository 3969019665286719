#include "data/date_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

namespace umfi {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// The text as a pattern: a run of digits becomes 'd', a word 'w', anything else stays.
struct Pattern {
  std::string shape;
  std::vector<std::string_view> runs;  // of digits and words, in order
};

Pattern pattern_of(std::string_view text) {
  Pattern pattern;
  for (std::size_t k = 0; k < text.size();) {
    const bool is_run = is_digit(text[k]) || is_letter(text[k]);
    if (!is_run) {
      pattern.shape += text[k++];
      continue;
    }
    const bool digits = is_digit(text[k]);
    std::size_t end = k;
    while (end < text.size() && (digits ? is_digit(text[end]) : is_letter(text[end]))) ++end;
    pattern.shape += digits ? 'd' : 'w';
    pattern.runs.push_back(text.substr(k, end - k));
    k = end;
  }
  return pattern;
}

int number_of(std::string_view digits) {
  int number = 0;
  for (const char c : digits.substr(0, 4)) number = 10 * number + (c - '0');
  return number;
}

bool is_month_name(std::string_view word) {
  static constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                           "jul", "aug", "sep", "oct", "nov", "dec"};
  std::string begin(word.substr(0, 3));
  std::transform(begin.begin(), begin.end(), begin.begin(), [](unsigned char c) { return std::tolower(c); });
  return word.size() >= 3 && word.size() <= 9 && std::find(months.begin(), months.end(), begin) != months.end();
}

bool is_day(int day) {
  return day >= 1 && day <= 31;
}

// Three numbers of a date in any of the usual orders: year first, or last with two or four digits.
bool is_date(std::string_view a, std::string_view b, std::string_view c) {
  const auto is_short = [](std::string_view digits) { return digits.size() <= 2; };
  const bool has_short_ends = is_short(b) && is_day(number_of(b));
  if (a.size() == 4) return has_short_ends && is_short(c) && number_of(b) <= 12 && is_day(number_of(c));
  const bool is_year = c.size() == 4 || c.size() == 2;
  return is_year && is_short(a) && has_short_ends && is_day(number_of(a)) && (number_of(a) <= 12 || number_of(b) <= 12);
}

bool is_date(std::string_view text) {
  const Pattern pattern = pattern_of(text);
  const auto& [shape, runs] = pattern;
  if (shape == "d-d-d" || shape == "d/d/d" || shape == "d.d.d") return is_date(runs[0], runs[1], runs[2]);
  if (shape == "d-w-d" || shape == "d w d" || shape == "d/w/d" || shape == "d. w d") return is_month_name(runs[1]);
  if (shape == "w d, d" || shape == "w d d") return is_month_name(runs[0]);
  return (shape == "d-d" || shape == "d/d") && runs[0].size() == 4 && runs[1].size() == 2 && number_of(runs[1]) >= 1 &&
         number_of(runs[1]) <= 12;  // a month of a year
}

// Hours, minutes, and perhaps seconds, AM or PM, and a time zone.
bool is_time(std::string_view text) {
  const Pattern pattern = pattern_of(text);
  const auto& [shape, runs] = pattern;
  static constexpr std::array<std::string_view, 14> shapes{
      "d:d",       "d:d:d",    "d:d:d.d", "d:d w",     "d:dw",      "d:d:d w",     "d:d:dw",
      "d:d:d.d w", "d:d:d.dw", "d:d+d:d", "d:d:d+d:d", "d:d:d-d:d", "d:d:d.d+d:d", "d:d:d,d"};
  const bool has_shape = std::find(shapes.begin(), shapes.end(), shape) != shapes.end();
  return has_shape && runs[0].size() <= 2 && runs[1].size() == 2 && number_of(runs[0]) < 25 && number_of(runs[1]) < 60;
}

}  // namespace

bool is_date_or_time(std::string_view text) {
  if (text.size() < 4 || text.size() > 40) return false;
  if (is_date(text) || is_time(text)) return true;
  const std::size_t blank = text.rfind(' ');
  for (const std::size_t place : {text.find(' '), text.find('T'), blank})
    if (place != std::string_view::npos && is_date(text.substr(0, place)) && is_time(text.substr(place + 1)))
      return true;
  return false;
}

}  // namespace umfi
