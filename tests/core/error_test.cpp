#include "umfi/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "umfi/context.hpp"

namespace umfi {
namespace {

// Scripts test these numbers; they are part of what umfi promises.
TEST(Errors, exit_codes_are_stable) {
  EXPECT_EQ(static_cast<int>(ExitCode::ok), 0);
  EXPECT_EQ(static_cast<int>(ExitCode::internal), 1);
  EXPECT_EQ(static_cast<int>(ExitCode::usage), 2);
  EXPECT_EQ(static_cast<int>(ExitCode::data), 3);
  EXPECT_EQ(static_cast<int>(ExitCode::file), 4);
  EXPECT_EQ(static_cast<int>(ExitCode::interrupted), 130);
}

struct Case {
  Error error;
  ExitCode code;
  std::vector<std::string> says;  // what the sentence must name
};

std::vector<Case> every_error() {
  using enum ExitCode;
  return {
      {UsageError::unknown_column("rian", "rain"), usage, {"'rian'", "did you mean 'rain'?"}},
      {UsageError::unknown_name("simulation", "blod", "a, b"), usage, {"simulation", "'blod'", "a, b"}},
      {UsageError::out_of_range("the number of trees", "from 1 to 9"), usage, {"the number of trees", "from 1 to 9"}},
      {UsageError::conflict("not both"), usage, {"not both"}},
      {DataError::no_features(), data, {"no feature"}},
      {DataError::too_few_rows(7, 10), data, {"7", "10"}},
      {DataError::no_complete_rows("rain", 12), data, {"'rain'", "12", "with drop"}},
      {DataError::infinite_value("rain", 3), data, {"'rain'", "row 3"}},
      {DataError::constant_target("y"), data, {"'y'"}},
      {DataError::too_many_classes("y", 40, 60), data, {"'y'", "40", "60", "task=regression"}},
      {DataError::not_numeric_target("y"), data, {"'y'", "task=classification"}},
      {DataError::length_mismatch("rain", 3, 4), data, {"'rain'", "3", "4"}},
      {DataError::duplicate_column("rain"), data, {"'rain'"}},
      {DataError::unknown_level("size", "huge"), data, {"'size'", "'huge'"}},
      {CsvError::empty("d.csv"), data, {"d.csv"}},
      {CsvError::no_rows("d.csv"), data, {"d.csv"}},
      {CsvError::not_text("d.csv", 5), data, {"d.csv, line 5"}},
      {CsvError::ragged_row("d.csv", 5, 1, 3), data, {"d.csv, line 5", "1 field ", "3"}},
      {CsvError::unterminated_quote("d.csv", 5), data, {"d.csv, line 5"}},
      {CsvError::stray_quote("d.csv", 5, "rain"), data, {"d.csv, line 5", "column 'rain'"}},
      {CsvError::foreign("d.xlsx", "an Excel workbook", "save it"), data, {"d.xlsx", "an Excel workbook", "save it"}},
      {CsvError::too_large("d.csv", std::size_t{6} << 30), data, {"d.csv", "6.0 GiB"}},
      {CsvError::endless_row("d.csv", 5, std::size_t{64} << 20), data, {"d.csv, line 5", "64 MiB"}},
      {CsvError::carriage_returns("d.csv"), data, {"d.csv", "carriage return"}},
      {CsvError::comment_line("d.csv", 5), data, {"d.csv, line 5", "#"}},
      {CsvError::row_names("d.csv", 3), data, {"d.csv, line 2", "4 fields", "3"}},
      {DataError::empty_target("y"), data, {"'y'"}},
      {CsvError::duplicate_name("d.csv", "rain", 2, 4), data, {"d.csv, line 1", "columns 2 and 4", "'rain'"}},
      {CsvError::headerless("d.csv", "'3.5'"), data, {"d.csv, line 1", "'3.5'", "header=no"}},
      {CsvError::decimal_comma("d.csv", 5, "rain", "3,5"),
       data,
       {"d.csv, line 5", "column 'rain'", "'3,5'", "categorical=rain"}},
      {CsvError::damaged_gzip("d.csv.gz"), data, {"d.csv.gz"}},
      {FileError::cannot_read("d.csv", "No such file"), file, {"d.csv", "No such file"}},
      {FileError::cannot_write("d.csv", "disk full"), file, {"d.csv", "disk full"}},
      {Interrupted(), interrupted, {"interrupted"}},
  };
}

TEST(Errors, each_error_has_its_exit_code_and_names_what_it_speaks_of) {
  for (const Case& c : every_error()) {
    EXPECT_EQ(c.error.exit_code(), c.code) << c.error.what();
    for (const std::string& part : c.says)
      EXPECT_NE(std::string(c.error.what()).find(part), std::string::npos) << part << " is not in: " << c.error.what();
  }
}

// The program puts "umfi: " in front and a line end behind.
TEST(Errors, each_sentence_is_one_line_without_a_full_stop) {
  for (const Case& c : every_error()) {
    const std::string sentence = c.error.what();
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    EXPECT_NE(sentence.back(), '.') << sentence;
  }
}

TEST(Errors, a_column_without_a_near_name_gets_no_suggestion) {
  EXPECT_STREQ(UsageError::unknown_column("rain", "").what(), "there is no column 'rain' in the data");
}

TEST(Errors, a_csv_error_can_be_caught_as_a_data_error_and_as_an_error) {
  EXPECT_THROW(throw CsvError::empty("d.csv"), DataError);
  EXPECT_THROW(throw CsvError::empty("d.csv"), Error);
  EXPECT_THROW(throw Interrupted(), std::runtime_error);
}

TEST(Errors, a_context_without_a_log_swallows_notes_and_one_with_a_log_hears_them) {
  Context context;
  context.say(Severity::note, "unheard");
  std::vector<std::string> heard;
  context.log = [&](Severity severity, std::string_view sentence) {
    EXPECT_EQ(severity, Severity::warning);
    heard.emplace_back(sentence);
  };
  context.say(Severity::warning, "heard");
  EXPECT_EQ(heard, std::vector<std::string>{"heard"});
}

}  // namespace
}  // namespace umfi
