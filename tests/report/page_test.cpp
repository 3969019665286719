#include "report/page.hpp"

#include <gtest/gtest.h>

#include "report/made_up.hpp"
#include "umfi/error.hpp"
#include "umfi/report.hpp"

namespace umfi {
namespace {

using Json = nlohmann::ordered_json;

// What names of columns and files may hold.
const std::vector<std::string> hostile{"<script>alert(1)</script>",
                                       "</script><img src=x onerror=alert(1)>",
                                       "<!--",
                                       "]]>",
                                       "\" onload='x'",
                                       "a&lt;b",
                                       "line\nbreak\r\x01",
                                       "\xE2\x80\xAEright to left",
                                       "\xE2\x80\xA8",
                                       "\\u003c",
                                       std::string(10000, 'x')};

TEST(Page, embedded_json_reads_back_as_it_was) {
  const Json json{{"names", hostile}, {"number", 0.1}};
  EXPECT_EQ(Json::parse(embeddable(json)), json);
}

TEST(Page, embedded_json_holds_nothing_that_html_would_read) {
  const std::string text = embeddable(Json(hostile));
  EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
  for (const char c : text) EXPECT_TRUE(c >= 0x20 && c < 0x7F) << static_cast<int>(c);
}

TEST(Page, bytes_that_are_no_text_are_replaced) {
  EXPECT_EQ(embeddable(Json("a\xFF")), "\"a\\ufffd\"");
}

TEST(Page, the_document_stands_between_the_two_parts_of_the_page) {
  const PageText page{"<html>", "</html>"};
  EXPECT_EQ(page_with(page, Json{{"a", "<"}}), "<html>{\"a\":\"\\u003c\"}</html>");
}

TEST(Page, without_a_page_one_sentence_says_what_is_missing) {
  try {
    page_with(PageText{}, Json::object());
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "no report can be written: this umfi was built without the report page, for which nodejs and npm are "
                 "needed; install them, then configure and build again");
  }
}

RankResult small_ranking() {
  RankResult result;
  result.options.target = "</script><b>y";
  fill_in_parts(result);
  result.full = 0.5;
  result.features = {{.name = "<script>alert(1)</script>", .score = 0.2, .values = {0.2}}};
  result.rows = result.rows_per_repeat = 100;
  return result;
}

TEST(ReportDocument, holds_exactly_what_json_gives) {
  const RankResult result = small_ranking();
  const Json document = report_document(result, {.data_file = "<b>.csv", .command_line = "umfi rank '<b>.csv'"});
  EXPECT_EQ(document["kind"], "rank");
  EXPECT_EQ(document["result"], Json::parse(render(result, Format::json)));
  EXPECT_EQ(document["details"]["data_file"], "<b>.csv");
  EXPECT_EQ(document["details"]["command_line"], "umfi rank '<b>.csv'");
  EXPECT_EQ(document["details"]["methods"], methods_text(result));
}

TEST(ReportDocument, what_a_reader_must_know_is_among_the_warnings) {
  RankResult result = small_ranking();
  EXPECT_TRUE(report_document(result, {})["details"]["warnings"].empty());
  result.use.remarks = {{.column = "id", .concern = Concern::id, .is_left_out = true, .text = "holds ids", .mend = ""}};
  result.warnings = {"much is left"};
  const Json warnings = report_document(result, {})["details"]["warnings"];
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0], "Column 'id' holds ids: left out.");
  EXPECT_EQ(warnings[1], "Much is left.");
}

TEST(ReportDocument, warnings_call_options_as_the_face_does) {
  RankResult result = small_ranking();
  result.warnings = {"much is left: try " + option_mention("remove", "ot")};
  EXPECT_EQ(report_document(result, {})["details"]["warnings"][0], "Much is left: try remove=ot.");
  const auto spelling = [](std::string_view name, std::string_view value) {
    return "--" + std::string(name) + " " + std::string(value);
  };
  EXPECT_EQ(report_document(result, {.spelling = spelling})["details"]["warnings"][0],
            "Much is left: try --remove ot.");
}

TEST(RenderReport, no_script_may_run_but_the_one_that_was_bundled) {
  if (!page_text().is_there()) {
    EXPECT_THROW(render_report(small_ranking()), UsageError);
    return;
  }
  const std::string page = render_report(small_ranking());
  EXPECT_NE(page.find("default-src 'none'; script-src 'sha256-"), std::string::npos);
  EXPECT_EQ(page.find("unsafe-"), std::string::npos);
  EXPECT_NE(page.find(embeddable(report_document(small_ranking(), {}))), std::string::npos);
}

TEST(ReportDocument, an_experiment_keeps_its_parts) {
  const ExperimentReport report{
      .title = "t",
      .summary = "s",
      .claims = {{"c", Verdict::partly, "f"}},
      .tables = {{"table", {"a", "b"}, {{"1", "2"}}}},
      .charts = {BoxChart{"box", "%", {{"g", {{"x", {1, 2}}}}}}, BarChart{"bars", "%", {{"x", 2, 1, 3, true}}},
                 LineChart{"lines", "x", "y", true, {{"s", {{1, 2}, {3, 4}}}}}}};
  const Json expected = Json::parse(R"({"kind":"experiment","title":"t","summary":"s",
      "claims":[{"claim":"c","verdict":"partly","figure":"f"}],
      "tables":[{"title":"table","columns":["a","b"],"rows":[["1","2"]]}],
      "charts":[{"title":"box","type":"box","unit":"%",
                 "groups":[{"group":"g","items":[{"name":"x","values":[1.0,2.0]}]}]},
                {"title":"bars","type":"bars","unit":"%",
                 "items":[{"name":"x","median":2.0,"q25":1.0,"q75":3.0,"highlight":true}]},
                {"title":"lines","type":"lines","x_title":"x","y_title":"y","log_y":true,
                 "series":[{"name":"s","points":[[1.0,2.0],[3.0,4.0]]}]}]})");
  Json document = report_document(report, {});
  document.erase("details");
  EXPECT_EQ(document, expected);
}

}  // namespace
}  // namespace umfi
