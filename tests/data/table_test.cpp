#include "umfi/table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "umfi/error.hpp"
#include "umfi/nearest_name.hpp"

namespace umfi {
namespace {

const double missing = std::nan("");

Table catchments() {
  Table table;
  table.add(Column::numbers("rain", {3.1, missing, 1.7, 0.2}));
  table.add(Column::labels("soil", {0, 1, 2, missing}, {"clay", "loam", "sand"}));
  table.add(Column::numbers("slope", {1, 2, 3, 4}));
  return table;
}

std::string sentence_of(const auto& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Table, columns_are_found_by_name_and_by_index) {
  const Table table = catchments();
  EXPECT_EQ(table.size(), 3U);
  EXPECT_EQ(table.rows(), 4U);
  EXPECT_TRUE(table.has("soil"));
  EXPECT_FALSE(table.has("Soil"));
  EXPECT_EQ(table.index_of("soil"), 1U);
  EXPECT_EQ(table.column("slope").values()[2], 3);
  EXPECT_EQ(&table.column("soil"), &table[1]);
}

TEST(Table, an_unknown_column_is_answered_with_the_nearest_name) {
  const Table table = catchments();
  EXPECT_EQ(sentence_of([&] { table.column("rian"); }), "there is no column 'rian' in the data; did you mean 'rain'?");
  EXPECT_EQ(sentence_of([&] { table.column("SLOPE"); }),
            "there is no column 'SLOPE' in the data; did you mean 'slope'?");
  EXPECT_EQ(sentence_of([&] { table.column("temperature"); }), "there is no column 'temperature' in the data");
  EXPECT_THROW(table.column("rian"), UsageError);
}

TEST(Table, the_nearest_name_is_the_one_with_the_fewest_typing_errors) {
  const std::vector<std::string_view> names{"elevation", "elevation_mean", "slope"};
  EXPECT_EQ(nearest_name("elevaton", names), "elevation");
  EXPECT_EQ(nearest_name("elevation_meen", names), "elevation_mean");
  EXPECT_EQ(nearest_name("x", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name(std::string(1000, 's'), names), "");
  EXPECT_EQ(nearest_name("slope", {}), "");
}

TEST(Table, a_second_column_of_a_name_or_of_another_length_is_refused) {
  Table table = catchments();
  EXPECT_EQ(sentence_of([&] {
              table.add(Column::numbers("rain", {1, 2, 3, 4}));
            }),
            "the table already has a column 'rain'");
  EXPECT_EQ(sentence_of([&] {
              table.add(Column::numbers("area", {1, 2}));
            }),
            "column 'area' has 2 rows, but the table has 4");
  EXPECT_EQ(table.size(), 3U);
  EXPECT_FALSE(table.has("area"));
}

TEST(Table, selecting_keeps_the_asked_order_and_copies_no_column) {
  const Table table = catchments();
  const std::vector<std::string> names{"slope", "rain"};
  const Table chosen = table.select(names);
  EXPECT_EQ(chosen.size(), 2U);
  EXPECT_EQ(&chosen[0], &table[2]);
  EXPECT_EQ(&chosen.column("rain"), &table[0]);
  EXPECT_THROW(table.select(std::vector<std::string>{"no"}), UsageError);
}

TEST(Table, dropping_keeps_the_other_columns_in_order) {
  const Table table = catchments();
  const Table rest = table.drop(std::vector<std::string>{"soil", "soil"});
  ASSERT_EQ(rest.size(), 2U);
  EXPECT_EQ(&rest[0], &table[0]);
  EXPECT_EQ(&rest[1], &table[2]);
  EXPECT_EQ(rest.index_of("slope"), 1U);
  EXPECT_THROW(table.drop(std::vector<std::string>{"no"}), UsageError);
}

TEST(Table, an_empty_table_has_no_rows) {
  const Table table;
  EXPECT_EQ(table.rows(), 0U);
  EXPECT_EQ(complete_rows(table).size(), 0U);
}

TEST(Table, a_view_of_all_rows_is_the_table_and_a_view_of_some_may_repeat_them) {
  const Table table = catchments();
  const RowView all(table);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all.at(3, 2), 4);
  EXPECT_EQ(&all.table(), &table);
  const RowView some(table, {2, 0, 2});
  ASSERT_EQ(some.size(), 3U);
  EXPECT_EQ(some.at(0, 0), 1.7);
  EXPECT_EQ(some.at(1, 0), 3.1);
  EXPECT_EQ(some.rows()[2], 2U);
}

TEST(Table, complete_rows_are_those_without_any_missing_cell) {
  const Table table = catchments();
  const RowView complete = complete_rows(table);
  ASSERT_EQ(complete.size(), 2U);
  EXPECT_EQ(complete.rows()[0], 0U);
  EXPECT_EQ(complete.rows()[1], 2U);
}

TEST(Column, the_kind_of_numbers_follows_from_how_many_differ) {
  EXPECT_EQ(Column::numbers("x", {1, 2, 3}).kind(), Kind::numeric);
  EXPECT_EQ(Column::numbers("x", {0, 1, missing, 1}).kind(), Kind::binary);
  EXPECT_EQ(Column::numbers("x", {-0.0, 0.0, 5}).kind(), Kind::binary);
  EXPECT_EQ(Column::numbers("x", {7, 7}).kind(), Kind::numeric);
  EXPECT_EQ(Column::numbers("x", {missing}).kind(), Kind::numeric);
  EXPECT_EQ(Column::numbers("x", {}).kind(), Kind::numeric);
  EXPECT_EQ(Column::numbers("x", {0, 1}, Kind::numeric).kind(), Kind::numeric);
}

TEST(Column, two_levels_are_binary_unless_they_are_ordinal) {
  EXPECT_EQ(Column::labels("x", {0, 1}, {"a", "b"}).kind(), Kind::binary);
  EXPECT_EQ(Column::labels("x", {0, 1}, {"a", "b"}, Kind::ordinal).kind(), Kind::ordinal);
  EXPECT_EQ(Column::labels("x", {0, 0}, {"a"}).kind(), Kind::categorical);
  EXPECT_EQ(Column::labels("x", {0, 1}, {"a", "b", "c"}).kind(), Kind::categorical);
}

TEST(Column, only_categories_have_no_order) {
  EXPECT_FALSE(Column::labels("x", {0, 1}, {"a", "b", "c"}).is_ordered());
  EXPECT_TRUE(Column::labels("x", {0, 1}, {"a", "b"}).is_ordered());
  EXPECT_TRUE(Column::labels("x", {0, 1}, {"a", "b", "c"}, Kind::ordinal).is_ordered());
  EXPECT_TRUE(Column::numbers("x", {1, 2, 3}).is_ordered());
}

TEST(Column, a_code_without_a_level_is_refused) {
  for (const double code : {2.0, -1.0, 0.5, std::numeric_limits<double>::infinity()})
    EXPECT_EQ(sentence_of([&] {
                Column::labels("soil", {0, code}, {"a", "b"});
              }),
              "column 'soil' holds a code that is not the index of a level");
}

TEST(Column, cells_as_text_are_labels_or_the_shortest_decimal) {
  const Table table = catchments();
  EXPECT_EQ(table.column("soil").text(2), "sand");
  EXPECT_EQ(table.column("soil").text(3), "");
  EXPECT_EQ(table.column("rain").text(0), "3.1");
  EXPECT_EQ(table.column("rain").text(1), "");
  EXPECT_EQ(table.column("slope").text(0), "1");
  EXPECT_EQ(table.column("slope").text_of(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(table.column("slope").text_of(-1.7976931348623157e308), "-1.7976931348623157e+308");
}

TEST(Column, distinct_values_are_sorted_and_leave_out_missing_ones) {
  const Column column = Column::numbers("x", {3, missing, 1, 3, -2, 1});
  EXPECT_EQ(column.distinct(), (std::vector<double>{-2, 1, 3}));
  EXPECT_EQ(column.count_missing(), 1U);
}

TEST(Column, kinds_have_the_names_that_output_shows) {
  EXPECT_EQ(name_of(Kind::numeric), "numeric");
  EXPECT_EQ(name_of(Kind::ordinal), "ordinal");
  EXPECT_EQ(name_of(Kind::binary), "binary");
  EXPECT_EQ(name_of(Kind::categorical), "categorical");
}

}  // namespace
}  // namespace umfi
