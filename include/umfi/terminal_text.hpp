// Text for terminals, measured in the columns that it takes on the screen: most characters take one, those of Chinese,
// Japanese and Korean two, marks that combine with the letter before them none.
//
//   umfi::display_width("Höhe");                                   // 4
//   std::cout << umfi::wrapped("one sentence of many words", 12);  // "one sentence\nof many\nwords\n"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace umfi {

// Text as a terminal may show it: characters that would steer it (ESC and other controls, line ends, marks of
// direction) are made visible, so that no name in the data can break a table or a terminal.
std::string printable(std::string_view utf8);

// Columns on the screen.
std::size_t display_width(std::string_view utf8);

// The most bytes from the beginning that take at most so many columns; characters stay whole.
std::string_view head_of(std::string_view utf8, std::size_t columns);

// Lines of at most `width` columns, broken between words, each with its line end. Lines after the first are indented,
// which counts. A word that is longer than a line is broken inside.
std::string wrapped(std::string_view words, std::size_t width, std::size_t indent = 0);

// A label and, beside it, words wrapped in the columns that are left of `width`. A label that is longer than its column
// has a line of its own.
std::string beside(std::string_view label, std::string_view words, std::size_t label_width, std::size_t width);

}  // namespace umfi
