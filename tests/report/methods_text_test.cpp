#include <gtest/gtest.h>

#include "report/made_up.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

RankResult ranking(const RankOptions& options = {.target = "y"}, Task task = Task::regression) {
  RankResult result;
  result.options = options;
  result.task = task;
  fill_in_parts(result);
  result.full = 0.785;
  result.features.resize(4);
  result.rows = result.rows_per_repeat = 1000;
  return result;
}

void expect_says(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "missing: " << part << "\nin: " << text;
}

TEST(MethodsText, a_ranking_names_method_remover_model_rows_repeats_seed_and_version) {
  EXPECT_EQ(
      methods_text(ranking()),
      std::string(
          "We measured how strongly each of 4 features is related to y by ultra-marginal feature importance (Janssen, "
          "Guan and Robeva, 2023). The score of a feature is the difference in predictive power between the feature "
          "together with all other features, after these have been freed of their dependence on it, and the freed "
          "features alone. Dependence was removed by linear regression (a feature was replaced by its residuals where "
          "its dependence on the protected feature had p < 0.01, or where it was correlated with such a feature). "
          "Predictive power was the out-of-bag R² of random "
          "forests of 100 trees. We used 1000 rows and repeated every measurement 20 times with different random "
          "numbers; scores are means over the repeats. All features together reached an out-of-bag R² of 0.785; the "
          "null model, always predicting the mean, has 0.000. Scores describe association in these data; they do not "
          "show the effect of an intervention. Computations were done with umfi ") +
          std::string(version) + " (random seed 1).");
}

TEST(MethodsText, settings_that_differ_are_told) {
  RankResult result = ranking({.target = "y",
                               .remove = "ot",
                               .seed = 7,
                               .settings = {{"ot_bin_size", 30}, {"model", "extratrees"}}},
                              Task::classification);
  result.rows_per_repeat = 500;
  result.dropped = 1;
  const std::string text = methods_text(result);
  expect_says(text, "pairwise optimal transport");
  expect_says(text, "bins of about 30 rows");
  expect_says(text, "out-of-bag accuracy of extremely randomized trees of 100 trees");
  expect_says(text, "1000 rows (1 row with missing values was left out)");
  expect_says(text, "each time on 500 rows drawn without replacement");
  expect_says(text, "random seed 7");
}

TEST(MethodsText, other_methods_are_named_with_their_origin_and_need_no_removal) {
  const std::string text = methods_text(ranking({.target = "y", .method = "permutation"}));
  expect_says(text, "permutation importance (Breiman, 2001)");
  EXPECT_EQ(text.find("Dependence was removed"), std::string::npos);
  expect_says(methods_text(ranking({.target = "y", .method = "mci", .settings = {{"mci_k", 2}}})),
              "over sets of up to 2 other features");
}

TEST(MethodsText, gaussian_power_is_no_forest) {
  const std::string text = methods_text(ranking({.target = "y", .power = "gaussian", .repeats = 1}));
  expect_says(text, "mutual information");
  expect_says(text, "We used 1000 rows, measured once.");
  EXPECT_EQ(text.find("trees"), std::string::npos);
}

TEST(MethodsText, a_comparison_defines_each_method_once) {
  CompareResult result;
  for (const auto& [method, remover] : {std::pair{"umfi", "lr"}, {"umfi", "ot"}, {"ablation", ""}})
    result.methods.push_back({.name = {},
                              .question = {},
                              .result = ranking({.target = "y", .method = method, .remove = remover}),
                              .shares = {},
                              .ranks = {}});
  const std::string text = methods_text(result);
  expect_says(text, "We compared 3 measures of the importance of 4 features for y: ultra-marginal feature importance");
  expect_says(text, "; the same, with dependence removed by pairwise optimal transport");
  expect_says(text, "; ablation, the loss of predictive power");
  expect_says(text, "Kendall's tau-b");
}

TEST(MethodsText, a_diagnosis_says_how_dependence_and_distortion_are_measured) {
  DiagnoseResult result;
  fill_in_parts(result);
  result.features.resize(2);
  result.rows = 500;
  const std::string text = methods_text(result);
  expect_says(text, "For each of 2 features in 500 rows");
  expect_says(text, "freed of the feature by linear regression (");
  expect_says(text, ", and by pairwise optimal transport (");
  expect_says(text, "out-of-bag R² of random forests of 100 trees");
  expect_says(text, "maximal information coefficient");
}

TEST(MethodsText, a_target_of_any_name_stays_on_its_line) {
  RankResult result = ranking();
  result.options.target = std::string(10000, 'y') + "\n";
  const std::string text = methods_text(result);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_LT(text.size(), 2000U);
}

TEST(MethodsText, the_paper_is_cited_in_full) {
  expect_says(citation(), "Janssen, J., Guan, V. and Robeva, E. (2023). Ultra-marginal Feature Importance");
  expect_says(citation(), "PMLR 206");
}

}  // namespace
}  // namespace umfi
