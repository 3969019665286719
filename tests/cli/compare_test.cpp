#include <nlohmann/json.hpp>

#include "cli/running.hpp"

namespace umfi {
namespace {

using namespace testing;

std::string on_simulation(const std::string& arguments) {
  return "\"$UMFI\" simulate blood-relation --rows 150 | \"$UMFI\" compare - --target y --trees 10 --repeats 2 " +
         arguments;
}

TEST(CompareVerb, prints_shares_ranks_agreement_and_questions) {
  const Finished run = shell(on_simulation(""));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  for (const char* part : {"umfi-lr", "umfi-ot", "mci", "ablation", "bivariate", "permutation", "conditional", " (1)",
                           "Kendall's tau", "ablation: what is lost", "All features together"})
    EXPECT_TRUE(contains(run.out, part)) << part;
}

TEST(CompareVerb, json_holds_everything) {
  const Finished run = shell(on_simulation("--methods umfi-lr,ablation --format json"));
  ASSERT_EQ(run.code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  ASSERT_EQ(json["methods"].size(), 2U);
  EXPECT_EQ(json["methods"][1]["name"], "ablation");
  EXPECT_EQ(json["methods"][1]["result"]["features"].size(), 4U);
  EXPECT_EQ(json["agreement"].size(), 2U);
}

TEST(CompareVerb, csv_has_one_line_per_method_and_feature) {
  const Finished run = shell(on_simulation("--methods bivariate,permutation --format csv"));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("method,feature,score,share,rank\nbivariate,x1,"));
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 9);
}

TEST(CompareVerb, gaussian_power_is_called_by_its_name_and_needs_no_list_of_methods) {
  const Finished run =
      shell("\"$UMFI\" simulate blood-relation --rows 150 | \"$UMFI\" compare - --target y --power gaussian");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "rows, Gaussian power, 1 repeat")) << run.out;
  EXPECT_TRUE(contains(run.out, " nats of information; null model 0.0000")) << run.out;
  EXPECT_FALSE(contains(run.out, "R²")) << run.out;
  EXPECT_TRUE(contains(run.err, "permutation is left out")) << run.err;
}

TEST(CompareVerb, of_one_feature_there_is_no_order_to_agree_on) {
  const Finished run = shell(on_simulation("--drop x1,x2,x3 --methods umfi-lr,ablation"));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_FALSE(contains(run.out, "0.00 ")) << run.out;
  EXPECT_TRUE(contains(run.out, "–")) << run.out;
}

TEST(CompareVerb, hopeless_data_are_called_so) {
  const Finished run = shell(on_simulation("--drop x2,x3,x4 --methods umfi-lr,ablation"));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "Warning: the full model does not beat the null model")) << run.out;
}

TEST(CompareVerb, an_unknown_method_is_answered_with_those_there_are) {
  const Finished run = shell(on_simulation("--methods shap"));
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(contains(run.err, "--methods takes umfi-lr, umfi-ot, ")) << run.err;
}

TEST(RankVerb, explains_what_scores_are_made_of) {
  const Finished run =
      shell("\"$UMFI\" simulate correlation --rows 150 | \"$UMFI\" rank - --target y --trees 10 --repeats 2 --explain");
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* part : {"alone", "given others", "shared", "together"}) EXPECT_TRUE(contains(run.out, part)) << part;
}

TEST(RankVerb, other_methods_say_which_question_they_answer) {
  const Finished run = shell(
      "\"$UMFI\" simulate correlation --rows 150 | \"$UMFI\" rank - --target y --trees 10 --repeats 2 --method "
      "permutation");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "by permutation: what one forest loses"));
  EXPECT_FALSE(contains(run.out, "without"));
}

}  // namespace
}  // namespace umfi
