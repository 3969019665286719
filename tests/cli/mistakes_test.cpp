// Wrong command lines: one plain sentence each, which names the option and says what to do.
#include "cli/running.hpp"
#include "umfi/report.hpp"

namespace umfi {
namespace {

using namespace testing;

struct Mistake {
  std::string arguments;
  std::string sentence;
  int code = 2;
};

void expect_sentences(const std::vector<Mistake>& mistakes) {
  for (const Mistake& mistake : mistakes) {
    const Finished run = run_umfi(mistake.arguments, "a,y\n1,2\n");
    EXPECT_EQ(run.code, mistake.code) << mistake.arguments;
    EXPECT_EQ(run.out, "") << mistake.arguments;
    EXPECT_EQ(run.err, "umfi: " + mistake.sentence + "\n") << mistake.arguments;
  }
}

TEST(Mistakes, a_command_that_does_not_exist_is_answered_with_the_nearest) {
  expect_sentences({
      {"rnak d.csv", "there is no command 'rnak'; did you mean 'rank'? (umfi --help lists all)"},
      {"descirbe d.csv", "there is no command 'descirbe'; did you mean 'describe'? (umfi --help lists all)"},
      {"frobnicate", "there is no command 'frobnicate'; umfi --help lists all"},
      {"data.csv --target y", "there is no command 'data.csv'; say what to do with it, as in umfi describe data.csv"},
      {"--target y rank d.csv",
       "--target stands before the command; write the command first, as in umfi rank data.csv"},
  });
}

TEST(Mistakes, umfi_alone_shows_how_to_start) {
  const Finished run = run_umfi("");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  for (const char* part : {"umfi describe data.csv", "umfi rank data.csv --target y", "--report report.html", "--help"})
    EXPECT_TRUE(contains(run.err, part)) << run.err;
}

TEST(Mistakes, an_option_that_does_not_exist_is_answered_with_the_nearest) {
  expect_sentences({
      {"rank - -t y", "there is no option -t; did you mean --target y?"},
      {"rank - -target y", "there is no option -target; did you mean --target y?"},
      {"rank - --tarlget=y", "there is no option --tarlget; did you mean --target?"},
      {"rank - --target y --explian", "there is no option --explian; did you mean --explain?"},
      {"rank - --target y --sub 3", "there is no option --sub; did you mean --subsample 3?"},
      {"describe - --repeats 3", "describe has no option --repeats; umfi describe --help lists all"},
  });
}

TEST(Mistakes, the_first_that_was_typed_is_told) {
  expect_sentences({
      {"rank - --zzz 1 --yyy 2", "rank has no option --zzz; umfi rank --help lists all"},
      {"rank - --yyy 2 --zzz 1", "rank has no option --yyy; umfi rank --help lists all"},
      {"rank - more --zzz",
       "'more' is one argument too many for rank; if it belongs to a list, write the list with commas and without "
       "blanks, as a,b"},
  });
}

TEST(Mistakes, a_value_that_is_missing_is_asked_for) {
  expect_sentences({
      {"rank - --target", "--target needs the name of a column after it"},
      {"rank - --target --drop a", "--target needs the name of a column after it"},
      {"rank - --target y --repeats", "--repeats needs a whole number after it"},
      {"rank - --target y -o", "-o needs the name of a file after it"},
      {"rank - --target ''", "--target names no column"},
      {"rank - --target=", "--target names no column"},
      {"rank - --target y --drop ''", "--drop names no column"},
      {"rank - --target y --drop a,,b", "--drop holds an empty name; separate names by one comma"},
      {"rank - --target y --report ''", "--report names no file"},
      {"rank - --target y -o=x.csv", "-o is not followed by =; write -o x.csv"},
      {"rank - --target y --explain=no", "--explain takes no value; write it alone"},
      {"rank - --target y --target a", "--target was given twice; give it once"},
  });
}

TEST(Mistakes, what_a_command_needs_is_named) {
  expect_sentences({
      {"rank --target y",
       "rank needs DATA (CSV file (also .gz), or - for standard input); umfi rank --help has examples"},
      {"rank -",
       "rank needs --target COLUMN (the response: the column that features are related to); umfi rank --help has "
       "examples"},
      {"show", "show needs FILE (the run file, such as study.umfi); umfi show --help has examples"},
  });
}

TEST(Mistakes, a_wrong_value_is_answered_with_what_the_option_takes) {
  expect_sentences({
      {"rank - --target y --seed abc", "--seed takes a whole number from 0 to 2^64 - 1, not 'abc'"},
      {"rank - --target y --seed -1", "--seed takes a whole number from 0 to 2^64 - 1, not '-1'"},
      {"rank - --target y --repeats 0", "--repeats must be from 1 to 1,000,000"},
      {"rank - --target y --repeats -3", "--repeats must be from 1 to 1,000,000"},
      {"rank - --target y --repeats 1.5", "--repeats takes a whole number, not '1.5'"},
      {"rank - --target y --threads 0", "--threads must be from 1 to 4096"},
      {"rank - --target y --threads two", "--threads takes a whole number, not 'two'"},
      {"rank - --target y --time-limit 5x", "--time-limit takes a duration such as 90s, 10m or 2h, not '5x'"},
      {"rank - --target y --format xml", "--format takes table, json or csv, not 'xml'"},
      {"power - --target y --model oak", "--model takes forest or extratrees, not 'oak'"},
      {"simulate correlation --rows few", "--rows takes a whole number, not 'few'"},
      {"simulate correlation --rows -1", "--rows must be at least 1 and below 2^32"},
      {"reproduce correlation --trees many", "--trees takes a whole number, not 'many'"},
  });
}

TEST(Mistakes, a_report_is_a_page) {
  expect_sentences({
      {"rank - --target y --report x.pdf",
       "the report is an HTML page; name it x.html, and print it to PDF from a browser"},
      {"rank - --target y --report out/x.png",
       "the report is an HTML page; name it out/x.html, and save its charts from there"},
      {"rank - --target y --report x.csv",
       "the report is an HTML page; name it x.html; --format and -o write the numbers"},
      {"report study.umfi -o x.pdf", "the report is an HTML page; name it x.html, and print it to PDF from a browser"},
  });
  if (!has_report_page()) return;
  expect_sentences({{"rank - --target y --report /no/such/folder/x.html",
                     "cannot write /no/such/folder/x.html: its folder does not exist; make the folder first, or choose "
                     "another",
                     4}});
}

}  // namespace
}  // namespace umfi
