// Files that are not what they claim to be, each with the whole sentence a user sees.
#include <optional>

#include "data/csv_testing.hpp"

namespace umfi {
namespace {

using namespace testing;
using namespace std::string_literals;

struct Hostile {
  std::string what;
  std::string text;
  std::string sentence;  // empty: accepted
  std::optional<bool> header = {};
};

const std::string advice_on_quotes = "text after a closing quote; write a quote inside a field twice (\"\")";
const std::string not_text = "this is not a text file (it holds a zero byte); save the table as CSV";

const std::string like_data =
    " look like data, not like names of columns; use header=no if the first line is data, or header if it holds the "
    "names";

std::string repeated(const std::string& part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

std::vector<Hostile> hostile_files() {
  const std::string empty = "d.csv: the file is empty; it should start with a line of column names";
  const std::string no_rows = "d.csv: there is a header but no row of data";
  return {
      {"empty", "", empty},
      {"only a byte-order mark", "\xEF\xBB\xBF", empty},
      {"only a line end", "\n", no_rows},
      {"header only", "a,b\n", no_rows},
      {"header only, no line end", "a,b", no_rows},
      {"header and blank lines", "a,b\n\n  \n\n", no_rows},
      {"line ends of old Macs", "a,b\r1,2\r3,4\r",
       "d.csv: lines end with a carriage return alone, as on old Macs; save the table with line ends of today, or "
       "convert it with: tr '\\r' '\\n'"},
      {"a row too short", "a,b,c\n1,2,3\n4,5\n", "d.csv, line 3: 2 fields where the header has 3"},
      {"a row too long", "a,b\n1,2\n3,4,5\n", "d.csv, line 3: 3 fields where the header has 2"},
      {"a separator at each end", "a,b\n1,2,\n3,4,\n", "d.csv, line 2: 3 fields where the header has 2"},
      {"one field", "a,b\n1,2\nx\n", "d.csv, line 3: 1 field where the header has 2"},
      {"a row of 10,001 fields", "a,b\n1,2\n" + repeated("7,", 10'000) + "7\n",
       "d.csv, line 3: 10001 fields where the header has 2"},
      {"short row behind a field of two lines", "a,b\n\"x\ny\",1\nz\n",
       "d.csv, line 4: 1 field where the header has 2"},
      {"a quote never closed", "a,b\n1,2\n\"3,4\n5,6\n", "d.csv, line 3: a quote (\") is opened here and never closed"},
      {"a quote never closed in the header", "\"a,b\n1,2\n",
       "d.csv, line 1: a quote (\") is opened here and never closed"},
      {"a lone quote at the end", "a,b\n1,2\n3,\"", "d.csv, line 3: a quote (\") is opened here and never closed"},
      {"text after a quote, among numbers", "a,b\n1,2\n\"3\"4,5\n", "d.csv, line 3, column 'a': " + advice_on_quotes},
      {"text after a quote, among labels", "a,b\nu,2\n\"v\"w,5\n", "d.csv, line 3, column 'a': " + advice_on_quotes},
      {"text and a quote after a quote", "a,b\n\"u\"v\",5\n", "d.csv, line 2, column 'a': " + advice_on_quotes},
      {"a single quote escaped by a backslash", "a,b\n\"x \\\" y\",1\n",
       "d.csv, line 2, column 'a': " + advice_on_quotes},
      {"text after a quote in the header", "\"a\"x,b\n1,2\n", "d.csv, line 1, column 'a': " + advice_on_quotes},
      {"a zero byte", "a,b\n1,2\n3,\0004\n"s, "d.csv, line 3: " + not_text},
      {"UTF-16", "\xFF\xFE"s + "a\0,\0b\0\n\0"s, "d.csv: this is text in UTF-16, not a text table; save it as UTF-8"},
      {"a spreadsheet", "PK\x03\x04\x14\0\x06\0"s,
       "d.csv: this is an Excel workbook (xlsx) or another zip archive, not a text table; save the table as CSV"},
      {"numbers instead of names", "1,2\n3,4\n", "d.csv, line 1: '1', '2'" + like_data},
      {"quoted numbers instead of names", "\"1.5\";\"2\"\n3;4\n", "d.csv, line 1: '1.5', '2'" + like_data},
      {"some numbers among the names", "id,2019,2020\n1,2,3\n", ""},
      {"two equal names", "a,b,c,b\n1,2,3,4\n", "d.csv, line 1: columns 2 and 4 are both called 'b'; rename one"},
      {"two names equal but for blanks", "a, a\n1,2\n",
       "d.csv, line 1: columns 1 and 2 are both called 'a'; rename one"},
      {"a name missing", "a,,c\n1,2,3\n", ""},
      {"row names that have a name", "\"\",\"a\"\n\"1\",2\n", ""},
      {"row names that have none", "\"a\",\"b\"\n\"1\",2,3\n\"2\",3,4\n",
       "d.csv, line 2: 3 fields where the header has 2; if the first field of each row is its name, as R writes it, "
       "give "
       "that column a name in the header"},
      {"a first line of data", "M,0.455,15\nM,0.35,7\nF,0.53,9\n", "d.csv, line 1: 'M', '0.455', '15'" + like_data},
      {"a first line of labels", "p,x,s\ne,x,s\np,b,s\n", "d.csv, line 1: 'p', 'x', 's'" + like_data},
      {"a first line of data that is said to be names", "M,0.455,15\nM,0.35,7\nF,0.53,9\n", "", true},
      {"a comment first", "# made by hand\na,b\n1,2\n",
       "d.csv, line 1: this line begins with # and looks like a comment; remove such lines, say with: grep -v '^#'"},
      {"a comment in the middle", "a,b\n1,2\n# and so on\n3,4\n",
       "d.csv, line 3: this line begins with # and looks like a comment; remove such lines, say with: grep -v '^#'"},
      {"a name that begins with #", "#chrom,pos\n1,2\n3,4\n", ""},
      {"JSON", "[{\"a\": 1}]\n", "d.csv: this is JSON, not a text table; save the table as CSV"},
      {"Parquet", "PAR1\x15\x04", "d.csv: this is a Parquet file, not a text table; save the table as CSV"},
      {"a web page", "<!DOCTYPE html>\n<html>",
       "d.csv: this is a web page, not a text table; download the table itself"},
      {"decimal commas", "a;b\n1,5;2\n",
       "d.csv, line 2, column 'a': '1,5' looks like a number with a decimal comma; use decimal=, if it is one, or "
       "categorical=a if it is a label; commas that part thousands have to go"},
      {"decimal commas and commas", "a,b\n1,5,2\n", "d.csv, line 2: 3 fields where the header has 2"},
      {"a very long field", "a,b\n" + std::string(1'000'000, 'x') + ",1\n" + std::string(1'000'000, 'x') + ",2\n", ""},
      {"a very long number", "a,b\n" + std::string(1'000'000, '9') + ",1\n", ""},
      {"a very long name", std::string(1'000'000, 'n') + ",b\n1,2\n", ""},
      {"infinite values", "a,b\ninf,1\n-Infinity,2\n", ""},
      {"control characters", "a\x01,b\x1b[31m\n\x07,1\n\x07,2\n", ""},
      {"bytes that are no UTF-8", "a,b\n\xC3\x28,1\n\xC3\x28,2\n\xFF,3\n", ""},
      {"nothing but separators", ",,\n,,\n", ""},
      {"no header, empty", "", empty, false},
      {"no header, rows that differ", "1,2\n3\n", "d.csv, line 2: 1 field where the header has 2", false},
      {"no header, nothing but separators", ",,\n,,\n", "", false},
      {"nothing but quotes", "\"\"\"\"\n\"\"\"\"\n", ""},
  };
}

TEST(CsvHostile, every_hostile_file_gets_its_sentence_with_any_number_of_threads) {
  for (const Hostile& file : hostile_files())
    for (const int threads : {1, 2, 7})
      EXPECT_EQ(refusal(file.text, {.header = file.header}, threads), file.sentence) << file.what;
}

// Both faults lie in one block; threads that reach the later one first must not win.
TEST(CsvHostile, of_several_faults_the_first_in_the_file_is_told) {
  std::string text = "a,b\n";
  for (int i = 0; i < 50'000; ++i) text += i == 20'000 || i == 40'000 ? "1\n" : "1,2\n";
  for (const int threads : {1, 2, 3, 7})
    EXPECT_EQ(refusal(text, {}, threads), "d.csv, line 20002: 1 field where the header has 2");
}

TEST(CsvHostile, every_prefix_of_a_file_is_read_or_refused_by_an_error_of_ours) {
  const std::string text =
      "\xEF\xBB\xBF"
      "a,\"b\"\"x\",c\r\n1,\"u,\nv\",NA\r\n\"2\",w,3.5e1\r\n,,?\r\n";
  for (std::size_t size = 0; size <= text.size(); ++size) EXPECT_NO_FATAL_FAILURE(refusal(text.substr(0, size)));
  EXPECT_EQ(refusal(text), "");
}

}  // namespace
}  // namespace umfi
