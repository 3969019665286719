// Separators, headers and decimal marks: what is detected, and what can be said instead.
#include "data/csv_testing.hpp"

namespace umfi {
namespace {

using namespace testing;

TEST(CsvHeader, every_separator_is_detected_and_can_be_given) {
  const Strings names{"a", "b", "c"};
  const std::vector<std::pair<std::string, std::string>> files{{"comma", "a,b,c\n1,2.5,x\n3,4,x\n"},
                                                               {"semicolon", "a;b;c\n1;2.5;x\n3;4;x\n"},
                                                               {"tab", "a\tb\tc\n1\t2.5\tx\n3\t4\tx\n"},
                                                               {"pipe", "a|b|c\n1|2.5|x\n3|4|x\n"},
                                                               {"space", "a b  c\n1   2.5 x\n  3 4 x \n"}};
  for (const auto& [separator, text] : files) {
    EXPECT_EQ(names_of(parse(text)), names) << separator;
    const Table table = parse(text, {.separator = separator});
    EXPECT_EQ(names_of(table), names) << separator;
    EXPECT_EQ(texts_of(table.column("b")), (Strings{"2.5", "4"})) << separator;
  }
  EXPECT_EQ(names_of(parse("a:b\n1:2\n3:4\n", {.separator = ":"})), (Strings{"a", "b"}));
  EXPECT_EQ(refusal("a,b\n1,2\n", {.separator = "dot"}),
            "separator takes one character, or one of comma, semicolon, tab, pipe, space, not 'dot'");
}

TEST(CsvHeader, blanks_in_the_text_of_one_column_do_not_part_it) {
  EXPECT_EQ(names_of(parse("place\nNew York\nRome\nNew York\n")), Strings{"place"});
  EXPECT_EQ(names_of(parse("my place\nNew York City\nRome\nRome\n")), Strings{"my place"});
  EXPECT_EQ(texts_of(parse("a b\n\"x y\" 1\n\"x y\" 2\n")[0]), (Strings{"x y", "x y"}));
}

TEST(CsvHeader, decimal_commas_are_read_when_they_are_said_to_be) {
  const Table table = parse("a;b\n1,5;x\n-2,25;x\n3;y\n", {.decimal = ','});
  EXPECT_EQ(texts_of(table.column("a")), (Strings{"1.5", "-2.25", "3"}));
  EXPECT_EQ(
      refusal("a,b\n1,2\n", {.decimal = ','}),
      "fields and decimals cannot both be parted by commas; use a table that is parted otherwise, say by semicolons");
  EXPECT_EQ(refusal("a,b\n1,2\n", {.decimal = '/'}), "decimal takes a point or a comma, not '/'");
}

TEST(CsvHeader, years_are_names_and_lines_of_data_are_asked_about) {
  EXPECT_EQ(refusal("country,1990,1991,1992\nA,1,2,3\nB,2,3,4\n"), "");
  EXPECT_EQ(refusal("wave,400,402,404\na,1,2,3\nb,2,3,4\n"), "");
  EXPECT_NE(refusal("39,State-gov,77516\n50,Private,83311\n38,Private,215646\n"), "");
  EXPECT_NE(refusal("1990,1991,1992\n1,2,3\n"), "");
  EXPECT_EQ(refusal("39,State-gov,77516\n50,Private,83311\n", {.header = false}), "");
  EXPECT_EQ(names_of(parse("1,2\n3,4\n", {.header = true})), (Strings{"1", "2"}));
}

TEST(CsvHeader, a_name_that_begins_as_a_format_does_is_a_name) {
  for (const std::string name : {"PAR1", "BZhb", "RDX2"})
    EXPECT_EQ(names_of(parse(name + ",y\n1,2\n3,5\n")), (Strings{name, "y"})) << name;
}

TEST(CsvHeader, one_number_among_many_names_of_numeric_columns_is_a_name) {
  EXPECT_EQ(refusal("a,b,7\n1,2,3\n4,5,6\n"), "");
}

}  // namespace
}  // namespace umfi
