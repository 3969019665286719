// What well-formed files mean. Expected cells are read off the text; RFC 4180 says what quotes do.
#include <cmath>
#include <limits>

#include "data/csv_testing.hpp"

namespace umfi {
namespace {

using namespace testing;

TEST(CsvReader, a_plain_file_gives_names_rows_and_numbers) {
  const Table table = parse("a,b\n1,2.5\n-3,4e2\n+5,.5\n");
  EXPECT_EQ(names_of(table), (Strings{"a", "b"}));
  EXPECT_EQ(texts_of(table.column("a")), (Strings{"1", "-3", "5"}));
  EXPECT_EQ(texts_of(table.column("b")), (Strings{"2.5", "400", "0.5"}));
  EXPECT_EQ(table.column("b").kind(), Kind::numeric);
}

TEST(CsvReader, the_last_line_needs_no_line_end) {
  EXPECT_EQ(texts_of(parse("a,b\n1,2\n3,4")[1]), (Strings{"2", "4"}));
}

TEST(CsvReader, quotes_protect_separators_quotes_and_line_ends) {
  const Table table = parse("a,b\n\"x,y\",1\n\"say \"\"hi\"\"\",2\n\"two\nlines\",3\n\"x,y\",4\n");
  EXPECT_EQ(texts_of(table.column("a")), (Strings{"x,y", "say \"hi\"", "two\nlines", "x,y"}));
  EXPECT_EQ(texts_of(table.column("b")), (Strings{"1", "2", "3", "4"}));
}

TEST(CsvReader, quoted_names_and_quoted_numbers_are_names_and_numbers) {
  const Table table = parse("\"a,1\",\"b \"\"x\"\"\"\n\"1\",\" 2.5 \"\n\"3\",\"4\"\n\"5\",\"6\"\n");
  EXPECT_EQ(names_of(table), (Strings{"a,1", "b \"x\""}));
  EXPECT_EQ(table[0].kind(), Kind::numeric);
  EXPECT_EQ(texts_of(table[1]), (Strings{"2.5", "4", "6"}));
}

TEST(CsvReader, a_quote_inside_an_unquoted_field_is_an_ordinary_character) {
  EXPECT_EQ(texts_of(parse("pipe,n\n5\" steel,1\n5\" steel,2\n6\",3\n")[0]),
            (Strings{"5\" steel", "5\" steel", "6\""}));
}

TEST(CsvReader, an_empty_quoted_field_is_missing) {
  EXPECT_EQ(texts_of(parse("a,b\n\"\",1\nx,2\nx,3\n")[0]), (Strings{"NA", "x", "x"}));
}

TEST(CsvReader, comma_semicolon_and_tab_are_detected) {
  const Table expected = parse("a,b,c\n1,2.5,u\n3,4,v\n5,6,u\n");
  expect_same_table(parse("a;b;c\n1;2.5;u\n3;4;v\n5;6;u\n"), expected);
  expect_same_table(parse("a\tb\tc\n1\t2.5\tu\n3\t4\tv\n5\t6\tu\n"), expected);
}

TEST(CsvReader, a_separator_inside_quotes_is_not_counted) {
  const Table table = parse("\"a;1\",\"b;2;3\"\n\"x;y;z\",\"u;v\"\n\"x;y;z\",\"u;v\"\n");
  EXPECT_EQ(names_of(table), (Strings{"a;1", "b;2;3"}));
}

TEST(CsvReader, commas_in_the_labels_of_a_semicolon_file_do_not_mislead) {
  const Table table = parse("place;n\na, b, c;1\na, b, c;2\n");
  EXPECT_EQ(names_of(table), (Strings{"place", "n"}));
}

TEST(CsvReader, a_single_column_needs_no_separator) {
  const Table table = parse("a\n1\n2\n3\n");
  EXPECT_EQ(names_of(table), Strings{"a"});
  EXPECT_EQ(table.rows(), 3U);
}

TEST(CsvReader, windows_line_ends_are_no_part_of_the_last_field) {
  expect_same_table(parse("a,b\r\n1,x\r\n2,x\r\n3,y\r\n"), parse("a,b\n1,x\n2,x\n3,y\n"));
  EXPECT_EQ(texts_of(parse("a,b\r\n1,\"x\r\ny\"\r\n2,\"x\r\ny\"\r\n")[1]), (Strings{"x\r\ny", "x\r\ny"}));
}

TEST(CsvReader, a_byte_order_mark_is_no_part_of_the_first_name) {
  EXPECT_EQ(names_of(parse("\xEF\xBB\xBF"
                           "a,b\n1,2\n")),
            (Strings{"a", "b"}));
  EXPECT_EQ(names_of(parse("\xEF\xBB\xBF\"a,x\",b\n1,2\n")), (Strings{"a,x", "b"}));
}

TEST(CsvReader, each_missing_token_is_missing_among_numbers_and_among_labels) {
  for (const std::string token : {"", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NAN", "?", "null", "NULL",
                                  "Null", " ", " NA ", "\"NA\"", "\" NA \"", "\"\""}) {
    const Table table = parse("n,t\n" + token + "," + token + "\n1,x\n2,x\n3,y\n");
    EXPECT_EQ(table.column("n").kind(), Kind::numeric) << token;
    EXPECT_EQ(texts_of(table.column("n")), (Strings{"NA", "1", "2", "3"})) << token;
    EXPECT_EQ(texts_of(table.column("t")), (Strings{"NA", "x", "x", "y"})) << token;
  }
}

TEST(CsvReader, words_that_only_resemble_missing_tokens_are_labels) {
  for (const std::string word : {"na", "nil", "??", "n"})
    EXPECT_EQ(texts_of(parse("t,n\n" + word + ",1\n" + word + ",2\n")[0]), (Strings{word, word}));
}

TEST(CsvReader, blanks_around_a_field_do_not_count_but_blanks_in_quotes_do) {
  const Table table = parse(" a , b \n x , 1 \nx,2\n\" x\",3\n");
  EXPECT_EQ(names_of(table), (Strings{"a", "b"}));
  EXPECT_EQ(texts_of(table[0]), (Strings{"x", "x", " x"}));
}

TEST(CsvReader, empty_lines_are_skipped_but_still_counted) {
  EXPECT_EQ(parse("a,b\n\n1,2\n\n\n3,4\n\n").rows(), 2U);
  EXPECT_EQ(refusal("a,b\n\n1,2\n\n3\n"), "d.csv, line 5: 1 field where the header has 2");
}

TEST(CsvReader, an_empty_line_in_a_table_of_one_column_is_a_missing_value) {
  EXPECT_EQ(texts_of(parse("a\n1\n\n3\n")[0]), (Strings{"1", "NA", "3"}));
}

TEST(CsvReader, a_row_of_empty_fields_is_a_row_whatever_separates_them) {
  for (const std::string delimiter : {",", ";", "\t"}) {
    const Table table = parse("a" + delimiter + "b\n1" + delimiter + "2\n" + delimiter + "\n3" + delimiter + "4\n");
    EXPECT_EQ(texts_of(table[0]), (Strings{"1", "NA", "3"})) << delimiter;
  }
}

TEST(CsvReader, without_a_header_columns_are_numbered) {
  const Table table = parse("1,x\n2,x\n3,y\n", {.header = false});
  EXPECT_EQ(names_of(table), (Strings{"c1", "c2"}));
  EXPECT_EQ(table.rows(), 3U);
  EXPECT_EQ(texts_of(table[0]), (Strings{"1", "2", "3"}));
}

TEST(CsvReader, infinite_values_are_numbers) {
  const Table table = parse("a\ninf\n-Inf\n1\n");
  EXPECT_EQ(table[0].kind(), Kind::numeric);
  EXPECT_EQ(table[0].values()[0], std::numeric_limits<double>::infinity());
  EXPECT_EQ(table[0].values()[1], -std::numeric_limits<double>::infinity());
}

TEST(CsvReader, a_column_without_any_value_is_left_out_with_a_remark) {
  const Table table = parse("a,b\n1,\n2,NA\n3,?\n");
  EXPECT_EQ(names_of(table), Strings{"a"});
  EXPECT_EQ(remarks_of(table), Strings{"column 'b' has no value in any row: left out"});
}

TEST(CsvReader, names_need_not_be_ascii) {
  EXPECT_EQ(names_of(parse("Höhe,雨\n1,2\n")), (Strings{"Höhe", "雨"}));
}

TEST(CsvReader, a_cancelled_context_stops_the_reading) {
  Context context;
  context.cancelled = [] { return true; };
  EXPECT_THROW(parse_csv("a,b\n1,2\n", "d.csv", {}, context), Interrupted);
}

}  // namespace
}  // namespace umfi
