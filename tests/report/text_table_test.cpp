#include "report/text_table.hpp"

#include <gtest/gtest.h>

namespace umfi {
namespace {

TEST(TextTable, a_long_text_loses_its_middle) {
  EXPECT_EQ(shortened("elevation", 9), "elevation");
  EXPECT_EQ(shortened("elevation", 8), "elev…ion");
  EXPECT_EQ(shortened("elevation", 3), "e…n");
  EXPECT_EQ(shortened("", 5), "");
}

TEST(TextTable, shortening_never_cuts_a_character_in_two) {
  EXPECT_EQ(shortened("äöüÄÖÜß", 5), "äö…Üß");
  for (std::size_t width = 3; width < 8; ++width)
    EXPECT_EQ(display_width(shortened("äöüÄÖÜß…€", width)), width) << width;
}

TEST(TextTable, shortening_measures_in_columns) {
  EXPECT_EQ(shortened("降水量の年平均値", 16), "降水量の年平均値");
  EXPECT_EQ(shortened("降水量の年平均値", 9), "降水…均値");
  EXPECT_LE(display_width(shortened("降水量の年平均値", 8)), 8U);
}

TEST(TextTable, a_sparkline_is_as_high_as_its_counts) {
  EXPECT_EQ(sparkline({}), "");
  EXPECT_EQ(sparkline({0, 4, 8}), " ▄█");
  EXPECT_EQ(sparkline({0, 0}), "  ");
  EXPECT_EQ(sparkline({7}), "█");
}

TEST(TextTable, the_rarest_bin_still_shows) {
  EXPECT_EQ(sparkline({1, 1'000'000}), "▁█");
}

TEST(TextTable, cells_are_aligned_and_lines_end_without_blanks) {
  TextTable table({{"name", Align::left}, {"score", Align::right}, {"", Align::left}});
  table.add({"Höhe", "1.25", ""});
  table.add({"slope of it", "-10.5", "note"});
  EXPECT_EQ(table.text({}),
            "name         score\n"
            "Höhe          1.25\n"
            "slope of it  -10.5  note\n");
}

TEST(TextTable, colour_touches_only_the_headings) {
  TextTable table({{"a", Align::left}});
  table.add({"1"});
  EXPECT_EQ(table.text({}), "a\n1\n");
  EXPECT_EQ(table.text({.colour = true}), "\x1b[1ma\x1b[0m\n1\n");
}

// Columns of 4, 5, 5 and 6 with two blanks between them: 26.
TextTable four_columns() {
  TextTable table({{"name", Align::left, {.shrinks_to = 3}},
                   {"12345", Align::right, {.leave_out = 1}},
                   {"67890", Align::right, {.leave_out = 2}},
                   {"", Align::left, {.leave_out = 2, .name = "bars"}}});
  table.add({"rain", "0.125", "0.250", "######"});
  return table;
}

TEST(TextTable, columns_that_do_not_fit_are_left_out_whole_and_named) {
  EXPECT_EQ(four_columns().text({.width = 26}), "name  12345  67890\nrain  0.125  0.250  ######\n");
  EXPECT_EQ(four_columns().left_out({.width = 24}), (std::vector<std::string>{"67890", "bars"}));
  EXPECT_EQ(four_columns().left_out({.width = 9}), (std::vector<std::string>{"12345", "67890", "bars"}));
  EXPECT_EQ(four_columns().text({.width = 60}).find("Left out"), std::string::npos);
  EXPECT_EQ(four_columns().text({.width = 24}),
            "name  12345\n"
            "rain  0.125\n"
            "Left out to fit 24\n"
            "columns: 67890, bars;\n"
            "wide shows them.\n");
}

TEST(TextTable, names_are_shortened_before_a_column_is_left_out) {
  EXPECT_EQ(four_columns().text({.width = 25}), "n…e  12345  67890\nr…n  0.125  0.250  ######\n");
}

TEST(TextTable, a_wide_table_shows_everything) {
  EXPECT_EQ(four_columns().text({.width = 5, .wide = true}), four_columns().text({.width = 200}));
}

// Where even the columns that stay are too wide.
TEST(TextTable, numbers_are_never_cut) {
  TextTable table({{"score", Align::right}});
  table.add({"0.123456789"});
  EXPECT_EQ(table.text({.width = 4}), "      score\n0.123456789\n");
}

TEST(TextTable, wide_characters_keep_columns_aligned) {
  TextTable table({{"name", Align::left}, {"score", Align::right}});
  table.add({"降水量", "1.25"});
  table.add({"rain", "0.50"});
  EXPECT_EQ(table.text({}), "name    score\n降水量   1.25\nrain     0.50\n");
}

}  // namespace
}  // namespace umfi
