#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/made_up.hpp"
#include "umfi/csv.hpp"
#include "umfi/report.hpp"

namespace umfi {
namespace {

FeatureScore feature(const std::string& name, double score) {
  FeatureScore result;
  result.name = name;
  result.score = result.mean = result.median = score;
  result.q25 = score - 0.01;
  result.q75 = score + 0.01;
  result.with = 0.8;
  result.without = 0.8 - score;
  result.values = {score};
  return result;
}

RankResult ranking() {
  RankResult result;
  result.options.target = "y";
  fill_in_parts(result);
  result.full = 0.8;
  result.rows = result.rows_per_repeat = 100;
  result.features = {feature("weak", 0.1), feature("negative", -0.02), feature("strong", 0.3)};
  return result;
}

TEST(RenderRank, sorts_floors_and_shares_in_the_table_only) {
  const std::string text = render(ranking(), Format::table);
  EXPECT_LT(text.find("strong"), text.find("weak"));
  EXPECT_LT(text.find("weak"), text.find("negative"));
  EXPECT_NE(text.find("75.0 %"), std::string::npos);  // 0.3 of 0.4: what is below 0 counts as 0
  EXPECT_EQ(text.find("-0.02"), std::string::npos);
  EXPECT_NE(text.find("Scores below 0"), std::string::npos);
  const auto json = nlohmann::json::parse(render(ranking(), Format::json));
  EXPECT_EQ(json["features"][1]["name"], "negative");
  EXPECT_EQ(json["features"][1]["score"], -0.02);
}

TEST(RenderRank, says_nothing_of_negative_scores_where_there_are_none) {
  RankResult result = ranking();
  result.features.erase(result.features.begin() + 1);
  EXPECT_EQ(render(result, Format::table).find("Scores below 0"), std::string::npos);
}

// score = given others + shared, and = alone + together, in every row that is shown.
TEST(RenderRank, an_explained_score_keeps_its_sign) {
  RankResult result = ranking();
  result.options.explain = true;
  for (FeatureScore& f : result.features)
    f.explanation =
        Explanation{.alone = 0.05, .given_others = 0.01, .shared = f.score - 0.01, .together = f.score - 0.05};
  const std::string text = render(result, Format::table, {.colour = false, .width = 120});
  EXPECT_NE(text.find("negative  -0.0200  -0.0300 – -0.0100"), std::string::npos) << text;
  EXPECT_EQ(text.find("shown as 0"), std::string::npos);
}

TEST(RenderRank, json_names_all_options_and_the_unit_of_scores) {
  RankResult result = ranking();
  result.score_unit = "mse";
  auto json = nlohmann::json::parse(render(result, Format::json));
  EXPECT_EQ(json["metric"], "r2");
  EXPECT_EQ(json["score_unit"], "mse");
  EXPECT_EQ(json["options"]["task"], nullptr);
  EXPECT_EQ(json["options"]["explain"], false);
  EXPECT_EQ(json["options"]["power"], "forest");
  EXPECT_EQ(json["options"]["own_mtry"], false);
  result.options.task = Task::regression;
  json = nlohmann::json::parse(render(result, Format::json));
  EXPECT_EQ(json["options"]["task"], "regression");
}

TEST(RenderRank, json_names_the_options_of_the_parts_that_were_used_and_no_others) {
  RankResult result = ranking();
  const auto by_removal = nlohmann::json::parse(render(result, Format::json))["options"];
  EXPECT_EQ(by_removal["method"], "umfi");
  EXPECT_EQ(by_removal["remove"], "lr");
  EXPECT_EQ(by_removal["removal_check"], true);
  EXPECT_EQ(by_removal["lr_alpha"], 0.01);
  EXPECT_FALSE(by_removal.contains("mci_k"));
  result.options = {.target = "y", .method = "mci"};
  fill_in_parts(result);
  const auto by_sets = nlohmann::json::parse(render(result, Format::json))["options"];
  EXPECT_TRUE(by_sets["remove"].is_null());
  EXPECT_TRUE(by_sets["mci_k"].is_null());
  EXPECT_FALSE(by_sets.contains("lr_alpha"));
}

TEST(RenderRank, many_features_are_cut_to_a_screen) {
  RankResult result = ranking();
  for (int i = 0; i < 200; ++i) result.features.push_back(feature("f" + std::to_string(i), 0.001 * i / 200));
  const std::string text = render(result, Format::table);
  EXPECT_NE(text.find("… and 153 more"), std::string::npos);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 65);
  EXPECT_EQ(parse_csv(render(result, Format::csv), "csv").rows(), 203U);
}

TEST(RenderRank, hopeless_data_are_called_so) {
  RankResult result = ranking();
  result.full = -0.1;
  EXPECT_NE(render(result, Format::table).find("The full model does not beat the null model"), std::string::npos);
}

TEST(RenderRank, subsamples_are_named) {
  RankResult result = ranking();
  result.rows_per_repeat = 90;
  EXPECT_NE(render(result, Format::table).find("90 of 100 rows drawn again each time"), std::string::npos);
}

TEST(RenderRank, lines_fit_a_terminal_of_eighty_columns) {
  RankResult result = ranking();
  result.features.push_back(feature(std::string(300, 'x'), 0.2));
  const std::string text = render(result, Format::table, {.colour = false, .width = 80});
  std::size_t begin = text.find("\nfeature ") + 1;
  const std::size_t end = text.find("\n\nAll features");
  while (begin < end) {
    const std::size_t stop = text.find('\n', begin);
    std::size_t columns = 0;
    for (std::size_t k = begin; k < stop; ++k) columns += (static_cast<unsigned char>(text[k]) & 0xC0U) != 0x80 ? 1 : 0;
    EXPECT_LE(columns, 80U);
    begin = stop + 1;
  }
}

}  // namespace
}  // namespace umfi
