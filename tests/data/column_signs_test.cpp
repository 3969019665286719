// Columns that are not what their cells suggest: what is left out, what is remarked upon, and what is not.
#include <fmt/format.h>

#include <functional>

#include "data/csv_testing.hpp"

namespace umfi {
namespace {

using namespace testing;

// A table of a column with these cells and one of plain numbers.
std::string column_of(const std::string& name, const std::function<std::string(int)>& cell, int rows = 40) {
  std::string text = name + ",plain\n";
  for (int row = 0; row < rows; ++row) text += fmt::format("{},{}\n", cell(row), row % 7 + 0.5);
  return text;
}

struct Sign {
  std::string what;
  std::string text;
  Concern concern;
  bool is_left_out;
  std::string sentence;
};

std::vector<Sign> signs() {
  const auto number = [](int row) { return fmt::format("{}", (row * 37 % 11) + 100); };
  const auto numbers_but = [&](std::string other, int place) {
    return [=](int row) { return row == place ? other : number(row); };
  };
  return {
      {"row numbers", column_of("n", [](int row) { return fmt::format("{}", row + 1); }), Concern::row_number, true,
       "column 'n' counts the rows from 1 to 40: left out (numeric=n keeps it)"},
      {"row numbers from 0", column_of("n", [](int row) { return fmt::format("{}", row); }), Concern::row_number, true,
       "column 'n' counts the rows from 0 to 39: left out (numeric=n keeps it)"},
      {"an id of numbers", column_of("gauge_id", [](int row) { return fmt::format("{}", 9000 - 7 * row); }),
       Concern::id, true,
       "column 'gauge_id' holds a different whole number in every row and is called like an id: left out "
       "(numeric=gauge_id keeps it)"},
      {"an id that repeats", column_of("patientId", [](int row) { return fmt::format("{}", row / 4 + 70); }),
       Concern::id, false,
       "column 'patientId' is called like an id, and its numbers are used as a quantity (categorical=patientId, or "
       "drop=patientId)"},
      {"a code of numbers", column_of("zip_code", number), Concern::code, false,
       "column 'zip_code' is called like a code, and its numbers are used as a quantity (categorical=zip_code, or "
       "drop=zip_code)"},
      {"zeros in front", column_of("huc", [](int row) { return fmt::format("{:02}", row % 4 + 8); }), Concern::code,
       false,
       "column 'huc' holds codes with zeros in front, such as '08': read as categories (numeric=huc reads it as "
       "numbers)"},
      {"zeros in front, different", column_of("gauge", [](int row) { return fmt::format("{:08}", 1022500 + row); }),
       Concern::code, true,
       "column 'gauge' holds different codes in every row with zeros in front, such as '01022500': left out "
       "(numeric=gauge reads it as numbers)"},
      {"more digits than a number holds",
       column_of("big", [](int row) { return fmt::format("900719925474099{}", row % 2 == 0 ? 3 : 1); }),
       Concern::long_integer, false,
       "column 'big' holds whole numbers of more digits than can be computed with, such as '9007199254740993' (line "
       "2): "
       "read as categories (numeric=big reads it as numbers)"},
      {"near-unique text", column_of("name", [](int row) { return fmt::format("car {}", row % 30); }), Concern::id,
       true, "column 'name' holds 30 different texts in 40 rows, as an id does: left out (categorical=name keeps it)"},
      {"dates", column_of("day", [](int row) { return fmt::format("2011-01-{:02}", row % 28 + 1); }), Concern::date,
       true,
       "column 'day' holds dates or times, such as '2011-01-01': left out (make numbers of it, such as year, month or "
       "hour; categorical=day keeps it as categories)"},
      {"few dates", column_of("day", [](int row) { return fmt::format("{}.3.2020", row % 2 + 1); }), Concern::date,
       true,
       "column 'day' holds dates or times, such as '1.3.2020': left out (make numbers of it, such as year, month or "
       "hour; categorical=day keeps it as categories)"},
      {"dates as numbers", column_of("day", [](int row) { return fmt::format("201101{:02}", row % 28 + 1); }),
       Concern::date, false, "column 'day' holds dates such as 20110101, used as a quantity (drop=day leaves it out)"},
      {"one label among numbers", column_of("pop", numbers_but("abc", 17)), Concern::almost_numbers, false,
       "column 'pop' holds numbers, but for 1 of 40 cells, such as 'abc' (line 19): read as categories (numeric=pop "
       "reads "
       "it as numbers, and what is none as missing)"},
      {"a word for missing among numbers", column_of("pop", numbers_but("None", 3)), Concern::missing_word, false,
       "column 'pop' holds 'None' among numbers, which was read as missing (categorical=pop reads it as a label)"},
      {"a dash among numbers", column_of("pop", numbers_but("-", 3)), Concern::missing_word, false,
       "column 'pop' holds '-' among numbers, which was read as missing (categorical=pop reads it as a label)"},
      {"a word for missing among labels",
       column_of("alley", [](int row) { return std::string(row % 3 == 0   ? "None"
                                                           : row % 3 == 1 ? "Grvl"
                                                                          : "Pave"); }),
       Concern::missing_word, false,
       "column 'alley' holds the label 'None' (line 2), which may stand for a missing value (na=None reads it so)"},
      {"a number for missing", column_of("rain", numbers_but("-9999", 5)), Concern::sentinel, false,
       "column 'rain' holds -9999 in 1 row, which often stands for a missing value (na=-9999 reads it so)"},
      {"many levels", column_of("town", [](int row) { return fmt::format("town {}", row % 18); }), Concern::many_levels,
       false, "column 'town' holds 18 categories in 40 rows, which blurs all scores (drop=town leaves it out)"},
      {"one value", column_of("unit", [](int) { return std::string("3"); }), Concern::constant, false,
       "column 'unit' has only one value and cannot matter"},
      {"one label", column_of("unit", [](int) { return std::string("mm"); }), Concern::constant, false,
       "column 'unit' has only one value and cannot matter"},
      {"no name", column_of("", number), Concern::unnamed, false,
       "column 'c1' has no name in the file; it is column 1"},
  };
}

TEST(ColumnSigns, every_sign_is_remarked_upon_with_the_option_that_mends_it) {
  for (const Sign& sign : signs()) {
    const Table table = parse(sign.text);
    EXPECT_EQ(remarks_of(table), Strings{sign.sentence}) << sign.what;
    if (table.remarks().size() != 1) continue;
    EXPECT_EQ(table.remarks()[0].concern, sign.concern) << sign.what;
    EXPECT_EQ(table.remarks()[0].is_left_out, sign.is_left_out) << sign.what;
    EXPECT_EQ(table.size(), sign.is_left_out ? 1U : 2U) << sign.what;
  }
}

TEST(ColumnSigns, ordinary_columns_are_not_remarked_upon) {
  const std::vector<std::string> texts{
      column_of("year", [](int row) { return fmt::format("{}", 1980 + row); }),
      column_of("population", [](int row) { return fmt::format("{}", 1000 + 17 * row); }),
      column_of("share", [](int row) { return fmt::format("0.{}", row % 5); }),
      column_of("strand", [](int row) { return std::string(row % 2 == 0 ? "+" : "-"); }),
      column_of("depth", [](int row) { return fmt::format("{}", -row % 17 - 990); }),
      column_of("soil", [](int row) { return fmt::format("soil {}", row % 4); }),
      column_of("mixed", [](int row) { return row % 2 == 0 ? fmt::format("{}", row % 3) : std::string("low"); }),
      column_of("ratio", [](int row) { return fmt::format("{}:{}", row % 3, row % 2); }),
      column_of("wide",
                [](int row) { return fmt::format("{}", row == 4 ? "007" : fmt::format("{}", row * 31 % 200 + 10)); }),
      column_of("exact",
                [](int row) { return fmt::format("{}", (1ULL << 60) * static_cast<unsigned long long>(row % 3)); }),
  };
  for (const std::string& text : texts) {
    const Table table = parse(text);
    EXPECT_EQ(remarks_of(table), Strings{}) << text.substr(0, 60);
    EXPECT_EQ(table.size(), 2U);
  }
}

TEST(ColumnSigns, what_the_user_says_about_a_column_counts) {
  const std::string ids = column_of("n", [](int row) { return fmt::format("{}", row + 1); });
  EXPECT_EQ(parse(ids, {.numeric = {"n"}}).column("n").values()[39], 40);
  EXPECT_EQ(remarks_of(parse(ids, {.numeric = {"n"}})), Strings{});
  const std::string dates = column_of("day", [](int row) { return fmt::format("2011-01-{:02}", row % 28 + 1); });
  EXPECT_EQ(parse(dates, {.categorical = {"day"}}).column("day").kind(), Kind::categorical);
  const std::string big =
      column_of("big", [](int row) { return fmt::format("900719925474099{}", row % 2 == 0 ? 3 : 1); });
  EXPECT_EQ(parse(big, {.numeric = {"big"}}).column("big").levels().size(), 0U);
}

TEST(ColumnSigns, numbers_with_a_label_among_them_become_numbers_when_asked) {
  const Table table = parse("a,b\n1,x\nabc,y\n3,x\n", {.numeric = {"a"}});
  EXPECT_EQ(texts_of(table.column("a")), (Strings{"1", "NA", "3"}));
}

TEST(ColumnSigns, more_words_for_missing_can_be_given_and_numbers_match_as_numbers) {
  const Table table = parse("a,b\n-9999,x\n2,none\n-9999.0,x\n4,y\n5,y\n", {.na = {"-9999", "none"}});
  EXPECT_EQ(texts_of(table.column("a")), (Strings{"NA", "2", "NA", "4", "5"}));
  EXPECT_EQ(texts_of(table.column("b")), (Strings{"x", "NA", "x", "y", "y"}));
  EXPECT_EQ(remarks_of(table), Strings{});
}

TEST(ColumnSigns, a_column_that_was_left_out_may_be_dropped_and_says_why_it_is_not_there) {
  const Table table = parse("gauge,n,m\nA1,1,5\nA2,2,6\nA3,3,7\n");
  const Strings both{"gauge", "n"};
  EXPECT_EQ(names_of(table.drop(both)), Strings{"m"});
  try {
    table.index_of("gauge");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "column 'gauge' holds different texts in every row, as an id does: left out "
                 "(categorical=gauge keeps it)");
  }
}

TEST(ColumnSigns, a_column_that_was_left_out_is_there_where_it_is_asked_for_by_name) {
  const Table table = parse(column_of("n", [](int row) { return fmt::format("{}", row + 1); }));
  const Strings wanted{"plain", "n"};
  EXPECT_EQ(table.column("n").values()[39], 40);
  EXPECT_EQ(names_of(table.select(wanted)), wanted);
  EXPECT_EQ(table.size(), 1U);
}

}  // namespace
}  // namespace umfi
