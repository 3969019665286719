#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/running.hpp"

namespace umfi {
namespace {

using namespace testing;

// 60 rows: y follows x, z is noise of a linear congruence, wet is whether x is large, but for two rows.
std::string table() {
  std::string text = "x,z,y,wet\n";
  unsigned noise = 1;
  for (int i = 0; i < 60; ++i) {
    noise = noise * 1103515245U + 12345U;
    text += std::to_string(3 * i) + "," + std::to_string(noise / 65536 % 1000) + "," +
            std::to_string(2 * i + 5 * (i % 4)) + ",";
    text += (i < 24) != (i == 10 || i == 30) ? "no\n" : "yes\n";
  }
  return text;
}

nlohmann::json json_of(const std::string& arguments) {
  const Finished run = run_umfi("power - --format json " + arguments, table());
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  return nlohmann::json::parse(run.out);
}

TEST(PowerVerb, json_has_metric_null_mean_sd_and_values) {
  const auto json = json_of("--target y --drop wet --trees 20 --repeats 4");
  EXPECT_EQ(json["metric"], "r2");
  EXPECT_EQ(json["null"], 0.0);
  EXPECT_EQ(json["values"].size(), 4U);
  EXPECT_GT(json["mean"].get<double>(), 0.8);  // y follows x, but for a remainder
  EXPECT_GE(json["sd"].get<double>(), 0);
  EXPECT_EQ(json["features"], (std::vector<std::string>{"x", "z"}));
  EXPECT_EQ(json["options"]["trees"], 20);
}

TEST(PowerVerb, a_target_of_labels_is_classified) {
  const auto json = json_of("--target wet --features x --trees 20 --repeats 2 --model extratrees");
  EXPECT_EQ(json["metric"], "accuracy");
  EXPECT_EQ(json["task"], "classification");
  EXPECT_EQ(json["null"], 0.6);  // 36 of 60 are wet
  EXPECT_GT(json["mean"].get<double>(), 0.85);
  EXPECT_EQ(json["options"]["model"], "extratrees");
}

TEST(PowerVerb, values_are_the_same_bits_for_1_2_3_and_7_threads) {
  for (const std::string task : {"--target y --model forest", "--target wet --model forest",
                                 "--target y --model extratrees", "--target wet --model extratrees"}) {
    const auto one = json_of(task + " --trees 30 --repeats 5 --seed 9 --threads 1")["values"];
    for (const std::string threads : {"2", "3", "7"})
      EXPECT_EQ(json_of(task + " --trees 30 --repeats 5 --seed 9 --threads " + threads)["values"], one) << task;
  }
}

TEST(PowerVerb, the_seed_chooses_the_values) {
  const std::string options = "--target y --trees 10 --repeats 3 --seed ";
  EXPECT_EQ(json_of(options + "5")["values"], json_of(options + "5")["values"]);
  EXPECT_NE(json_of(options + "5")["values"], json_of(options + "6")["values"]);
}

TEST(PowerVerb, the_table_is_plain_text_and_alone_on_standard_output) {
  const Finished run = run_umfi("power - --target y --features x,z --trees 10 --repeats 2", table());
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(in_one_line(run.out).starts_with(
      "Predicting y from 2 features in 60 rows: regression, forest of 10 trees, 2 repeats "));
  EXPECT_FALSE(contains(run.out, "\x1b"));
  EXPECT_EQ(run.err, "");
}

TEST(PowerVerb, warnings_go_to_standard_error_and_leave_json_whole) {
  const Finished run =
      run_umfi("power - --target y --trees 10 --repeats 2 --format json", table() + ",5,7,yes\nNA,6,8,no\n");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(
      run.err,
      "umfi: warning: 60 of 62 rows are complete, and only these are used; values are missing in 'x' (2 rows); --drop "
      "x would use 62 rows\n");
  EXPECT_EQ(nlohmann::json::parse(run.out)["dropped_rows"], 2);
}

TEST(PowerVerb, csv_has_a_row_per_repeat) {
  const Finished run = run_umfi("power - --target y --trees 10 --repeats 3 --format csv", table());
  EXPECT_EQ(run.out.substr(0, run.out.find('\n')), "repeat,metric,null,value");
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 4);
}

TEST(PowerVerb, text_cannot_be_regressed_on) {
  const Finished run = run_umfi("power - --target wet --task regression", table());
  EXPECT_EQ(run.code, 3);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err,
            "umfi: the target 'wet' holds text, so it cannot be used for regression; use --task classification\n");
}

}  // namespace
}  // namespace umfi
