#include "data/csv_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "data/column_signs.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

bool is_among(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Labels that are all numbers sort as numbers, others alphabetically.
std::vector<std::string> sorted_labels(std::vector<std::string> labels) {
  const bool numeric = std::all_of(labels.begin(), labels.end(), [](const std::string& label) {
    double value = 0;
    return parse_number(label, value);
  });
  std::sort(labels.begin(), labels.end(), [&](const std::string& a, const std::string& b) {
    double x = 0;
    double y = 0;
    if (numeric && parse_number(a, x) && parse_number(b, y) && x != y) return x < y;
    return a < b;
  });
  return labels;
}

std::vector<std::string> ordinal_levels(const OrdinalColumn& ordinal, const LabelColumn& labels) {
  if (ordinal.levels.empty()) return sorted_labels(labels.labels());
  for (const std::string& label : labels.labels())
    if (!is_among(label, ordinal.levels)) throw DataError::unknown_level(ordinal.name, label);
  return ordinal.levels;
}

Column categories(const std::string& name, const LabelColumn& labels) {
  const auto levels = sorted_labels(labels.labels());
  return Column::labels(name, labels.codes_in(levels), levels, Kind::categorical);
}

// Adds the column, or sets it aside where that is remarked.
void add_or_set_aside(Table& table, Column column, std::optional<ColumnRemark> remark) {
  if (remark && remark->is_left_out) return table.set_aside(std::move(column), std::move(*remark));
  if (remark) table.remark(std::move(*remark));
  table.add(std::move(column));
}

}  // namespace

// A column whose labels would all be numbers if commas were points was written with decimal commas; others hold marks
// that people put into numbers.
void ColumnFinisher::refuse_written_numbers(const LabelColumn& labels, const std::string& name) const {
  std::optional<std::size_t> first;
  std::optional<std::size_t> marked;
  for (std::size_t i = 0; i < labels.labels().size(); ++i) {
    double value = 0;
    const std::string& label = labels.labels()[i];
    if (looks_like_decimal_comma(label)) {
      if (!first) first = i;
    } else if (rules_.looks_like_marked_number(label)) {
      if (!marked) marked = i;
    } else if (!rules_.parse_number(label, value)) {
      return;
    }
  }
  if (marked) throw CsvError::marked_number(file_, labels.first_line(*marked), name, labels.labels()[*marked]);
  if (first) throw CsvError::decimal_comma(file_, labels.first_line(*first), name, labels.labels()[*first]);
}

std::vector<double> ColumnFinisher::numbers_in(const LabelColumn& labels) const {
  std::vector<double> values;
  for (const std::string& label : labels.labels()) {
    double value = 0;
    const bool is_number = rules_.parse_number(label, value) && !rules_.is_missing(value);
    values.push_back(is_number ? value : std::nan(""));
  }
  std::vector<double> numbers = labels.codes_in(labels.labels());
  for (double& number : numbers)
    if (!std::isnan(number)) number = values[static_cast<std::size_t>(number)];
  return numbers;
}

std::vector<double> ColumnFinisher::asked_numbers(const std::string& name, const LabelColumn& labels) const {
  std::vector<double> numbers = numbers_in(labels);
  const bool has_number = std::any_of(numbers.begin(), numbers.end(), [](double v) { return !std::isnan(v); });
  if (!has_number && !labels.labels().empty())
    throw UsageError(fmt::format("column '{}' holds no number, but '{}' (line {}); leave it out of {}", name,
                                 labels.labels().front(), labels.first_line(0), option_mention("numeric")));
  return numbers;
}

// What the user said about a column counts, whatever it looks like.
bool ColumnFinisher::add_as_asked(Table& table, const std::string& name, const LabelColumn& labels) const {
  for (const OrdinalColumn& ordinal : options_.ordinal) {
    if (ordinal.name != name) continue;
    const auto levels = ordinal_levels(ordinal, labels);
    table.add(Column::labels(name, labels.codes_in(levels), levels, Kind::ordinal));
    return true;
  }
  const bool is_categorical = is_among(name, options_.categorical);
  const bool is_numeric = is_among(name, options_.numeric);
  if (is_categorical) table.add(categories(name, labels));
  if (is_numeric) table.add(Column::numbers(name, asked_numbers(name, labels)));
  return is_categorical || is_numeric;
}

void ColumnFinisher::add_labels(Table& table, const std::string& name, const LabelColumn& labels) const {
  if (add_as_asked(table, name, labels)) return;
  refuse_written_numbers(labels, name);
  const LabelFacts facts = facts_of(labels, rules_);
  if (facts.present == 0 || are_plain_numbers(facts)) return add_numbers(table, name, numbers_in(labels), {});
  add_or_set_aside(table, categories(name, labels), sign_in_labels(name, labels, facts));
}

void ColumnFinisher::add_numbers(Table& table, const std::string& name, std::vector<double> numbers,
                                 const std::string& missing_word) const {
  std::optional<ColumnRemark> remark = sign_in_numbers(name, numbers);
  if (!remark && !missing_word.empty())
    remark = ColumnRemark{.column = name,
                          .concern = Concern::missing_word,
                          .text = fmt::format("holds '{}' among numbers, which was read as missing", missing_word),
                          .mend = fmt::format("{} reads it as a label", option_mention("categorical", name))};
  numbers.shrink_to_fit();
  add_or_set_aside(table, Column::numbers(name, std::move(numbers)), std::move(remark));
}

}  // namespace umfi
