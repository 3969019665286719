#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/made_up.hpp"
#include "umfi/csv.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

PowerResult classification() {
  PowerResult result;
  result.options.target = "wet";
  result.options.repeats = 2;
  result.options.settings = {{"trees", 50}};
  result.options.seed = 18446744073709551615U;
  result.task = Task::classification;
  fill_in_parts(result);
  result.null = 0.625;
  result.mean = 0.75;
  result.sd = 0.1;
  result.values = {1.0 / 3, 0.1 + 0.2};
  result.features = {"rain", "slope"};
  result.rows = 120;
  result.dropped = 3;
  result.seconds = 1.5;
  return result;
}

TEST(RenderPower, the_table_tells_what_was_predicted_how_well_and_what_guessing_gives) {
  EXPECT_EQ(render(classification(), Format::table),
            "Predicting wet from 2 features in 120 rows: classification, forest of 50 trees,\n"
            "2 repeats\n"
            "\n"
            "                accuracy      sd\n"
            "these features    0.7500  0.1000\n"
            "null model        0.6250          always predicting the largest class\n");
}

TEST(RenderPower, one_repeat_has_no_sd_and_one_feature_no_plural) {
  PowerResult result = classification();
  result.task = Task::regression;
  result.options.settings.set("model", "extratrees");
  result.options.repeats = 1;
  fill_in_parts(result);
  result.features = {"rain"};
  result.null = 0;
  EXPECT_EQ(render(result, Format::table),
            "Predicting wet from 1 feature in 120 rows: regression, extratrees of 50 trees, 1\n"
            "repeat\n"
            "\n"
            "                    R²  sd\n"
            "these features  0.7500\n"
            "null model      0.0000      always predicting the mean\n");
}

TEST(RenderPower, a_forest_that_does_not_beat_guessing_is_told_so) {
  PowerResult result = classification();
  result.mean = 0.625;
  EXPECT_NE(render(result, Format::table).find("These features do not beat the null model."), std::string::npos);
}

TEST(RenderPower, a_name_cannot_send_control_characters_to_the_terminal) {
  PowerResult result = classification();
  result.options.target = "y\x1b[2J\n";
  EXPECT_EQ(render(result, Format::table).find('\x1b'), std::string::npos);
}

TEST(RenderPower, colours_appear_only_where_they_are_asked_for) {
  for (const Format format : {Format::table, Format::json, Format::csv})
    EXPECT_EQ(render(classification(), format).find('\x1b'), std::string::npos);
  EXPECT_NE(render(classification(), Format::table, {.colour = true}).find('\x1b'), std::string::npos);
  EXPECT_EQ(render(classification(), Format::json, {.colour = true}).find('\x1b'), std::string::npos);
}

TEST(RenderPower, json_has_every_number_to_the_last_bit) {
  const PowerResult result = classification();
  const auto json = nlohmann::json::parse(render(result, Format::json));
  EXPECT_EQ(json["metric"], "accuracy");
  EXPECT_EQ(json["null"].get<double>(), result.null);
  EXPECT_EQ(json["mean"].get<double>(), result.mean);
  EXPECT_EQ(json["sd"].get<double>(), result.sd);
  EXPECT_EQ(json["values"].get<std::vector<double>>(), result.values);
  EXPECT_EQ(json["task"], "classification");
  EXPECT_EQ(json["rows"], 120);
  EXPECT_EQ(json["dropped_rows"], 3);
  EXPECT_EQ(json["options"]["target"], "wet");
  EXPECT_EQ(json["features"].get<std::vector<std::string>>(), result.features);
  EXPECT_EQ(json["options"]["model"], "forest");
  EXPECT_EQ(json["options"]["trees"], 50);
  EXPECT_EQ(json["options"]["seed"].get<std::uint64_t>(), result.options.seed);
  EXPECT_EQ(json["version"], version);
}

TEST(RenderPower, json_survives_names_that_are_no_text) {
  PowerResult result = classification();
  result.options.target = "\xC3\x28";
  fill_in_parts(result);
  EXPECT_NO_THROW(nlohmann::json::parse(render(result, Format::json)));
}

TEST(RenderPower, csv_has_one_row_per_repeat_and_reads_back_to_the_same_bits) {
  const PowerResult result = classification();
  const std::string text = render(result, Format::csv);
  EXPECT_EQ(text.substr(0, text.find('\n')), "repeat,metric,null,value");
  const Table table = parse_csv(text, "power.csv", {.categorical = {"metric"}});
  ASSERT_EQ(table.rows(), 2U);
  EXPECT_EQ(table.column("metric").text(0), "accuracy");
  EXPECT_EQ(table.column("value").values()[0], result.values[0]);
  EXPECT_EQ(table.column("value").values()[1], result.values[1]);
  EXPECT_EQ(table.column("null").values()[1], result.null);
}

}  // namespace
}  // namespace umfi
