#include "report/text_table.hpp"

#include <gtest/gtest.h>

namespace umfi {
namespace {

TEST(TextTable, a_character_counts_once_however_many_bytes_it_takes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("rain"), 4U);
  EXPECT_EQ(display_width("Höhe"), 4U);
  EXPECT_EQ(display_width("R²"), 2U);
  EXPECT_EQ(display_width("…█"), 2U);
}

TEST(TextTable, control_characters_are_made_visible_and_letters_are_left) {
  EXPECT_EQ(printable("a\nb\tc"), "a\\x0ab\\x09c");
  EXPECT_EQ(printable("\x1b[31mred\x7f"), "\\x1b[31mred\\x7f");
  EXPECT_EQ(printable("Höhe …"), "Höhe …");
  EXPECT_EQ(printable("\u202egpj.exe"), "\\u202egpj.exe");          // right-to-left override
  EXPECT_EQ(printable("a\u2066b\u2069\u200f"), "a\\u2066b\\u2069\\u200f");
  EXPECT_EQ(printable("\xc2\x9b" "31m"), "\\u009b31m");            // CSI as one C1 character
  EXPECT_EQ(printable("a\u2028b"), "a\\u2028b");                   // line separator
  EXPECT_EQ(printable("\xe2\x80"), "\xe2\x80");                    // cut short: not a character at all
}

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
  EXPECT_EQ(table.text(false),
            "name         score\n"
            "Höhe          1.25\n"
            "slope of it  -10.5  note\n");
}

TEST(TextTable, colour_touches_only_the_headings) {
  TextTable table({{"a", Align::left}});
  table.add({"1"});
  EXPECT_EQ(table.text(false), "a\n1\n");
  EXPECT_EQ(table.text(true), "\x1b[1ma\x1b[0m\n1\n");
}

}  // namespace
}  // namespace umfi
