// Results that were made with parts that do not come with umfi.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/page.hpp"
#include "umfi/report.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

// The first remover and the first power under names of their own, the remover with an option.
Parts own_parts() {
  Parts parts = built_in_parts();
  RemoverEntry remover = parts.removers.front();
  remover.name = "own-remover";
  remover.options.push_back(
      {.name = "strength", .type = OptionType::integer, .help = "How much is removed", .standard = 7});
  parts.removers.push_back(remover);
  PowerEntry power = parts.powers.front();
  power.name = "own-power";
  parts.powers.push_back(power);
  return parts;
}

TEST(OwnParts, a_ranking_is_shown_in_every_form) {
  const Parts parts = own_parts();
  Context context;
  context.parts = &parts;
  const RankResult result = rank_features(simulate("interactions", 60, 1),
                                          {.target = "y",
                                           .remove = "own-remover",
                                           .power = "own-power",
                                           .repeats = 2,
                                           .inference = false,
                                           .settings = {{"strength", 9}, {"trees", 5}}},
                                          context);
  const auto options = nlohmann::json::parse(render(result, Format::json))["options"];
  EXPECT_EQ(options["remove"], "own-remover");
  EXPECT_EQ(options["power"], "own-power");
  EXPECT_EQ(options["strength"], 9);
  EXPECT_EQ(report_document(result, {})["result"]["options"]["strength"], 9);
  EXPECT_NE(render(result, Format::table, {.width = 200}).find("removed by own-remover"), std::string::npos);
  EXPECT_TRUE(render(result, Format::csv).starts_with("feature,score"));
}

TEST(OwnParts, so_are_a_power_and_a_diagnosis) {
  const Parts parts = own_parts();
  Context context;
  context.parts = &parts;
  const Table table = simulate("interactions", 60, 1);
  const PowerResult power =
      measure_power(table, {.target = "y", .power = "own-power", .repeats = 1, .settings = {{"trees", 5}}}, context);
  EXPECT_EQ(nlohmann::json::parse(render(power, Format::json))["options"]["power"], "own-power");
  const DiagnoseResult diagnosis =
      diagnose(table, {.target = "y", .removers = {"lr", "own-remover"}, .trees = 5}, context);
  EXPECT_EQ(report_document(diagnosis, {})["result"]["options"]["strength"], 7);
  EXPECT_NE(render(diagnosis, Format::table).find("strength=7"), std::string::npos);
}

}  // namespace
}  // namespace umfi
