#include <nlohmann/json.hpp>

#include "cli/bad_input.hpp"
#include "cli/running.hpp"

namespace umfi {
namespace {

using namespace testing;

// y = 2 a + b, c is unrelated; 60 rows of a small congruential generator. `wet` is whether y is large.
std::string table(const std::string& extra_header = "", const std::string& extra_cell = "") {
  std::string text = "a,b,c,y,wet" + extra_header + "\n";
  unsigned state = 1;
  const auto next = [&] {
    state = state * 1103515245U + 12345U;
    return static_cast<int>(state / 65536 % 1000);
  };
  for (int i = 0; i < 60; ++i) {
    const int a = next();
    const int b = next();
    const int c = next();
    text += std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(c) + "," + std::to_string(2 * a + b) +
            "," + (2 * a + b > 1500 ? "yes" : "no") + extra_cell + "\n";
  }
  return text;
}

constexpr const char* quick = " --drop wet --trees 20 --repeats 3 ";

TEST(RankVerb, json_has_what_is_promised) {
  const Finished run = run_umfi("rank - --target y --format json" + std::string(quick), table());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const auto json = nlohmann::json::parse(run.out);
  for (const char* key : {"options", "metric", "null", "full", "features", "seconds", "version"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["metric"], "r2");
  EXPECT_EQ(json["options"]["remove"], "lr");
  ASSERT_EQ(json["features"].size(), 3U);
  EXPECT_EQ(json["features"][0]["name"], "a");
  for (const char* key : {"name", "score", "median", "q25", "q75", "mean", "sd", "with", "without", "values"})
    EXPECT_TRUE(json["features"][0].contains(key)) << key;
  EXPECT_EQ(json["features"][0]["values"].size(), 3U);
  EXPECT_GT(json["features"][0]["score"], json["features"][1]["score"]);
  EXPECT_GT(json["features"][1]["score"], json["features"][2]["score"]);
}

TEST(RankVerb, the_table_is_sorted_and_says_what_it_means) {
  const Finished run = run_umfi("rank - --target y" + std::string(quick), table());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_LT(run.out.find("\na "), run.out.find("\nb "));
  EXPECT_LT(run.out.find("\nb "), run.out.find("\nc "));
  for (const char* part : {"related", "score", "95 % interval", "share", "All features together: R²",
                           "null model 0.0000", "association in these data", "█"})
    EXPECT_TRUE(contains(in_one_line(run.out), part)) << part;
  EXPECT_FALSE(contains(run.out, "\x1b"));
}

TEST(RankVerb, csv_keeps_the_order_of_the_table) {
  const Finished run = run_umfi("rank - --target y --format csv --remove ot" + std::string(quick), table());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(
      run.out.starts_with("feature,score,median,q25,q75,mean,sd,with,without,mc_error,low,high,p,q,related\na,"));
}

TEST(RankVerb, names_come_back_as_they_went_in) {
  const Finished run = run_umfi("rank - --target y --format json --drop wet --trees 5 --repeats 1",
                                table(",\"so \"\"called\"\", <b>\"", ",1.5"));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["features"][3]["name"], "so \"called\", <b>");
}

TEST(RankVerb, a_target_of_labels_is_classified) {
  const Finished run = run_umfi(
      "rank - --target wet --drop y --trees 20 --repeats 2 --model extratrees --subsample 0.8 --format json", table());
  ASSERT_EQ(run.code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["metric"], "accuracy");
  EXPECT_EQ(json["rows_per_repeat"], 48);
  EXPECT_GE(json["null"], 0.5);
}

TEST(RankVerb, threads_do_not_change_a_bit) {
  const auto features = [](int threads) {
    const Finished run =
        run_umfi("rank - --target y --format csv --threads " + std::to_string(threads) + std::string(quick), table());
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  };
  const std::string one = features(1);
  EXPECT_EQ(features(2), one);
  EXPECT_EQ(features(5), one);
}

TEST(RankVerb, output_goes_to_a_file_that_appears_when_it_is_complete) {
  const TemporaryFolder folder;
  const Finished run =
      run_umfi("rank - --target y --format csv -o '" + folder.path("scores.csv") + "'" + std::string(quick), table());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(folder.read("scores.csv").starts_with("feature,score"));
  EXPECT_EQ(
      std::distance(std::filesystem::directory_iterator(std::filesystem::path(folder.path("scores.csv")).parent_path()),
                    {}),
      1);
}

TEST(RankVerb, ctrl_c_leaves_the_old_file_and_nothing_else) {
  const TemporaryFolder folder;
  folder.file("scores.csv", "old");
  const std::string data = folder.file("data.csv", table());
  const std::string out = folder.path("scores.csv");
  const Finished run = shell("\"$UMFI\" rank '" + data + "' --target y --repeats 1000000 -o '" + out +
                             "' & sleep 0.5; kill -INT $!; wait $!");
  EXPECT_EQ(run.code, 130);
  EXPECT_TRUE(contains(run.err, "umfi: interrupted"));
  EXPECT_EQ(folder.read("scores.csv"), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(std::filesystem::path(out).parent_path()), {}), 2);
}

class BadRankInput : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadRankInput, gets_one_clear_sentence_and_a_stable_code) {
  expect_refusal("rank", GetParam());
}

std::string repeated(const std::string& header, const std::string& row, int rows) {
  std::string text = header + "\n";
  for (int i = 0; i < rows; ++i) text += std::to_string(i) + row + "\n";
  return text;
}

std::vector<BadInput> bad_inputs() {
  std::string classes = "x,y\n";
  for (int i = 0; i < 40; ++i) classes += std::to_string(i * i % 17) + ",label" + std::to_string(i * 2 / 3) + "\n";
  std::string infinite = table();
  infinite.replace(infinite.find('\n') + 1, 1, "inf,1,1,1,yes\n1");
  return {
      {"no_target", "- --drop wet", table(), 2, "--target"},
      {"missing_target", "- --target yy", table(), 2, "no column 'yy' in the data; did you mean 'y'?"},
      {"constant_target", "- --target y --numeric x", repeated("x,y", ",3", 20), 3,
       "the target 'y' has only one value"},
      {"constant_features", "- --target x", repeated("x,y,z", ",3,4", 20), 3, "no feature is left"},
      {"no_features", "- --target y --drop a,b,c,wet", table(), 3, "no feature is left"},
      {"few_rows", "- --target y", repeated("y,x", ",3", 9), 3, "9 complete rows are too few; at least 10"},
      {"many_classes", "- --target y", classes, 3, "holds 27 different texts in 40 rows, as an id does"},
      {"no_file", "/no/such/file.csv --target y", "", 4, "/no/such/file.csv"},
      {"folder_as_file", "/tmp --target y", "", 4, "/tmp"},
      {"unwritable", "- --target y --drop wet -o /no/such/folder/out.csv", table(), 4, "/no/such/folder/out.csv"},
      {"folder_as_output", "- --target y --drop wet -o /tmp", table(), 4, "it is a folder"},
      {"infinite", "- --target y --drop wet", infinite, 3, "column 'a' is infinite or too large in data row 1"},
      {"wrong_remover", "- --target y --remove magic", table(), 2,
       "--remove takes lr, ot, lgt, ot-chain or best, not 'magic'"},
      {"wrong_subsample", "- --target y --drop wet --subsample 5", table(), 2, "--subsample must be a share"},
      {"wrong_repeats", "- --target y --drop wet --repeats 0", table(), 2, "--repeats must be from 1 to 1,000,000"},
      {"wrong_trees", "- --target y --drop wet --trees -3", table(), 2, "--trees must be from 1 to 1,000,000"},
      {"wrong_alpha", "- --target y --drop wet --lr-alpha 0", table(), 2, "--lr-alpha must be above 0, at most 1"},
      {"wrong_bins", "- --target y --drop wet --ot-bin-size 1", table(), 2, "--ot-bin-size must be at least 2 rows"},
      {"floor_of_regression", "- --target y --drop wet --accuracy-floor 0.5", table(), 2,
       "--accuracy-floor does not apply: it is for classification"},
      {"setting_of_another_part", "- --target y --drop wet --mci-k 2", table(), 2,
       "--mci-k does not apply: it is for mci, and not used here"},
      {"remover_of_no_use", "- --target y --drop wet --method mci --remove lr", table(), 2,
       "--remove does not apply: mci importance does not free features of each other"},
      {"dropped_target", "- --target y --drop y", table(), 2, "cannot be both the target and dropped"}};
}

INSTANTIATE_TEST_SUITE_P(RankVerb, BadRankInput, ::testing::ValuesIn(bad_inputs()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(RankVerb, warns_of_missing_values_constants_and_hopeless_data) {
  std::string text = "x,c,y\n";
  unsigned state = 7;
  for (int i = 0; i < 40; ++i) {
    state = state * 1103515245U + 12345U;
    text += (i == 3 ? "NA" : std::to_string(5 * i)) + ",5," + std::to_string(state / 65536 % 100) + "\n";
  }
  const Finished run = run_umfi("rank - --target y --trees 20 --repeats 2", text);
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(
      contains(in_one_line(run.out),
               "Warning: 39 of 40 rows are complete, and only these are used; values are missing in 'x' (1 row)"));
  EXPECT_TRUE(contains(run.err, "  c  has only one value and cannot matter"));
  EXPECT_FALSE(contains(run.err, "null model"));
  EXPECT_TRUE(contains(in_one_line(run.out),
                       "Warning: the full model does not beat the null model, so the scores are not meaningful."));
}

// In the table, or on standard error where there is none to read.
TEST(RankVerb, a_warning_about_the_scores_is_said_once) {
  std::string text = "x,y\n";
  unsigned state = 7;
  for (int i = 0; i < 40; ++i) {
    state = state * 1103515245U + 12345U;
    text += std::to_string(3 * i) + "," + std::to_string(state / 65536 % 100) + "\n";
  }
  const std::string warning =
      "umfi: warning: the full model does not beat the null model, so the scores are not meaningful\n";
  const TemporaryFolder folder;
  const std::string command = "rank - --target y --trees 20 --repeats 2 --no-inference ";
  EXPECT_EQ(run_umfi(command, text).err, "");
  EXPECT_EQ(run_umfi(command + "--format csv", text).err, warning);
  EXPECT_EQ(run_umfi(command + "-o '" + folder.path("scores.txt") + "'", text).err, warning);
  const Finished json = run_umfi(command + "--format json", text);
  EXPECT_EQ(json.err, warning);
  EXPECT_EQ(nlohmann::json::parse(json.out)["warnings"].size(), 1U);
}

TEST(RankVerb, tables_fit_eighty_columns_also_where_they_are_piped_and_wide_shows_all) {
  const std::string command = "rank - --target y" + std::string(quick);
  const Finished piped = run_umfi(command, table());
  EXPECT_TRUE(contains(piped.out, "\nLeft out to fit 80 columns: p, quartiles, with, without; --wide shows them.\n"))
      << piped.out;
  const Finished wide = run_umfi(command + "--wide", table());
  for (const char* column : {"quartiles", "with  without", "±"}) EXPECT_TRUE(contains(wide.out, column)) << wide.out;
  EXPECT_FALSE(contains(wide.out, "Left out"));
  const Finished roomy = shell("COLUMNS=150 \"$UMFI\" " + command, table());
  EXPECT_FALSE(contains(roomy.out, "Left out")) << roomy.out;
}

TEST(RemoveVerb, writes_the_freed_table) {
  const Finished run = run_umfi("remove - --feature y --target wet", table());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("a,b,c,y,wet\n"));
  const Finished same = run_umfi("remove - --feature y --target wet --remove lr --lr-alpha 0.01", table());
  EXPECT_EQ(same.out, run.out);
  EXPECT_NE(run_umfi("remove - --feature y --target wet --remove ot", table()).out, run.out);
  EXPECT_EQ(run_umfi("remove - --feature nothing", table()).code, 2);
  const Finished both = run_umfi("remove - --feature y --target y", table());
  EXPECT_EQ(both.code, 2);
  EXPECT_TRUE(contains(both.err, "'y' cannot be both the feature that others are freed of and the target")) << both.err;
  EXPECT_TRUE(contains(run_umfi("remove - --feature y --drop y", table()).err, "freed of and dropped"));
}

}  // namespace
}  // namespace umfi
