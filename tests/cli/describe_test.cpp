#include <nlohmann/json.hpp>

#include "cli/running.hpp"

namespace umfi {
namespace {

using namespace testing;

const std::string table = "gauge,rain,soil\nA1,1.5,sand\nA2,NA,clay\nA3,2.5,sand\nA4,3,loam\n";

TEST(DescribeVerb, the_result_says_what_was_left_out_and_why) {
  const Finished run = run_umfi("describe -", table);
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out.substr(0, run.out.find('\n')), "4 rows (3 without missing values), 2 columns");
  EXPECT_TRUE(contains(run.out,
                       "1 column left out:\n"
                       "  gauge  holds different texts in every row, as an id does: left out\n"
                       "         (--categorical gauge keeps it)\n"));
  EXPECT_EQ(run.err, "");
}

TEST(DescribeVerb, nothing_is_coloured_when_piped) {
  const Finished run = run_umfi("describe -", table);
  EXPECT_FALSE(contains(run.out + run.err, "\x1b"));
}

TEST(DescribeVerb, json_and_csv_tell_the_same) {
  const auto json = nlohmann::json::parse(run_umfi("describe - --format json", table).out);
  EXPECT_EQ(json["rows"], 4);
  EXPECT_EQ(json["columns"][0]["name"], "rain");
  EXPECT_EQ(json["columns"][0]["missing"], 1);
  EXPECT_EQ(json["columns"][1]["kind"], "categorical");
  EXPECT_EQ(run_umfi("describe - --format csv", table).out,
            "column,kind,missing,distinct,low,high\n"
            "rain,numeric,1,3,1.5,3\n"
            "soil,categorical,0,3,sand,clay\n");
}

TEST(DescribeVerb, kinds_can_be_overridden_before_or_behind_the_file) {
  const TemporaryFolder folder;
  const std::string path = folder.file("d.csv", table);
  const std::string expected =
      "column,kind,missing,distinct,low,high\n"
      "gauge,categorical,0,4,A1,A2\n"
      "rain,categorical,1,3,1.5,2.5\n"
      "soil,ordinal,0,3,clay,sand\n";
  const std::string options = " --categorical gauge,rain --ordinal 'soil=clay<loam<sand' ";
  EXPECT_EQ(run_umfi("describe " + path + options + "--format csv").out, expected);
  EXPECT_EQ(run_umfi("describe" + options + "--format csv " + path).out, expected);
}

TEST(DescribeVerb, a_level_that_was_not_named_is_an_error) {
  const Finished run = run_umfi("describe - --ordinal 'soil=clay<sand'", table);
  EXPECT_EQ(run.code, 3);
  EXPECT_TRUE(contains(run.err, "'loam'"));
}

TEST(DescribeVerb, without_a_header_the_first_line_counts) {
  EXPECT_EQ(run_umfi("describe - --no-header --format csv", "1,2\n3,4\n5,6\n").out,
            "column,kind,missing,distinct,low,high\nc1,numeric,0,3,1,5\nc2,numeric,0,3,2,6\n");
}

TEST(DescribeVerb, gzip_is_read_from_files_from_standard_input_and_from_pipes) {
  const TemporaryFolder folder;
  const std::string path = folder.file("d.csv", table);
  ASSERT_EQ(shell("gzip -k '" + path + "'").code, 0);
  const std::string expected = run_umfi("describe --format csv " + path).out;
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(run_umfi("describe --format csv " + path + ".gz").out, expected);
  EXPECT_EQ(shell("\"$UMFI\" describe --format csv - < '" + path + ".gz'").out, expected);
  EXPECT_EQ(shell("cat '" + path + ".gz' | \"$UMFI\" describe --format csv -").out, expected);
  EXPECT_EQ(shell("cat '" + path + "' | \"$UMFI\" describe --format csv /dev/stdin").out, expected);
}

}  // namespace
}  // namespace umfi
