#include <nlohmann/json.hpp>

#include "cli/bad_input.hpp"
#include "cli/running.hpp"

namespace umfi {
namespace {

using namespace testing;

// b = a², c is unrelated, y = a; 80 rows of a small congruential generator.
std::string table() {
  std::string text = "a,b,c,y\n";
  unsigned state = 1;
  const auto next = [&] {
    state = state * 1103515245U + 12345U;
    return static_cast<int>(state / 65536 % 1000) - 500;
  };
  for (int i = 0; i < 80; ++i) {
    const int a = next();
    const int c = next();
    text += std::to_string(a) + "," + std::to_string(a * a) + "," + std::to_string(c) + "," + std::to_string(a) + "\n";
  }
  return text;
}

TEST(DiagnoseVerb, json_has_what_is_promised) {
  const Finished run = run_umfi("diagnose - --target y --trees 30 --format json", table());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const auto json = nlohmann::json::parse(run.out);
  for (const char* key : {"options", "removers", "features", "mean_raw", "rows", "seconds", "version"})
    EXPECT_TRUE(json.contains(key)) << key;
  ASSERT_EQ(json["features"].size(), 3U);
  EXPECT_EQ(json["features"][1]["name"], "b");
  ASSERT_EQ(json["removers"].size(), 2U);
  EXPECT_EQ(json["removers"][0]["name"], "lr");
  EXPECT_EQ(json["removers"][1]["name"], "ot");
  for (const auto& remover : json["removers"]) EXPECT_TRUE(remover["mean_residual"].is_number()) << remover;
  EXPECT_EQ(json["features"][1]["removers"][0]["name"], "lr");
  EXPECT_GT(json["features"][1]["removers"][0]["residual_dependence"], 0.7);
  EXPECT_EQ(json["options"]["target"], "y");
}

TEST(DiagnoseVerb, the_table_says_what_was_measured_and_what_to_do) {
  const Finished run = run_umfi("diagnose - --target y --trees 30 --ot-bin-size 20", table());
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* part : {"Did removal work?", "raw", "kept lr ot", "verdict", "Mean over 3 features", "0 is perfect"})
    EXPECT_TRUE(contains(in_one_line(run.out), part)) << part;
}

TEST(DiagnoseVerb, the_target_is_optional_and_columns_can_be_dropped) {
  const Finished run = run_umfi("diagnose - --drop y,c --trees 10 --format csv", table());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 3);
}

// Quoted as in a CSV file, or given one by one.
TEST(DiagnoseVerb, columns_whose_names_hold_commas_and_quotes_can_be_dropped) {
  std::string text = table();
  text.replace(0, text.find('\n'), "a,b,\"c,\"\"x\"\"\",\"y,1\"");
  for (const char* drop : {R"(--drop '"y,1","c,""x"""')", R"(--drop '"y,1"' --drop '"c,""x"""')"}) {
    const Finished run = run_umfi(std::string("diagnose - --trees 10 --format csv ") + drop, text);
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 3);
  }
}

TEST(DiagnoseVerb, threads_do_not_change_a_bit) {
  const auto lines = [](int threads) {
    return run_umfi("diagnose - --trees 20 --format csv --threads " + std::to_string(threads), table()).out;
  };
  const std::string one = lines(1);
  EXPECT_TRUE(contains(one, "prefer"));
  EXPECT_EQ(lines(2), one);
  EXPECT_EQ(lines(5), one);
}

TEST(DiagnoseVerb, output_goes_to_a_file) {
  const TemporaryFolder folder;
  const Finished run = run_umfi("diagnose - --trees 5 --format csv -o '" + folder.path("d.csv") + "'", table());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(folder.read("d.csv").starts_with("feature,measure,raw,raw_pairwise,lr,ot"));
}

class BadDiagnoseInput : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadDiagnoseInput, gets_one_clear_sentence_and_a_stable_code) {
  expect_refusal("diagnose", GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    DiagnoseVerb, BadDiagnoseInput,
    ::testing::Values(BadInput{"unknown_target", "- --target yy", table(), 2,
                               "no column 'yy' in the data; did you mean"},
                      BadInput{"unknown_drop", "- --drop z", table(), 2, "no column 'z' in the data"},
                      BadInput{"one_feature", "- --target y --drop a,b", table(), 3, "fewer than two features vary"},
                      BadInput{"no_feature", "- --target y --drop a,b,c", table(), 3, "no feature is left"},
                      BadInput{"few_rows", "-", "a,b\n1,2\n2,3\n3,5\n", 3, "3 complete rows are too few"},
                      BadInput{"wrong_trees", "- --trees 0", table(), 2, "--trees must be from 1 to 1,000,000"},
                      BadInput{"wrong_alpha", "- --lr-alpha 2", table(), 2, "--lr-alpha must be above 0, at most 1"},
                      BadInput{"wrong_bins", "- --ot-bin-size 0", table(), 2, "--ot-bin-size must be at least 2 rows"},
                      BadInput{"no_file", "/no/such/file.csv", "", 4, "/no/such/file.csv"},
                      BadInput{"unwritable", "- -o /no/such/folder/d.csv", table(), 4, "/no/such/folder/d.csv"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(RankVerb, warns_of_dependence_that_was_not_removed_and_knows_the_better_remover) {
  const std::string quick = "rank - --target y --trees 20 --repeats 2 ";
  const Finished lr = run_umfi(quick, table());
  ASSERT_EQ(lr.code, 0) << lr.err;
  EXPECT_FALSE(contains(lr.err, "separated"));
  EXPECT_TRUE(contains(in_one_line(lr.out), "features could not be fully separated from the others (")) << lr.out;
  EXPECT_TRUE(contains(in_one_line(lr.out), "try --remove ot or --remove best, or see umfi diagnose.")) << lr.out;
  EXPECT_FALSE(contains(run_umfi(quick + "--no-removal-check", table()).out, "separated"));
  const Finished best = run_umfi(quick + "--remove best --format json --ot-bin-size 20", table());
  ASSERT_EQ(best.code, 0) << best.err;
  const auto json = nlohmann::json::parse(best.out);
  EXPECT_EQ(json["options"]["remove"], "best");
  EXPECT_TRUE(json["features"][0]["residual_dependence"].is_number());
  EXPECT_EQ(json["features"][1]["removed_by"], "ot");
}

}  // namespace
}  // namespace umfi
