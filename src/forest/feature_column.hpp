// One feature as split searches need it, and sets of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace umfi::forest {

// A number per row, in two bytes each (*narrow*) where they hold all of them and the number of rows, in four otherwise.
class RowNumbers {
 public:
  static constexpr bool are_narrow(std::size_t rows, std::uint32_t largest = 0) {
    return std::max<std::size_t>(rows, largest) <= std::numeric_limits<std::uint16_t>::max();
  }

  RowNumbers() = default;
  // All zero; none will exceed `largest`.
  RowNumbers(std::size_t rows, std::uint32_t largest = 0) {
    are_narrow(rows, largest) ? narrow_.resize(rows) : wide_.resize(rows);
  }

  bool is_empty() const { return narrow_.empty() && wide_.empty(); }
  bool is_narrow() const { return wide_.empty(); }
  std::size_t size() const { return is_narrow() ? narrow_.size() : wide_.size(); }
  std::uint32_t operator[](std::size_t row) const { return is_narrow() ? narrow_[row] : wide_[row]; }

  // Calls visit with the numbers, as a span of two-byte or of four-byte ones.
  template <class Visit>
  auto visit(const Visit& visit) const {
    return is_narrow() ? visit(std::span(narrow_)) : visit(std::span(wide_));
  }
  template <class Visit>
  auto visit(const Visit& visit) {
    return is_narrow() ? visit(std::span(narrow_)) : visit(std::span(wide_));
  }
  // Number must be the type they have.
  template <class Number>
  const Number* data() const {
    if constexpr (std::is_same_v<Number, std::uint16_t>)
      return narrow_.data();
    else
      return wide_.data();
  }

 private:
  std::vector<std::uint16_t> narrow_;
  std::vector<std::uint32_t> wide_;
};

// Small tables, whose columns keep their rows in order.
inline constexpr std::size_t most_ordered_rows = 1023;
inline constexpr std::size_t order_block = 64;

// Ordered: `rank` numbers the distinct values from 0 in ascending order. Categories: `rank` is the level.
struct FeatureColumn {
  std::span<const double> values;  // per row
  RowNumbers rank;                 // per row
  // Where few rows share a rank and ranks are narrow: the rows numbered by ascending rank, one number each. Otherwise
  // empty.
  RowNumbers place = {};
  // Ordered columns of small tables: the rows by ascending rank, then an invalid row, up to whole blocks.
  // Otherwise empty.
  std::vector<std::uint16_t> order = {};
  std::uint32_t distinct = 0;  // number of ranks, or of levels
  bool is_ordered = true;
  bool is_constant = false;  // only one value: never a candidate
  // Few values, so that it is often constant in a node. Such a draw is not counted: where most features are discrete,
  // half of all nodes would end by chance.
  bool is_discrete = false;

  bool has_ties() const { return distinct < rank.size(); }
  bool has_order() const { return !order.empty(); }
  // Whether each row has a place of its own in the column's order: its rank, or `place`.
  bool has_places() const { return !has_ties() || !place.is_empty(); }
};

// Ranks the column's values, which are not copied. NaN gets rank 0: such rows must not take part. Where it is known,
// `order` lists the other rows nearly by ascending value, which makes ranking faster.
FeatureColumn rank_column(std::span<const double> values, bool is_ordered, std::span<const std::uint32_t> order = {});
// The same without ranks, for searches that look at values only.
FeatureColumn value_column(std::span<const double> values);

// The features a forest may split on. Their indices key the random streams, so a feature's place matters.
class FeatureView {
 public:
  explicit FeatureView(std::vector<const FeatureColumn*> columns) : columns_(std::move(columns)) {
    for (const FeatureColumn* column : columns_) candidates_ += column->is_constant ? 0 : 1;
  }

  std::size_t size() const { return columns_.size(); }
  // How many of them can be split on at all.
  std::size_t candidates() const { return candidates_; }
  const FeatureColumn& operator[](std::size_t index) const { return *columns_[index]; }

 private:
  std::vector<const FeatureColumn*> columns_;
  std::size_t candidates_ = 0;
};

}  // namespace umfi::forest
