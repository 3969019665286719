#include "data/csv_cells.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_records.hpp"

namespace umfi {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Not a number: NaN.
double number(const std::string& text) {
  double value = 0;
  return parse_number(text, value) ? value : std::nan("");
}

TEST(CsvCells, numbers_may_have_signs_points_exponents_and_blanks_around) {
  EXPECT_EQ(number("12"), 12);
  EXPECT_EQ(number("+12"), 12);
  EXPECT_EQ(number("-1.5"), -1.5);
  EXPECT_EQ(number(".5"), 0.5);
  EXPECT_EQ(number("5."), 5);
  EXPECT_EQ(number("1e3"), 1000);
  EXPECT_EQ(number("1E-3"), 0.001);
  EXPECT_EQ(number(" \t7 "), 7);
  EXPECT_TRUE(std::signbit(number("-0")));
}

TEST(CsvCells, what_only_begins_like_a_number_is_none) {
  for (const char* text : {"",      " ",  "+",  "-", "++1", "+-1", "--1",  "1x",     "0x10", "1 2",   "1,5",
                           "1.2.3", "1e", "e5", ".", "NA",  "nan", "-nan", "nan(1)", "one",  "1_000", "١"})
    EXPECT_TRUE(std::isnan(number(text))) << text;
}

// Source: IEEE 754; the decimal number nearest to no double but zero or infinity.
TEST(CsvCells, numbers_beyond_the_range_of_a_double_become_infinite_or_zero) {
  EXPECT_EQ(number("1e400"), infinity);
  EXPECT_EQ(number("-1e400"), -infinity);
  EXPECT_EQ(number("1e-400"), 0);
  EXPECT_TRUE(std::signbit(number("-1e-400")));
  EXPECT_EQ(number("1" + std::string(400, '0')), infinity);
  EXPECT_EQ(number("0." + std::string(400, '0') + "1"), 0);
  EXPECT_EQ(number("1" + std::string(400, '0') + "e-5"), infinity);
  EXPECT_EQ(number("0." + std::string(400, '0') + "1e+5"), 0);
  EXPECT_EQ(number("1e" + std::string(50, '9')), infinity);
  EXPECT_EQ(number("1e-" + std::string(50, '9')), 0);
}

TEST(CsvCells, many_digits_are_rounded_correctly) {
  EXPECT_EQ(number("0.1000000000000000055511151231257827"), 0.1);
  EXPECT_EQ(number("1" + std::string(400, '0') + "e-400"), 1);
  EXPECT_EQ(number("4.9406564584124654e-324"), std::numeric_limits<double>::denorm_min());
}

TEST(CsvCells, decimal_commas_are_digits_one_comma_digits) {
  for (const char* text : {"1,5", "-1,5", "+0,25", "12,0", " 3,14 ", "1,5e3", "1,5E-3"})
    EXPECT_TRUE(looks_like_decimal_comma(text)) << text;
  for (const char* text : {"", ",", "1,", ",5", "1,5,2", "a,5", "1,b", "1.2,5", "1 ,5", "--1,5", "1,-5", "inf,5"})
    EXPECT_FALSE(looks_like_decimal_comma(text)) << text;
}

std::vector<std::string> fields_of(std::string_view record) {
  FieldReader reader(record, ',');
  std::vector<std::string> fields;
  std::string_view field;
  while (reader.next(field)) fields.emplace_back(field);
  return fields;
}

TEST(CsvCells, a_record_is_cut_at_separators_outside_quotes) {
  using Fields = std::vector<std::string>;
  EXPECT_EQ(fields_of(""), Fields{""});
  EXPECT_EQ(fields_of("a,,b,"), (Fields{"a", "", "b", ""}));
  EXPECT_EQ(fields_of("\"a,b\",c"), (Fields{"\"a,b\"", "c"}));
  EXPECT_EQ(fields_of("\"a\"\",\"\"b\",c"), (Fields{"\"a\"\",\"\"b\"", "c"}));
  EXPECT_EQ(fields_of("\"\",\"\"\"\",c"), (Fields{"\"\"", "\"\"\"\"", "c"}));
  EXPECT_EQ(fields_of("5\",6\",c"), (Fields{"5\"", "6\"", "c"}));
  // Behind text that follows a closing quote, quotes open nothing.
  EXPECT_EQ(fields_of("\"a\"b\",c"), (Fields{"\"a\"b\"", "c"}));
  EXPECT_EQ(fields_of("\"a\"b\"\",c"), (Fields{"\"a\"b\"\"", "c"}));
}

TEST(CsvCells, labels_are_numbered_as_they_appear_and_recoded_by_an_order) {
  LabelColumn column;
  column.add("b", 2);
  column.add_missing();
  column.add("a", 4);
  column.add("b", 5);
  EXPECT_EQ(column.rows(), 4U);
  EXPECT_EQ(column.labels(), (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(column.first_line(1), 4U);
  EXPECT_EQ(column.counts(), (std::vector<std::size_t>{2, 1}));
  const auto codes = column.codes_in({"a", "b", "c"});
  EXPECT_EQ(codes[0], 1);
  EXPECT_TRUE(std::isnan(codes[1]));
  EXPECT_EQ(codes[2], 0);
  EXPECT_EQ(codes[3], 1);
}

}  // namespace
}  // namespace umfi
