#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/lines.hpp"
#include "report/made_up.hpp"
#include "umfi/csv.hpp"
#include "umfi/report.hpp"

namespace umfi {
namespace {

FeatureDiagnosis feature(const std::string& name, double lr, double ot) {
  FeatureDiagnosis result;
  result.name = name;
  result.measure = "r2";
  result.raw = 0.62;
  result.removers = {{.residual = lr, .kept_mean = 0.9, .kept_worst = 0.4, .worst_column = "other"},
                     {.residual = ot, .kept_mean = 0.8, .kept_worst = 0.3, .worst_column = "other"}};
  result.prefer = 1;
  result.verdict = "lr leaves 0.31 of 0.62: prefer ot";
  return result;
}

DiagnoseResult diagnosis() {
  DiagnoseResult result;
  result.options.target = "y";
  fill_in_parts(result);
  result.features = {feature("clean", 0.31, -0.1), feature("dirty", 0.31, 0.2)};
  result.mean_raw = 0.62;
  result.removers[0].mean_residual = 0.31;
  result.removers[1].mean_residual = 0.05;
  result.rows = 100;
  return result;
}

TEST(RenderDiagnosis, the_table_is_floored_sorted_by_what_is_left_and_summed_up) {
  const std::string text = render(diagnosis(), Format::table);
  EXPECT_LT(text.find("\ndirty "), text.find("\nclean "));
  EXPECT_EQ(text.find("-0.1"), std::string::npos);
  for (const char* part : {"lr leaves 0.31 of 0.62: prefer ot", "0.90 0.80",
                           "Mean over 2 features: raw 0.62, lr 0.31, ot 0.10.", "0 is perfect"})
    EXPECT_NE(in_one_line(text).find(part), std::string::npos) << part;
  EXPECT_EQ(text.find("accuracy"), std::string::npos);
}

TEST(RenderDiagnosis, says_what_the_figure_of_categories_is) {
  DiagnoseResult result = diagnosis();
  result.features[0].measure = "accuracy_above_null";
  EXPECT_NE(in_one_line(render(result, Format::table)).find("accuracy, from the null model (0) to 1"),
            std::string::npos);
}

TEST(RenderDiagnosis, json_keeps_signs_and_the_order_of_the_table) {
  const auto json = nlohmann::json::parse(render(diagnosis(), Format::json));
  EXPECT_EQ(json["features"][0]["name"], "clean");
  EXPECT_EQ(json["features"][0]["raw_dependence"], 0.62);
  EXPECT_EQ(json["features"][0]["removers"][1]["name"], "ot");
  EXPECT_EQ(json["features"][0]["removers"][1]["residual_dependence"], -0.1);
  EXPECT_EQ(json["features"][0]["removers"][0]["name"], "lr");
  EXPECT_EQ(json["features"][0]["removers"][0]["kept_worst"], 0.4);
  EXPECT_EQ(json["features"][0]["removers"][0]["worst_column"], "other");
  EXPECT_EQ(json["features"][0]["prefer"], "ot");
  EXPECT_EQ(json["removers"][1]["name"], "ot");
  EXPECT_EQ(json["removers"][1]["title"], "optimal transport");
  EXPECT_EQ(json["removers"][1]["mean_residual"], 0.05);
  DiagnoseResult untouched = diagnosis();
  untouched.options.target = "";
  untouched.option_values = values_of(untouched.options);
  untouched.features[0].removers[0] = {};
  const auto other = nlohmann::json::parse(render(untouched, Format::json));
  EXPECT_TRUE(other["features"][0]["removers"][0]["worst_column"].is_null());
  EXPECT_TRUE(other["options"]["target"].is_null());
}

TEST(RenderDiagnosis, csv_has_one_line_per_feature) {
  const std::string text = render(diagnosis(), Format::csv);
  EXPECT_TRUE(
      text.starts_with("feature,measure,raw,raw_pairwise,lr,ot,lr_pairwise,lr_kept_mean,lr_kept_worst,lr_worst_column,"
                       "ot_pairwise,ot_kept_mean,ot_kept_worst,ot_worst_column,prefer,verdict\n"
                       "clean,r2,0.62,0,0.31,-0.1,0,0.9,0.4,"))
      << text;
}

TEST(RenderDiagnosis, many_features_are_cut_to_a_screen_and_lines_fit_a_terminal) {
  DiagnoseResult result = diagnosis();
  for (int i = 0; i < 100; ++i) result.features.push_back(feature(std::string(40, 'x') + std::to_string(i), 0.3, 0.1));
  for (const int width : {64, 80, 120}) {
    const std::string text = render(result, Format::table, {.width = width});
    EXPECT_NE(in_one_line(text).find("… and 52 more"), std::string::npos);
    EXPECT_LE(longest_line(text), static_cast<std::size_t>(width)) << text;
  }
}

TEST(RenderDiagnosis, what_is_kept_is_left_out_before_what_there_was) {
  EXPECT_EQ(render(diagnosis(), Format::table).find("Left out"), std::string::npos);
  EXPECT_NE(render(diagnosis(), Format::table, {.width = 62}).find("Left out to fit 62 columns: kept; wide shows it."),
            std::string::npos);
  EXPECT_NE(
      in_one_line(render(diagnosis(), Format::table, {.width = 50})).find("50 columns: raw, kept; wide shows them."),
      std::string::npos);
}

}  // namespace
}  // namespace umfi
