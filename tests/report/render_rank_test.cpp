#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/lines.hpp"
#include "report/made_up.hpp"
#include "umfi/csv.hpp"
#include "umfi/report.hpp"
#include "umfi/terminal_text.hpp"

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
  const std::string text = render(result, Format::table, {.width = 120});
  EXPECT_NE(text.find("negative  -0.0200  0.0500        0.0100  -0.0300   -0.0700"), std::string::npos) << text;
  EXPECT_NE(text.find("-0.0300 – -0.0100"), std::string::npos) << text;
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
  fill_in_parts(result);
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

TEST(RenderRank, what_was_used_of_the_table_is_said) {
  RankResult result = ranking();
  result.use.given_rows = 120;
  result.use.classes = 3;
  result.use.kinds = {Kind::numeric, Kind::categorical, Kind::numeric};
  result.use.remarks = {{.column = "id", .concern = Concern::id, .is_left_out = true, .text = "holds ids", .mend = ""}};
  std::string text = render(result, Format::table);
  std::replace(text.begin(), text.end(), '\n', ' ');
  EXPECT_TRUE(text.starts_with("Classification of y, 3 classes. How strongly is each feature related to y?")) << text;
  EXPECT_NE(text.find("3 features (2 numeric, 1 categorical), 100 of 120 rows;"), std::string::npos) << text;
  EXPECT_NE(text.find("Left out of the table: id (id)."), std::string::npos) << text;
}

TEST(RenderRank, a_first_look_is_called_so) {
  RankResult result = ranking();
  result.options.quick = true;
  EXPECT_TRUE(render(result, Format::table).starts_with("A first look. How strongly"));
}

TEST(RenderRank, subsamples_are_named) {
  RankResult result = ranking();
  result.rows_per_repeat = 90;
  EXPECT_NE(render(result, Format::table).find("100 rows, 90 of them drawn for"), std::string::npos);
}

// With everything that a ranking can say.
RankResult full_ranking() {
  RankResult result = ranking();
  result.options.target = std::string(300, 't');
  result.features.push_back(feature(std::string(300, 'x'), 0.2));
  for (FeatureScore& f : result.features) {
    f.interval = Interval{.low = f.score - 0.1, .high = f.score + 0.1};
    f.p = f.q = 0.01;
    f.related = true;
  }
  result.warnings = {"much is left: try " + option_mention("remove", "ot") + ", and " + std::string(200, 'w')};
  result.dropped = 7;
  return result;
}

TEST(RenderRank, every_line_fits_the_width_down_to_forty_columns) {
  for (RankResult result : {ranking(), full_ranking()}) {
    for (const bool is_explained : {false, true}) {
      result.options.explain = is_explained;
      for (FeatureScore& f : result.features) f.explanation = Explanation{};
      for (const int width : {40, 60, 80, 120, 200})
        EXPECT_LE(longest_line(render(result, Format::table, {.width = width})), static_cast<std::size_t>(width))
            << render(result, Format::table, {.width = width});
    }
  }
}

TEST(RenderRank, wide_tables_show_all_columns_and_keep_their_sentences_narrow) {
  const std::string wide = render(full_ranking(), Format::table, {.width = 80, .wide = true});
  const std::string narrow = render(full_ranking(), Format::table, {.width = 80});
  for (const char* column : {" p ", "±", "quartiles", "with", "without"})
    EXPECT_NE(wide.find(column), std::string::npos);
  EXPECT_EQ(wide.find("Left out"), std::string::npos);
  EXPECT_NE(narrow.find("Left out to fit 80 columns: p, ±, quartiles, with, without; wide shows them."),
            std::string::npos)
      << narrow;
  for (std::size_t begin = wide.find("\n\n", wide.find("feature  ")) + 2; begin < wide.size();) {
    const std::size_t end = wide.find('\n', begin);
    EXPECT_LE(display_width(std::string_view(wide).substr(begin, end - begin)), 80U);
    begin = end + 1;
  }
}

// The narrowest table that shows a column.
int narrowest_with(const std::string& column, const RankResult& result) {
  for (int width = 20; width < 200; ++width) {
    const std::string text = render(result, Format::table, {.width = width});
    const std::size_t begin = text.find("\nfeature");
    const std::string head = text.substr(begin, text.find('\n', begin + 1) - begin) + " ";
    const bool is_there =
        column == "bars" ? text.find("██") != std::string::npos : head.find(" " + column + " ") != std::string::npos;
    if (is_there) return width;
  }
  return 200;
}

// The order that docs/commands.md states.
TEST(RenderRank, columns_are_left_out_in_the_documented_order) {
  RankResult result = full_ranking();
  result.features.pop_back();
  int width = 200;
  for (const char* column : {"quartiles", "with", "p", "±", "share", "bars", "95 % interval", "q", "related"}) {
    EXPECT_LT(narrowest_with(column, result), width) << column;
    width = narrowest_with(column, result);
  }
  EXPECT_EQ(narrowest_with("with", result), narrowest_with("without", result));
  result.options.explain = true;
  for (FeatureScore& f : result.features) f.explanation = Explanation{};
  EXPECT_LT(narrowest_with("alone", result), narrowest_with("95 % interval", result));
  EXPECT_LT(narrowest_with("q", result), narrowest_with("alone", result));
}

// Evidence of a relation and the size of the gain are two things.
TEST(RenderRank, a_related_feature_without_a_measurable_gain_is_not_called_noise) {
  RankResult result = ranking();
  for (FeatureScore& f : result.features) {
    f.p = f.q = 0.01;
    f.related = true;
  }
  const std::string text = render(result, Format::table);
  EXPECT_NE(text.find("negative  yes      0.010  0.010      ~0"), std::string::npos) << text;
  EXPECT_NE(in_one_line(text).find("~0: there is a relation, but it adds too little to measure."), std::string::npos);
  EXPECT_EQ(text.find("noise"), std::string::npos);
  EXPECT_LT(text.find("related "), text.find("score "));
  result.features[1].related = false;
  const std::string unrelated = render(result, Format::table);
  EXPECT_EQ(unrelated.find("~0"), std::string::npos);
  EXPECT_NE(unrelated.find("negative  no       0.010  0.010  0.0000"), std::string::npos) << unrelated;
}

TEST(RenderRank, of_scores_shown_as_zero_those_of_related_features_come_first) {
  RankResult result = ranking();
  result.features.push_back(feature("unrelated", -0.001));
  for (FeatureScore& f : result.features) {
    f.p = f.q = 0.01;
    f.related = f.name != "unrelated";
  }
  const std::string text = render(result, Format::table);
  EXPECT_LT(text.find("\nnegative"), text.find("\nunrelated"));
}

TEST(RenderRank, warnings_stand_once_below_the_scores_and_are_in_json) {
  RankResult result = ranking();
  result.warnings = {"the full model does not beat the null model",
                     "much is left: try " + option_mention("remove", "ot")};
  const std::string text = render(result, Format::table);
  EXPECT_LT(text.find("\nstrong"), text.find("\nWarning: the full model does not beat the null model.\n"));
  EXPECT_NE(text.find("\nWarning: much is left: try remove=ot.\n"), std::string::npos);
  EXPECT_EQ(text.find("much is left"), text.rfind("much is left"));
  const auto json = nlohmann::json::parse(render(result, Format::json));
  EXPECT_EQ(json["warnings"][1], "Much is left: try remove=ot.");
}

}  // namespace
}  // namespace umfi
