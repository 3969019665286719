// Dividing a node between its children, with every instruction set, against what the definition says row by row.
#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/distributions.hpp"
#include "forest/split_kernel.hpp"
#include "forest/with_targets.hpp"
#include "forest/owned_column.hpp"

namespace umfi::forest {
namespace {

// Some rows of a table in random order, `first` before all, and those behind them.
std::vector<std::uint32_t> some_rows(std::uint32_t table_rows, std::size_t size, std::uint32_t first, Stream& stream) {
  std::vector<std::uint32_t> rows(table_rows);
  std::iota(rows.begin(), rows.end(), 0U);
  std::swap(rows[0], rows[first]);
  for (std::uint32_t k = 1; k < size + kernel_padding; ++k) std::swap(rows[k], rows[k + stream.below(table_rows - k)]);
  rows.resize(size + kernel_padding);
  return rows;
}

// Room for so many numbers and what may be overwritten behind them, and more on both sides that may not.
template <class T>
class GuardedRoom {
 public:
  explicit GuardedRoom(std::size_t size) : size_(size), all_(guard + size + kernel_padding + guard, untouched) {}
  T* data() { return all_.data() + guard; }
  T operator[](std::size_t i) const { return all_[guard + i]; }
  // Whether only the numbers themselves were written, and up to `behind` more.
  bool is_untouched_elsewhere(std::size_t behind) const {
    const auto is_untouched = [](T value) { return value == untouched; };
    return std::all_of(all_.begin(), all_.begin() + guard, is_untouched) &&
           std::all_of(all_.begin() + static_cast<long>(guard + size_ + behind), all_.end(), is_untouched);
  }

 private:
  static constexpr long guard = 64;
  static constexpr T untouched = 0xabababab;
  std::size_t size_;
  std::vector<T> all_;
};

// A node with half as many out-of-bag rows as in-bag rows, cut at one of its own values, and where it was put.
struct DividedCase {
  const OwnedColumn& column;
  std::vector<std::uint32_t> rows, out_of_bag;
  std::vector<Item> items;
  GuardedRoom<std::uint32_t> to_rows, to_out_of_bag;
  GuardedRoom<Item> to_items;
  std::uint32_t size;
  DividedNode node{};
  Division division;

  DividedCase(const OwnedColumn& of_column, std::uint32_t node_rows, Stream& stream)
      : column(of_column),
        rows(some_rows(table_rows(), node_rows, row_of_largest_value(), stream)),
        out_of_bag(some_rows(table_rows(), node_rows / 2, 0, stream)),
        to_rows(node_rows),
        to_out_of_bag(node_rows / 2),
        to_items(node_rows),
        size(node_rows) {
    for (std::size_t k = 0; k < rows.size(); ++k) items.push_back(stream.bits64());
    // Any row of the node but those with its largest value may be the last on the left.
    std::uint32_t largest = 0;
    for (std::uint32_t k = 0; k < size; ++k) largest = std::max(largest, rank(rows[k]));
    std::uint32_t last = rows[stream.below(size)];
    for (std::uint32_t k = 0; k < size && rank(last) == largest; ++k) last = rows[k];
    node = {{rows.data(), items.data(), size},
            {out_of_bag.data(), out_of_bag.size() - kernel_padding},
            &column.column,
            rank(last),
            column.values[last] + 0.05,
            {to_rows.data(), to_items.data(), to_out_of_bag.data()}};
  }

  std::uint32_t row_of_largest_value() const {
    return static_cast<std::uint32_t>(std::max_element(column.values.begin(), column.values.end()) -
                                      column.values.begin());
  }
  std::uint32_t table_rows() const { return static_cast<std::uint32_t>(column.values.size()); }
  std::uint32_t rank(std::uint32_t row) const { return column.column.rank[row]; }
  bool can_be_cut() const {
    return std::any_of(rows.begin(), rows.begin() + size, [&](auto row) { return rank(row) > node.last_left; });
  }
};

// Rows and their items stand on the side that goes_left says, each once.
template <class GoesLeft>
void expect_in_bag(const DividedCase& given, const GoesLeft& goes_left) {
  std::vector<std::pair<std::uint32_t, Item>> before, after;
  Item left_total = 0;
  for (std::uint32_t k = 0; k < given.size; ++k) {
    before.emplace_back(given.rows[k], given.items[k]);
    after.emplace_back(given.to_rows[k], given.to_items[k]);
    ASSERT_EQ(goes_left(given.to_rows[k]), k < given.division.left_rows) << k;
    if (goes_left(given.rows[k])) left_total += given.items[k];
  }
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  EXPECT_EQ(after, before);
  EXPECT_EQ(given.division.left_total, left_total);
  EXPECT_TRUE(given.to_rows.is_untouched_elsewhere(kernel_padding));
  EXPECT_TRUE(given.to_items.is_untouched_elsewhere(kernel_padding));
}

void expect_out_of_bag(const DividedCase& given) {
  std::vector<std::uint32_t> before(given.node.out_of_bag.begin(), given.node.out_of_bag.end());
  std::vector<std::uint32_t> after;
  for (std::size_t k = 0; k < before.size(); ++k) {
    after.push_back(given.to_out_of_bag[k]);
    ASSERT_EQ(given.column.values[after[k]] <= given.division.threshold, k < given.division.left_out_of_bag) << k;
  }
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  EXPECT_EQ(after, before);
  EXPECT_TRUE(given.to_out_of_bag.is_untouched_elsewhere(kernel_padding));
}

double threshold_by_definition(const DividedCase& given) {
  double low = -INFINITY;
  double high = INFINITY;
  for (std::uint32_t k = 0; k < given.size; ++k) {
    const double value = given.column.values[given.rows[k]];
    if (given.rank(given.rows[k]) <= given.node.last_left)
      low = std::max(low, value);
    else
      high = std::min(high, value);
  }
  return std::midpoint(low, high);
}

// With two values, some, hardly any that are equal, and none.
std::vector<OwnedColumn> columns_of(std::uint32_t table_rows, Stream& stream) {
  std::vector<OwnedColumn> columns;
  std::vector<double> different(table_rows);
  std::iota(different.begin(), different.end(), 0.5);
  shuffle<double>(different, stream);
  columns.push_back(owned_column(std::move(different)));
  for (const std::uint32_t distinct : {2U, 20U, 100'000U}) {
    std::vector<double> values;
    for (std::uint32_t row = 0; row < table_rows; ++row) values.push_back(0.1 * stream.below(distinct));
    columns.push_back(owned_column(std::move(values)));
  }
  return columns;
}

template <class Check>
void for_cases(std::uint32_t table_rows, const Check& check) {
  Stream stream(stream_key({.seed = 12, .purpose = Purpose::simulation}), table_rows);
  const std::vector<OwnedColumn> columns = columns_of(table_rows, stream);
  std::vector<std::uint32_t> sizes{100, 333, 900};
  for (std::uint32_t size = 2; size <= 34; ++size) sizes.push_back(size);
  with_every_target([&] {
    for (const std::uint32_t size : sizes)
      for (const OwnedColumn& column : columns) {
        DividedCase given(column, size, stream);
        if (given.can_be_cut()) check(given);
      }
  });
}

class DivideTables : public testing::TestWithParam<std::uint32_t> {};

TEST_P(DivideTables, an_exact_cut_sends_in_bag_rows_by_rank_and_others_by_the_middle_of_two_values) {
  for_cases(GetParam(), [](DividedCase& given) {
    split_kernels().divide_at_exact_cut(given.node, given.division);
    EXPECT_EQ(given.division.threshold, threshold_by_definition(given));
    expect_in_bag(given, [&](std::uint32_t row) { return given.rank(row) <= given.node.last_left; });
    expect_out_of_bag(given);
  });
}

TEST_P(DivideTables, a_random_cut_sends_all_rows_by_its_threshold) {
  for_cases(GetParam(), [](DividedCase& given) {
    split_kernels().divide_at_random_cut(given.node, given.division);
    EXPECT_EQ(given.division.threshold, given.node.threshold);
    expect_in_bag(given, [&](std::uint32_t row) { return given.column.values[row] <= given.node.threshold; });
    expect_out_of_bag(given);
  });
}

TEST(DivideRows, of_neighbouring_doubles_the_smaller_one_is_the_threshold) {
  const double above = std::nextafter(1.0, 2.0);
  std::vector<double> values(100, 1.0);
  for (std::size_t row = 0; row < values.size(); row += 2) values[row] = above;
  const OwnedColumn column = owned_column(std::move(values));
  Stream stream(stream_key({.seed = 12, .purpose = Purpose::simulation}), 1);
  with_every_target([&] {
    for (const std::uint32_t size : {6U, 14U, 50U}) {
      DividedCase given(column, size, stream);
      split_kernels().divide_at_exact_cut(given.node, given.division);
      EXPECT_EQ(given.division.threshold, 1.0);
      expect_out_of_bag(given);
    }
  });
}

// Two bytes hold the ranks of the first two.
INSTANTIATE_TEST_SUITE_P(DivideRows, DivideTables, testing::Values(1000U, 65'535U, 70'000U));

}  // namespace
}  // namespace umfi::forest
