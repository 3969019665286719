// The check beside every ranking, and the choice between removers.
#include "study/removal_check.hpp"

#include <gtest/gtest.h>

#include "removal/columns.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

constexpr std::size_t rows = 300;

// `bend` depends on `a` in a way that lr does not see; `line` on `b` in a straight line.
Table bent_table() {
  const auto a = normal_draws(rows, 1);
  const auto b = normal_draws(rows, 2);
  Table table;
  table.add(Column::numbers("a", a));
  table.add(
      Column::numbers("bend", combined(a, normal_draws(rows, 3), [](double u, double v) { return u * u + 0.05 * v; })));
  table.add(Column::numbers("b", b));
  table.add(
      Column::numbers("line", combined(b, normal_draws(rows, 5), [](double u, double v) { return u + 0.5 * v; })));
  table.add(Column::numbers("y", combined(a, b, [](double u, double v) { return u + v; })));
  return table;
}

RankOptions quick(const std::string& remover) {
  return {.target = "y",
          .remove = remover,
          .repeats = 2,
          .inference = false,
          .settings = {{"ot_bin_size", 20}, {"trees", 20}}};
}

// What the result says; the context hears nothing of it.
std::vector<std::string> warnings_of(const Table& table, const RankOptions& options) {
  Context context;
  context.log = [&](Severity, std::string_view sentence) { ADD_FAILURE() << sentence; };
  std::vector<std::string> warnings = rank_features(table, options, context).warnings;
  for (std::string& warning : warnings) warning = spelled(warning, {});
  return warnings;
}

TEST(RemovalCheck, warns_of_dependence_that_lr_does_not_see) {
  const RankResult result = rank_features(bent_table(), quick("lr"));
  for (const FeatureScore& feature : result.features) EXPECT_TRUE(feature.residual_dependence.has_value());
  EXPECT_GT(result.features[1].residual_dependence, 0.5);
  EXPECT_LT(result.features[3].residual_dependence, 0.1);
  const std::vector<std::string> warnings = warnings_of(bent_table(), quick("lr"));
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(
      warnings[0],
      "1 of 4 features could not be fully separated from the others ('a'), so its score may be too high or too low; "
      "try remove=ot or remove=best, or see umfi diagnose");
}

// `a` and `bend` cannot be separated, and say nothing about noise: nobody reads anything into their scores.
TEST(RemovalCheck, says_nothing_of_features_that_nobody_takes_for_important) {
  Table table = bent_table();
  table.add(Column::numbers("noise", normal_draws(rows, 77)));
  RankOptions options = quick("lr");
  options.target = "noise";
  options.drop = {"y", "b", "line"};
  const RankResult result = rank_features(table, options);
  ASSERT_EQ(result.features.size(), 2U);
  for (const FeatureScore& feature : result.features) {
    ASSERT_LT(feature.score, smallest_shown_score);
    EXPECT_GT(feature.residual_dependence, 0.5);
  }
  for (const std::string& warning : result.warnings) EXPECT_EQ(warning.find("separated"), std::string::npos) << warning;
}

TEST(RemovalCheck, says_nothing_where_removal_worked) {
  RankOptions options = quick("lr");
  options.drop = {"bend"};
  EXPECT_EQ(warnings_of(bent_table(), options), std::vector<std::string>{});
}

TEST(RemovalCheck, can_be_switched_off) {
  RankOptions options = quick("lr");
  const RankResult checked = rank_features(bent_table(), options);
  options.removal_check = false;
  const RankResult result = rank_features(bent_table(), options);
  EXPECT_EQ(result.warnings, std::vector<std::string>{});
  for (std::size_t i = 0; i < result.features.size(); ++i) {
    EXPECT_FALSE(result.features[i].residual_dependence.has_value());
    EXPECT_EQ(result.features[i].values, checked.features[i].values);
  }
}

TEST(RemovalCheck, of_many_features_the_fifty_with_the_highest_scores_are_checked) {
  Table table = bent_table();
  for (std::uint64_t c = 0; c < 60; ++c)
    table.add(Column::numbers("noise" + std::to_string(c), normal_draws(rows, 100 + c)));
  RankOptions options = quick("lr");
  options.settings.set("trees", 5);
  const RankResult result = rank_features(table, options);
  EXPECT_EQ(std::count_if(result.features.begin(), result.features.end(),
                          [](const FeatureScore& feature) { return feature.residual_dependence.has_value(); }),
            50);
  EXPECT_TRUE(result.features[0].residual_dependence.has_value());
}

TEST(BestRemover, is_ot_where_lr_leaves_more_and_lr_where_that_is_enough) {
  const RankResult best = rank_features(bent_table(), quick(best_remover));
  const RankResult lr = rank_features(bent_table(), quick("lr"));
  const RankResult ot = rank_features(bent_table(), quick("ot"));
  EXPECT_EQ(best.features[1].removed_by, "ot");
  EXPECT_EQ(best.features[3].removed_by, "lr");
  EXPECT_FALSE(lr.features[0].removed_by.has_value());
  // A score depends on the remover of its own feature only.
  EXPECT_EQ(best.features[1].values, ot.features[1].values);
  EXPECT_EQ(best.features[3].values, lr.features[3].values);
  EXPECT_EQ(best.features[1].residual_dependence, ot.features[1].residual_dependence);
}

TEST(BestRemover, bits_do_not_depend_on_threads) {
  std::vector<double> first;
  for (const int threads : {1, 2, 5}) {
    Context context;
    context.threads = threads;
    RankOptions options = quick(best_remover);
    options.settings.set("model", "extratrees");
    options.subsample = 0.8;
    std::vector<double> all;
    for (const FeatureScore& feature : rank_features(bent_table(), options, context).features) {
      all.insert(all.end(), feature.values.begin(), feature.values.end());
      all.push_back(*feature.residual_dependence);
    }
    if (first.empty()) first = all;
    EXPECT_EQ(all, first) << threads << " threads";
  }
}

TEST(BestRemover, also_frees_a_table_of_one_feature) {
  for (const auto& [feature, method] : {std::pair{"bend", "ot"}, {"line", "lr"}}) {
    const auto freed = [&, name = feature](const std::string& remover) {
      return remove_dependence(bent_table(),
                               {.feature = name, .target = "y", .remove = remover, .settings = {{"ot_bin_size", 20}}});
    };
    const Table best = freed(best_remover);
    const Table chosen = freed(method);
    for (std::size_t c = 0; c < best.size(); ++c)
      EXPECT_TRUE(std::ranges::equal(best[c].values(), chosen[c].values())) << feature << " " << best[c].name();
  }
}

}  // namespace
}  // namespace umfi
