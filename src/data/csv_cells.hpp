// What a CSV field means: a number, a missing value or a label; and columns of labels in the making.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace umfi {

// Empty, NA, NaN, ? and null (in any case where it is not a plausible label); surrounding blanks are ignored.
bool is_missing_token(std::string_view text);

// A number written with a decimal point; surrounding blanks are ignored. Missing tokens are not numbers.
bool parse_number(std::string_view text, double& value);

// Digits, one comma, digits, and perhaps a sign and an exponent.
bool looks_like_decimal_comma(std::string_view text);

// A column of labels while it is read: each label's index in order of appearance.
class LabelColumn {
 public:
  void add(std::string_view label, std::size_t line);
  void add_missing() { codes_.push_back(-1); }

  std::size_t rows() const { return codes_.size(); }
  const std::vector<std::string>& labels() const { return labels_; }
  std::size_t first_line(std::size_t label) const { return first_lines_[label]; }
  bool all_different() const;
  // The cells as indices into `order` (a permutation of the labels, or a superset); NaN where missing.
  std::vector<double> codes_in(const std::vector<std::string>& order) const;

 private:
  std::vector<int> codes_;
  std::vector<std::string> labels_;
  std::vector<std::size_t> first_lines_;
  std::unordered_map<std::string, int> index_;
};

}  // namespace umfi
