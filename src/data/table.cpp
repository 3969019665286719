#include "umfi/table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "umfi/error.hpp"
#include "umfi/nearest_name.hpp"

namespace umfi {
namespace {

bool has_two_distinct_values(std::span<const double> values) {
  double first = std::nan("");
  double second = first;
  for (const double value : values) {
    if (std::isnan(value) || value == first || value == second) continue;
    if (std::isnan(first)) {
      first = value;
    } else if (std::isnan(second)) {
      second = value;
    } else {
      return false;
    }
  }
  return !std::isnan(second);
}

}  // namespace

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::numeric: return "numeric";
    case Kind::ordinal: return "ordinal";
    case Kind::binary: return "binary";
    case Kind::categorical: return "categorical";
  }
  return {};
}

Column::Column(std::string name, Kind kind, std::vector<double> values, std::vector<std::string> levels)
    : name_(std::move(name)), kind_(kind), values_(std::move(values)), levels_(std::move(levels)) {
  const auto is_nan = [](double value) { return std::isnan(value); };
  if (std::none_of(values_.begin(), values_.end(), is_nan)) return;
  missing_.resize(values_.size());
  std::transform(values_.begin(), values_.end(), missing_.begin(), is_nan);
}

Column Column::numbers(std::string name, std::vector<double> values) {
  const Kind kind = has_two_distinct_values(values) ? Kind::binary : Kind::numeric;
  return numbers(std::move(name), std::move(values), kind);
}

Column Column::numbers(std::string name, std::vector<double> values, Kind kind) {
  Column column(std::move(name), kind, std::move(values), {});
  return kind == Kind::categorical ? column.with_numbers_as_levels() : column;
}

Column Column::with_numbers_as_levels() const {
  const std::vector<double> numbers = distinct();
  std::vector<std::string> labels;
  for (const double number : numbers) labels.push_back(text_of(number));
  std::vector<double> codes;
  for (const double value : values_) {
    const auto place = std::lower_bound(numbers.begin(), numbers.end(), value) - numbers.begin();
    codes.push_back(std::isnan(value) ? value : static_cast<double>(place));
  }
  return {name_, Kind::categorical, std::move(codes), std::move(labels)};
}

Column Column::labels(std::string name, std::vector<double> codes, std::vector<std::string> levels, Kind kind) {
  for (const double code : codes) {
    const bool known =
        std::isnan(code) || (code >= 0 && code < static_cast<double>(levels.size()) && code == std::floor(code));
    if (!known) throw DataError("column '" + name + "' holds a code that is not the index of a level");
  }
  if (kind == Kind::categorical && levels.size() == 2) kind = Kind::binary;
  return {std::move(name), kind, std::move(codes), std::move(levels)};
}

std::size_t Column::count_missing() const {
  return static_cast<std::size_t>(std::count(missing_.begin(), missing_.end(), 1));
}

std::vector<double> Column::distinct() const {
  std::vector<double> sorted;
  std::copy_if(values_.begin(), values_.end(), std::back_inserter(sorted), [](double v) { return !std::isnan(v); });
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

Column Column::rows_of(std::span<const std::uint32_t> rows) const {
  std::vector<double> values;
  values.reserve(rows.size());
  for (const std::uint32_t row : rows) values.push_back(values_[row]);
  return {name_, kind_, std::move(values), levels_};
}

std::string Column::text(std::size_t row) const {
  return text_of(values_[row]);
}

std::string Column::text_of(double value) const {
  if (std::isnan(value)) return {};
  if (!levels_.empty()) return levels_[static_cast<std::size_t>(value)];
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

void Table::add(Column column) {
  add(std::make_shared<const Column>(std::move(column)));
}

void Table::check_new(const Column& column) const {
  const bool is_first = columns_.empty() && set_aside_.empty();
  if (!is_first && column.size() != rows()) throw DataError::length_mismatch(column.name(), column.size(), rows());
}

void Table::add(std::shared_ptr<const Column> column) {
  check_new(*column);
  rows_ = column->size();
  if (!index_.emplace(column->name(), columns_.size()).second) throw DataError::duplicate_column(column->name());
  columns_.push_back(std::move(column));
}

void Table::set_aside(Column column, ColumnRemark remark) {
  check_new(column);
  rows_ = column.size();
  set_aside_.push_back(std::make_shared<const Column>(std::move(column)));
  remarks_.push_back(std::move(remark));
}

std::shared_ptr<const Column> Table::find(const std::string& name) const {
  for (const auto& column : set_aside_)
    if (column->name() == name) return column;
  return columns_[index_of(name)];
}

std::size_t Table::index_of(const std::string& name) const {
  const auto found = index_.find(name);
  if (found != index_.end()) return found->second;
  if (const ColumnRemark* const remark = left_out(name)) throw UsageError(sentence_of(*remark));
  std::vector<std::string_view> names;
  for (const auto& column : columns_) names.push_back(column->name());
  throw UsageError::unknown_column(name, nearest_name(name, names));
}

const ColumnRemark* Table::left_out(std::string_view name) const {
  for (const ColumnRemark& remark : remarks_)
    if (remark.is_left_out && remark.column == name) return &remark;
  return nullptr;
}

Table Table::select(std::span<const std::string> names) const {
  Table result;
  result.remarks_ = remarks_;
  result.rows_ = rows_;
  for (const std::string& name : names) result.add(find(name));
  return result;
}

Table Table::drop(std::span<const std::string> names) const {
  std::vector<bool> dropped(columns_.size(), false);
  for (const std::string& name : names)
    if (left_out(name) == nullptr) dropped[index_of(name)] = true;
  Table result;
  result.remarks_ = remarks_;
  result.rows_ = rows_;
  result.set_aside_ = set_aside_;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (!dropped[i]) result.add(columns_[i]);
  return result;
}

Table Table::rows_of(std::span<const std::uint32_t> rows) const {
  Table result;
  for (const auto& column : columns_) result.add(column->rows_of(rows));
  return result;
}

RowView::RowView(const Table& table) : table_(&table), rows_(table.rows()) {
  std::iota(rows_.begin(), rows_.end(), 0U);
}

RowView complete_rows(const Table& table) {
  std::vector<std::uint32_t> rows;
  std::vector<bool> complete(table.rows(), true);
  for (std::size_t column = 0; column < table.size(); ++column) {
    const auto missing = table[column].missing();
    for (std::size_t row = 0; row < missing.size(); ++row)
      if (missing[row] != 0) complete[row] = false;
  }
  for (std::size_t row = 0; row < table.rows(); ++row)
    if (complete[row]) rows.push_back(static_cast<std::uint32_t>(row));
  return {table, std::move(rows)};
}

}  // namespace umfi
