// What a CSV field means: a number, a missing value or a label; and columns of labels in the making.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace umfi {

// Empty, NA, N/A, NaN, ?, null and their like, which are no plausible labels; surrounding blanks are ignored.
bool is_missing_token(std::string_view text);

// None, missing, "." and "-": missing among numbers, but perhaps a label among labels.
bool may_be_missing(std::string_view text);

// A number written with a decimal point; surrounding blanks are ignored. Missing tokens are not numbers.
bool parse_number(std::string_view text, double& value);

// Digits, one comma, digits, and perhaps a sign and an exponent.
bool looks_like_decimal_comma(std::string_view text);

// Digits only, the first of several a zero, as postal codes have it.
bool is_zero_padded(std::string_view text);

// A whole number of which a double holds only the first digits.
bool loses_digits(std::string_view text, double value);

// How the cells of one file are to be understood.
class CellRules {
 public:
  CellRules(const std::vector<std::string>& na, char decimal);

  bool parse_number(std::string_view text, double& value) const;
  // A number but for blanks or a minus of typography, or marks that part thousands.
  bool looks_like_marked_number(std::string_view text) const;
  // By the usual words or by those that the user added.
  bool is_missing(std::string_view text) const;
  // Whether a number stands for a missing value.
  bool is_missing(double value) const;

 private:
  std::vector<std::string> words_;
  std::vector<double> numbers_;
  char decimal_;
};

// A column of labels while it is read: each label's index in order of appearance.
class LabelColumn {
 public:
  void add(std::string_view label, std::size_t line);
  void add_missing() { codes_.push_back(-1); }

  std::size_t rows() const { return codes_.size(); }
  const std::vector<std::string>& labels() const { return labels_; }
  std::size_t first_line(std::size_t label) const { return first_lines_[label]; }
  // Of memory, about.
  std::size_t bytes() const { return codes_.capacity() * sizeof(int) + bytes_of_labels_; }
  // How many cells hold each label.
  std::vector<std::size_t> counts() const;
  // The cells as indices into `order` (a permutation of the labels, or a superset); NaN where missing.
  std::vector<double> codes_in(const std::vector<std::string>& order) const;

 private:
  std::vector<int> codes_;
  std::vector<std::string> labels_;
  std::vector<std::size_t> first_lines_;
  std::unordered_map<std::string, int> index_;
  std::size_t bytes_of_labels_ = 0;
};

}  // namespace umfi
