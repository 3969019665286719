#include "umfi/terminal_text.hpp"

#include <gtest/gtest.h>

#include "report/lines.hpp"

namespace umfi {
namespace {

TEST(TerminalText, a_character_counts_once_however_many_bytes_it_takes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("rain"), 4U);
  EXPECT_EQ(display_width("Höhe"), 4U);
  EXPECT_EQ(display_width("R²"), 2U);
  EXPECT_EQ(display_width("…█"), 2U);
}

TEST(TerminalText, control_characters_are_made_visible_and_letters_are_left) {
  EXPECT_EQ(printable("a\nb\tc"), "a\\x0ab\\x09c");
  EXPECT_EQ(printable("\x1b[31mred\x7f"), "\\x1b[31mred\\x7f");
  EXPECT_EQ(printable("Höhe …"), "Höhe …");
  EXPECT_EQ(printable("\u202egpj.exe"), "\\u202egpj.exe");  // right-to-left override
  EXPECT_EQ(printable("a\u2066b\u2069\u200f"), "a\\u2066b\\u2069\\u200f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u009b31m");                          // CSI as one C1 character
  EXPECT_EQ(printable("a\u2028b"), "a\\u2028b");    // line separator
  EXPECT_EQ(printable("\xe2\x80"), "\\xe2\\x80");   // cut short: not a character at all
  EXPECT_EQ(printable("M\xfcller"), "M\\xfcller");  // Latin-1
}

// As Markus Kuhn's wcwidth counts: https://www.cl.cam.ac.uk/~mgk25/ucs/wcwidth.c
TEST(TerminalText, wide_characters_take_two_columns_and_combining_marks_none) {
  EXPECT_EQ(display_width("降水量"), 6U);
  EXPECT_EQ(display_width("강수량"), 6U);
  EXPECT_EQ(display_width("ｒａｉｎ"), 8U);    // fullwidth letters
  EXPECT_EQ(display_width("Ho\u0308he"), 4U);  // o and a combining diaeresis
  EXPECT_EQ(display_width("a\u200bb"), 2U);
  EXPECT_EQ(display_width("\xff\xfe"), 2U);  // not UTF-8: a replacement character each
  EXPECT_EQ(head_of("降水量", 3), "降");
  EXPECT_EQ(head_of("o\u0308o", 1), "o\u0308");
}

TEST(TerminalText, words_are_wrapped_and_long_ones_broken) {
  EXPECT_EQ(wrapped("one sentence of many words", 12), "one sentence\nof many\nwords\n");
  EXPECT_EQ(wrapped("one sentence of many words", 12, 2), "one sentence\n  of many\n  words\n");
  EXPECT_EQ(wrapped("a  b   ", 12), "a b\n");
  EXPECT_EQ(wrapped("", 12), "\n");
  EXPECT_EQ(wrapped("see " + std::string(10, 'x'), 4), "see\nxxxx\nxxxx\nxx\n");
  EXPECT_EQ(wrapped("降水量", 1), "降水量\n");  // not even one character fits
}

TEST(TerminalText, words_stand_beside_their_label) {
  EXPECT_EQ(beside("  --drop", "columns that are not features", 10, 24),
            "  --drop  columns that\n          are not\n          features\n");
  EXPECT_EQ(beside("a long label", "words", 4, 24), "a long label\n    words\n");
}

}  // namespace
}  // namespace umfi
