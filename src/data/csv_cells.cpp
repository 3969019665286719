#include "data/csv_cells.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "data/csv_records.hpp"

namespace umfi {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Of a well-formed number that is not zero: whether its decimal exponent is negative. Neither the digits nor the
// exponent alone tell: 0.000...01e5 may be tiny and 1000...0e-5 huge.
bool is_below_one(std::string_view text) {
  const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
  const std::string_view digits = text.substr(0, mark);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  const double place = static_cast<double>(point) - static_cast<double>(first) - (first < point ? 1 : 0);
  double exponent = 0;  // as a double, since it may have any number of digits
  for (const char c : text.substr(mark))
    if (is_digit(c)) exponent = exponent * 10 + (c - '0');
  const bool is_negative = text.find('-', mark) != std::string_view::npos;
  return place + (is_negative ? -exponent : exponent) < 0;
}

// Three digits and no more.
bool is_group(std::string_view text) {
  return text.size() >= 3 && std::all_of(text.begin(), text.begin() + 3, is_digit) &&
         (text.size() == 3 || !is_digit(text[3]));
}

// Without blanks of typography and marks that part thousands; with an ASCII minus.
std::string without_marks(std::string_view text, char decimal) {
  static constexpr std::array<std::string_view, 3> blanks{"\u00a0", "\u2009", "\u202f"};
  static constexpr std::array<std::string_view, 4> marks{" ", "'", "’", "."};  // the point only beside decimal commas
  constexpr std::string_view minus = "−";
  std::string plain;
  while (!text.empty()) {
    const auto begins = [&](std::string_view part) { return text.starts_with(part); };
    const bool is_minus = begins(minus);
    const auto blank = std::find_if(blanks.begin(), blanks.end(), begins);
    const auto mark = std::find_if(marks.begin(), marks.end() - (decimal == ',' ? 0 : 1), begins);
    const bool parts_digits = mark != marks.end() && begins(*mark) && !plain.empty() && is_digit(plain.back()) &&
                              is_group(text.substr(mark->size()));
    const std::size_t size = is_minus                ? minus.size()
                             : blank != blanks.end() ? blank->size()
                             : parts_digits          ? mark->size()
                                                     : 1;
    if (is_minus)
      plain += '-';
    else if (blank == blanks.end() && !parts_digits)
      plain += text.front();
    text.remove_prefix(size);
  }
  return plain;
}

}  // namespace

bool is_missing_token(std::string_view text) {
  text = trim(text);
  if (text.size() > 4) return false;  // nearly all cells end here
  static constexpr std::array<std::string_view, 13> words{"",     "?",    "NA",   "N/A",  "n/a",  "#N/A", "<NA>",
                                                          "N.A.", "n.a.", "NULL", "null", "Null", "#NA"};
  return std::find(words.begin(), words.end(), text) != words.end() || text == "NaN" || text == "nan" || text == "NAN";
}

bool may_be_missing(std::string_view text) {
  text = trim(text);
  static constexpr std::array<std::string_view, 9> words{"None", "none",    "NONE",    ".",      "-",
                                                         "--",   "missing", "Missing", "MISSING"};
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool parse_number(std::string_view text, double& value) {
  text = trim(text);
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (text.empty() || text.front() == '-') return false;
  }
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (stop != end) return false;
  if (error == std::errc::result_out_of_range) {
    // from_chars leaves the value alone: beyond the largest double, or closer to zero than the smallest.
    const double size = is_below_one(text) ? 0.0 : std::numeric_limits<double>::infinity();
    value = text.front() == '-' ? -size : size;
    return true;
  }
  return error == std::errc{} && !std::isnan(value);
}

bool looks_like_decimal_comma(std::string_view text) {
  text = trim(text);
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || comma == 0 || comma + 1 >= text.size()) return false;
  std::string with_point(text);
  with_point[comma] = '.';
  double value = 0;
  return is_digit(text.front()) && parse_number(with_point, value);
}

bool is_zero_padded(std::string_view text) {
  return text.size() > 1 && text.front() == '0' && std::all_of(text.begin(), text.end(), is_digit);
}

bool loses_digits(std::string_view text, double value) {
  constexpr double exact = 9007199254740992.0;  // 2^53: whole numbers up to here are all there
  if (!(std::abs(value) >= exact) || std::isinf(value)) return false;
  text = trim(text);
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
  if (!std::all_of(text.begin(), text.end(), is_digit)) return false;
  char digits[400];
  const auto written = std::to_chars(digits, digits + sizeof digits, std::abs(value), std::chars_format::fixed, 0);
  return text != std::string_view(digits, static_cast<std::size_t>(written.ptr - digits));
}

CellRules::CellRules(const std::vector<std::string>& na, char decimal) : words_(na), decimal_(decimal) {
  for (const std::string& word : na) {
    double value = 0;
    if (parse_number(word, value)) numbers_.push_back(value);
  }
}

bool CellRules::parse_number(std::string_view text, double& value) const {
  if (decimal_ == '.') return umfi::parse_number(text, value);
  if (text.find('.') != std::string_view::npos) return false;
  std::string with_point(text);
  std::replace(with_point.begin(), with_point.end(), decimal_, '.');
  return umfi::parse_number(with_point, value);
}

bool CellRules::looks_like_marked_number(std::string_view text) const {
  const std::string plain = without_marks(text, decimal_);
  double value = 0;
  return plain != text && parse_number(plain, value);
}

bool CellRules::is_missing(std::string_view text) const {
  return is_missing_token(text) ||
         (!words_.empty() && std::find(words_.begin(), words_.end(), trim(text)) != words_.end());
}

bool CellRules::is_missing(double value) const {
  return !numbers_.empty() && std::find(numbers_.begin(), numbers_.end(), value) != numbers_.end();
}

void LabelColumn::add(std::string_view label, std::size_t line) {
  const auto [entry, is_new] = index_.try_emplace(std::string(label), static_cast<int>(labels_.size()));
  if (is_new) {
    labels_.emplace_back(label);
    first_lines_.push_back(line);
    constexpr std::size_t bytes_beside = 128;  // of two strings, a place in the index and a line
    bytes_of_labels_ += bytes_beside + 2 * label.size();
  }
  codes_.push_back(entry->second);
}

std::vector<std::size_t> LabelColumn::counts() const {
  std::vector<std::size_t> counts(labels_.size(), 0);
  for (const int code : codes_)
    if (code >= 0) ++counts[static_cast<std::size_t>(code)];
  return counts;
}

std::vector<double> LabelColumn::codes_in(const std::vector<std::string>& order) const {
  std::unordered_map<std::string_view, double> place;
  for (std::size_t i = 0; i < order.size(); ++i) place.emplace(order[i], static_cast<double>(i));
  std::vector<double> place_of_label;
  for (const std::string& label : labels_) place_of_label.push_back(place.at(label));
  std::vector<double> cells;
  cells.reserve(codes_.size());
  for (const int code : codes_)
    cells.push_back(code < 0 ? std::nan("") : place_of_label[static_cast<std::size_t>(code)]);
  return cells;
}

}  // namespace umfi
