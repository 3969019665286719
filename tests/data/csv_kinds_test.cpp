// Kinds: what is inferred, and how it can be overridden.
#include "data/csv_testing.hpp"

namespace umfi {
namespace {

using namespace testing;

constexpr std::string_view soils = "soil,n\nsand,1\nclay,2\nsand,3\nloam,4\n";

TEST(CsvKinds, numbers_are_numeric_and_two_distinct_numbers_binary) {
  const Table table = parse("a,b\n1,0\n2,1\n3,0\n");
  EXPECT_EQ(table.column("a").kind(), Kind::numeric);
  EXPECT_EQ(table.column("b").kind(), Kind::binary);
  EXPECT_TRUE(table.column("b").levels().empty());
}

TEST(CsvKinds, labels_are_categorical_in_alphabetical_order_and_two_labels_binary) {
  const Table table = parse("soil,wet\nsand,yes\nclay,no\nsand,no\nloam,yes\n");
  EXPECT_EQ(table.column("soil").kind(), Kind::categorical);
  EXPECT_EQ(levels_of(table.column("soil")), (Strings{"clay", "loam", "sand"}));
  EXPECT_EQ(table.column("soil").values()[0], 2);
  EXPECT_EQ(table.column("wet").kind(), Kind::binary);
  EXPECT_EQ(levels_of(table.column("wet")), (Strings{"no", "yes"}));
}

TEST(CsvKinds, one_label_among_numbers_makes_labels_of_all) {
  const Table table = parse("a\n1\n2\nx\n1\n");
  EXPECT_EQ(table[0].kind(), Kind::categorical);
  EXPECT_EQ(texts_of(table[0]), (Strings{"1", "2", "x", "1"}));
}

TEST(CsvKinds, numbers_can_be_made_categories_and_sort_as_numbers) {
  const Table table = parse("code,n\n10,1\n9,2\n10,3\n100,4\n", {.categorical = {"code"}});
  EXPECT_EQ(table.column("code").kind(), Kind::categorical);
  EXPECT_EQ(levels_of(table.column("code")), (Strings{"9", "10", "100"}));
  EXPECT_EQ(texts_of(table.column("code")), (Strings{"10", "9", "10", "100"}));
}

TEST(CsvKinds, labels_made_categories_keep_how_they_are_written) {
  const Table table = parse("code,n\n01,1\n1,2\n1.0,3\n01,4\n", {.categorical = {"code"}});
  EXPECT_EQ(levels_of(table.column("code")), (Strings{"01", "1", "1.0"}));
}

TEST(CsvKinds, an_ordinal_column_without_levels_orders_numbers_as_numbers) {
  const Table table = parse("grade,n\n10,1\n9,2\n10,3\n", {.ordinal = {{.name = "grade", .levels = {}}}});
  EXPECT_EQ(table.column("grade").kind(), Kind::ordinal);
  EXPECT_EQ(levels_of(table.column("grade")), (Strings{"9", "10"}));
}

TEST(CsvKinds, an_ordinal_column_without_levels_orders_text_alphabetically) {
  const Table table = parse(soils, {.ordinal = {{.name = "soil", .levels = {}}}});
  EXPECT_EQ(table.column("soil").kind(), Kind::ordinal);
  EXPECT_EQ(levels_of(table.column("soil")), (Strings{"clay", "loam", "sand"}));
}

TEST(CsvKinds, an_ordinal_column_keeps_the_order_it_is_given) {
  const Table table = parse(soils, {.ordinal = {{.name = "soil", .levels = {"sand", "silt", "loam", "clay"}}}});
  EXPECT_EQ(table.column("soil").kind(), Kind::ordinal);
  EXPECT_EQ(levels_of(table.column("soil")), (Strings{"sand", "silt", "loam", "clay"}));
  const auto values = table.column("soil").values();
  EXPECT_EQ((std::vector<double>(values.begin(), values.end())), (std::vector<double>{0, 3, 0, 2}));
}

TEST(CsvKinds, a_label_that_is_not_among_the_levels_is_named) {
  EXPECT_EQ(refusal(soils, {.ordinal = {{.name = "soil", .levels = {"sand", "clay"}}}}),
            "column 'soil' holds 'loam', which is not among the levels given for it; name every level in order");
}

TEST(CsvKinds, an_override_of_an_unknown_column_names_the_nearest) {
  EXPECT_EQ(refusal(soils, {.categorical = {"soils"}}), "there is no column 'soils' in the data; did you mean 'soil'?");
  EXPECT_EQ(refusal(soils, {.ordinal = {{.name = "depth", .levels = {}}}}), "there is no column 'depth' in the data");
}

TEST(CsvKinds, a_column_cannot_be_both_categorical_and_ordinal) {
  EXPECT_EQ(refusal(soils, {.categorical = {"soil"}, .ordinal = {{.name = "soil", .levels = {}}}}),
            "column 'soil' is asked to be of two kinds");
}

TEST(CsvKinds, text_that_differs_in_every_row_is_an_id_and_left_out_with_a_remark) {
  const Table table = parse("gauge,n\nA1,1\nA2,2\nA3,3\n");
  EXPECT_EQ(names_of(table), Strings{"n"});
  EXPECT_EQ(remarks_of(table), Strings{"column 'gauge' holds different texts in every row, as an id does: left out "
                                       "(categorical=gauge keeps it)"});
}

TEST(CsvKinds, missing_cells_do_not_save_an_id) {
  EXPECT_EQ(names_of(parse("gauge,n\nA1,1\n,2\nA3,3\n")), Strings{"n"});
}

TEST(CsvKinds, an_id_asked_for_as_categorical_or_ordinal_stays_without_a_remark) {
  const std::string text = "gauge,n\nA1,1\nA2,2\nA3,3\n";
  for (const CsvOptions& options : {CsvOptions{.categorical = {"gauge"}}, CsvOptions{.ordinal = {{"gauge", {}}}}}) {
    const Table table = parse(text, options);
    EXPECT_EQ(table.size(), 2U);
    EXPECT_EQ(remarks_of(table), Strings{});
  }
}

TEST(CsvKinds, numbers_that_differ_in_every_row_and_a_single_label_are_no_ids) {
  EXPECT_EQ(parse("a,b\n1,x\n2,\n3,\n").size(), 2U);
}

TEST(CsvKinds, decimal_commas_are_refused_with_advice) {
  EXPECT_EQ(refusal("place;rain;n\na;1,5;1\nb;2,25;2\n"),
            "d.csv, line 2, column 'rain': '1,5' looks like a number with a decimal comma; use decimal=, if "
            "it is one, or categorical=rain if it is a label; commas that part thousands have to go");
  EXPECT_EQ(refusal("rain,n\n1,1\n\"2,25\",2\n"),
            "d.csv, line 3, column 'rain': '2,25' looks like a number with a decimal comma; use decimal=, if "
            "it is one, or categorical=rain if it is a label; commas that part thousands have to go");
}

TEST(CsvKinds, a_decimal_comma_far_down_the_file_is_refused_too) {
  std::string text = "rain;n\n";
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + ";1\n";
  text += "-3,5;1\n";
  EXPECT_EQ(refusal(text),
            "d.csv, line 1002, column 'rain': '-3,5' looks like a number with a decimal comma; use decimal=, if "
            "it is one, or categorical=rain if it is a label; commas that part thousands have to go");
}

TEST(CsvKinds, labels_with_commas_between_digits_pass_where_asked_or_among_other_labels) {
  EXPECT_EQ(parse("pair;n\n1,5;1\n2,5;2\n1,5;3\n", {.categorical = {"pair"}})[0].kind(), Kind::binary);
  EXPECT_EQ(texts_of(parse("pair;n\n1,5;1\nboth;2\n1,5;3\n")[0]), (Strings{"1,5", "both", "1,5"}));
}

}  // namespace
}  // namespace umfi
