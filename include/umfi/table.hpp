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

#include "umfi/remark.hpp"

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
  // The column of these rows only.
  Column rows_of(std::span<const std::uint32_t> rows) const;
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

// Whether a target is predicted as classes unless it is asked otherwise.
inline bool has_classes(const Column& target) {
  return target.kind() == Kind::binary || target.kind() == Kind::categorical;
}

// Columns are shared, never copied: a Table is cheap to copy, and dropping columns costs nothing.
class Table {
 public:
  void add(Column column);
  // Keeps a column that is not to be a feature by itself, and why. It is used where it is asked for by name.
  void set_aside(Column column, ColumnRemark remark);

  std::size_t rows() const { return rows_; }
  std::size_t size() const { return columns_.size(); }
  const Column& operator[](std::size_t index) const { return *columns_[index]; }
  bool has(const std::string& name) const { return index_.contains(name); }
  // Throws UsageError where there is none of that name: it says why a column was left out, or names the nearest one.
  std::size_t index_of(const std::string& name) const;
  // Also one that was set aside.
  const Column& column(const std::string& name) const { return *find(name); }
  // The table of these columns only, in this order. They may have been set aside.
  Table select(std::span<const std::string> names) const;
  // The table without these columns. Those that were left out may be named, too.
  Table drop(std::span<const std::string> names) const;

  // The table of these rows only, copied.
  Table rows_of(std::span<const std::uint32_t> rows) const;

  // What its reader decided or noticed, which stays with selections of columns.
  void remark(ColumnRemark remark) { remarks_.push_back(std::move(remark)); }
  const std::vector<ColumnRemark>& remarks() const { return remarks_; }
  // Why a column of the file is not here; null where it is, or never was.
  const ColumnRemark* left_out(std::string_view name) const;

 private:
  void add(std::shared_ptr<const Column> column);
  void check_new(const Column& column) const;
  // Throws UsageError as index_of.
  std::shared_ptr<const Column> find(const std::string& name) const;

  std::size_t rows_ = 0;
  std::vector<std::shared_ptr<const Column>> columns_;
  std::vector<std::shared_ptr<const Column>> set_aside_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<ColumnRemark> remarks_;
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
