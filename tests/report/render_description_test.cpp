#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/lines.hpp"
#include "umfi/csv.hpp"
#include "umfi/report.hpp"

namespace umfi {
namespace {

TableSummary summary() {
  return {.rows = 8,
          .complete_rows = 7,
          .columns = {{.name = "rain",
                       .kind = Kind::numeric,
                       .missing = 1,
                       .distinct = 3,
                       .low = "0.30000000000000004",
                       .high = "1000000",
                       .histogram = {8, 0, 4}},
                      {.name = "soil, top",
                       .kind = Kind::categorical,
                       .missing = 0,
                       .distinct = 3,
                       .low = "sand",
                       .high = "clay",
                       .histogram = {4, 3, 1}}},
          .remarks = {},
          .missing = {}};
}

TEST(RenderDescription, the_table_shows_kind_missing_distinct_range_and_histogram) {
  EXPECT_EQ(render(summary(), Format::table),
            "8 rows (7 without missing values), 2 columns\n"
            "\n"
            "column     kind            missing  distinct  range          histogram\n"
            "rain       numeric      1 (12.5 %)         3  0.3 … 1e+06    █ ▄\n"
            "soil, top  categorical           0         3  sand, clay, …  █▆▂\n");
}

TEST(RenderDescription, a_table_without_holes_is_called_complete) {
  TableSummary whole = summary();
  whole.complete_rows = 8;
  whole.columns.resize(1);
  EXPECT_EQ(render(whole, Format::table).substr(0, 32), "8 rows (all complete), 1 column\n");
}

TEST(RenderDescription, long_names_are_shortened_to_the_width_and_control_characters_shown) {
  TableSummary odd = summary();
  odd.columns[0].name = std::string(300, 'n');
  odd.columns[1].low = "sa\x1b[31mnd";
  const std::string text = render(odd, Format::table, {.colour = false, .width = 80});
  EXPECT_EQ(text.find(std::string(25, 'n')), std::string::npos);
  EXPECT_NE(text.find("nnnnnnn…nnnnnn"), std::string::npos) << text;
  EXPECT_LE(longest_line(text), 80U) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(RenderDescription, labels_are_shortened_before_columns_are_left_out) {
  TableSummary labels = summary();
  labels.columns[1].low = labels.columns[1].high = "a label of many letters";
  const std::string text = render(labels, Format::table, {.width = 80});
  EXPECT_NE(text.find("a la…ers, a la…ers, …"), std::string::npos) << text;
  EXPECT_EQ(text.find("Left out"), std::string::npos) << text;
  const std::string narrow = render(labels, Format::table, {.width = 60});
  EXPECT_NE(narrow.find("Left out to fit 60 columns: distinct, histogram; wide shows"), std::string::npos) << narrow;
}

TEST(RenderDescription, colours_appear_only_where_they_are_asked_for) {
  for (const Format format : {Format::table, Format::json, Format::csv})
    EXPECT_EQ(render(summary(), format).find('\x1b'), std::string::npos);
  EXPECT_NE(render(summary(), Format::table, {.colour = true}).find('\x1b'), std::string::npos);
}

TEST(RenderDescription, json_holds_the_whole_summary) {
  const auto json = nlohmann::json::parse(render(summary(), Format::json));
  EXPECT_EQ(json["rows"], 8);
  EXPECT_EQ(json["complete_rows"], 7);
  ASSERT_EQ(json["columns"].size(), 2U);
  EXPECT_EQ(json["columns"][0]["name"], "rain");
  EXPECT_EQ(json["columns"][0]["kind"], "numeric");
  EXPECT_EQ(json["columns"][0]["missing"], 1);
  EXPECT_EQ(json["columns"][0]["distinct"], 3);
  EXPECT_EQ(json["columns"][0]["low"], "0.30000000000000004");
  EXPECT_EQ(json["columns"][1]["histogram"].get<std::vector<int>>(), (std::vector<int>{4, 3, 1}));
}

TEST(RenderDescription, csv_has_one_row_per_column_and_quotes_what_must_be_quoted) {
  EXPECT_EQ(render(summary(), Format::csv),
            "column,kind,missing,distinct,low,high\n"
            "rain,numeric,1,3,0.30000000000000004,1000000\n"
            "\"soil, top\",categorical,0,3,sand,clay\n");
}

}  // namespace
}  // namespace umfi
