// The data: named columns of equal length, each of one kind, with missing values kept as missing.
//
// Every cell is a double: a number, or for a column with levels the index of its level. A column is given NaN where a
// cell is missing, and says which cells these are by a mask.
//
//   umfi::Table table;
//   table.add(umfi::Column::numbers("rain", {3.1, 0.2, 1.7}));
//   table.add(umfi::Column::labels("soil", {0, 1, 0}, {"clay", "sand"}));
//   table.column("rain").values();
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace umfi {

enum class Kind : std::uint8_t {
  numeric,      // numbers
  ordinal,      // levels with an order
  binary,       // two levels
  categorical,  // levels without an order
};

std::string_view name_of(Kind kind);

class Column {
 public:
  // A column of numbers; NaN is missing. Two distinct values make it binary unless a kind is given. Numbers that are
  // categories become levels.
  static Column numbers(std::string name, std::vector<double> values);
  static Column numbers(std::string name, std::vector<double> values, Kind kind);
  // A column of level indices (NaN is missing) and the levels' labels. Two levels make it binary.
  static Column labels(std::string name, std::vector<double> codes, std::vector<std::string> levels,
                       Kind kind = Kind::categorical);

  const std::string& name() const { return name_; }
  Kind kind() const { return kind_; }
  std::size_t size() const { return values_.size(); }
  std::span<const double> values() const { return values_; }
  // The labels of the levels; empty where cells are plain numbers.
  std::span<const std::string> levels() const { return levels_; }
  // Whether "smaller" means something: false only for categories without an order.
  bool is_ordered() const { return kind_ != Kind::categorical; }
  std::size_t count_missing() const;
  bool is_missing(std::size_t row) const { return !missing_.empty() && missing_[row] != 0; }
  // Per row whether its cell is missing; empty: none is.
  std::span<const std::uint8_t> missing() const { return missing_; }
  // The distinct values, ascending, missing left out.
  std::vector<double> distinct() const;
  // A cell as text: a label, or the shortest decimal that reads back to the same number; "" if missing.
  std::string text(std::size_t row) const;
  std::string text_of(double value) const;

 private:
  Column(std::string name, Kind kind, std::vector<double> values, std::vector<std::string> levels);
  Column with_numbers_as_levels() const;

  std::string name_;
  Kind kind_;
  std::vector<double> values_;
  std::vector<std::string> levels_;
  std::vector<std::uint8_t> missing_;
};

// Columns are shared, never copied: a Table is cheap to copy, and dropping columns costs nothing.
class Table {
 public:
  void add(Column column);

  std::size_t rows() const { return columns_.empty() ? 0 : columns_.front()->size(); }
  std::size_t size() const { return columns_.size(); }
  const Column& operator[](std::size_t index) const { return *columns_[index]; }
  bool has(const std::string& name) const { return index_.contains(name); }
  // Throws UsageError, naming the nearest column, where there is none of that name.
  std::size_t index_of(const std::string& name) const;
  const Column& column(const std::string& name) const { return *columns_[index_of(name)]; }
  // The table of these columns only, in this order.
  Table select(std::span<const std::string> names) const;
  // The table without these columns.
  Table drop(std::span<const std::string> names) const;

 private:
  void add(std::shared_ptr<const Column> column);

  std::vector<std::shared_ptr<const Column>> columns_;
  std::unordered_map<std::string, std::size_t> index_;
};

// Some rows of a table, without copying it: rows()[k] is the table's row that stands k-th in the view.
class RowView {
 public:
  // All rows.
  explicit RowView(const Table& table);
  RowView(const Table& table, std::vector<std::uint32_t> rows) : table_(&table), rows_(std::move(rows)) {}

  const Table& table() const { return *table_; }
  std::span<const std::uint32_t> rows() const { return rows_; }
  std::size_t size() const { return rows_.size(); }
  double at(std::size_t row, std::size_t column) const { return (*table_)[column].values()[rows_[row]]; }

 private:
  const Table* table_;
  std::vector<std::uint32_t> rows_;
};

// The rows in which no column is missing.
RowView complete_rows(const Table& table);

}  // namespace umfi
