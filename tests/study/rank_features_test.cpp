#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "removal/columns.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

// 80 rows: a and b drive y, c is noise, d has a missing value.
Table small_table() {
  const auto a = normal_draws(80, 1);
  const auto b = normal_draws(80, 2);
  auto d = normal_draws(80, 4);
  d[5] = std::nan("");
  Table table;
  table.add(Column::numbers("a", a));
  table.add(Column::numbers("b", b));
  table.add(Column::numbers("c", normal_draws(80, 3)));
  table.add(Column::numbers("d", d));
  table.add(Column::numbers("y", combined(a, b, [](double u, double v) { return 2 * u + v; })));
  table.add(Column::labels("class", mapped(a, [](double u) { return u > 0 ? 1.0 : 0.0; }), {"low", "high"}));
  return table;
}

RankOptions quick(const std::string& target) {
  return {.target = target,
          .drop = {target == "y" ? "class" : "y"},
          .repeats = 4,
          .inference = false,
          .settings = {{"trees", 20}}};
}

struct Heard {
  Context context;
  std::vector<std::string> warnings;
  Heard() {
    context.log = [this](Severity, std::string_view sentence) { warnings.emplace_back(sentence); };
  }
};

TEST(RankFeatures, summaries_are_those_of_the_values) {
  const RankResult result = rank_features(small_table(), quick("y"));
  ASSERT_EQ(result.features.size(), 4U);
  EXPECT_EQ(result.metric.name, "r2");
  EXPECT_EQ(result.null, 0);
  EXPECT_EQ(result.rows, 79U);
  EXPECT_EQ(result.dropped, 1U);
  for (const FeatureScore& feature : result.features) {
    ASSERT_EQ(feature.values.size(), 4U);
    double mean = 0;
    for (const double value : feature.values) mean += value / 4;
    EXPECT_NEAR(feature.score, mean, 1e-12);
    EXPECT_NEAR(feature.score, feature.with - feature.without, 1e-12);
    EXPECT_LE(feature.q25, feature.median);
    EXPECT_LE(feature.median, feature.q75);
    EXPECT_GE(feature.without, result.null);
  }
}

// Rows 0 and 1 of 80 alone differ in y, so that most subsamples of ten see one value.
TEST(RankFeatures, a_subsample_in_which_the_target_is_constant_gives_no_score) {
  Table table;
  table.add(Column::numbers("a", normal_draws(80, 1)));
  table.add(Column::numbers("b", normal_draws(80, 2)));
  std::vector<double> y(80, 0.1);
  y[0] = 3;
  y[1] = -2.5;
  table.add(Column::numbers("y", y, Kind::numeric));
  const RankResult result = rank_features(
      table, {.target = "y", .removal_check = false, .repeats = 8, .subsample = 10, .settings = {{"trees", 50}}});
  EXPECT_TRUE(std::isfinite(result.full));
  for (const FeatureScore& feature : result.features) {
    for (const double value : feature.values) EXPECT_TRUE(std::isfinite(value)) << value;
    EXPECT_NE(std::count(feature.values.begin(), feature.values.end(), 0.0), 0);
  }
}

TEST(RankFeatures, features_come_in_the_order_of_the_table_and_the_truth_comes_out) {
  const RankResult result = rank_features(small_table(), quick("y"));
  EXPECT_EQ(result.features[0].name, "a");
  EXPECT_EQ(result.features[3].name, "d");
  EXPECT_GT(result.features[0].score, result.features[1].score);
  EXPECT_GT(result.features[1].score, std::max(result.features[2].score, result.features[3].score));
}

TEST(RankFeatures, accuracies_are_raised_to_the_largest_class_or_to_the_floor) {
  const RankResult result = rank_features(small_table(), quick("class"));
  EXPECT_EQ(result.metric.name, "accuracy");
  EXPECT_GE(result.null, 0.5);
  for (const FeatureScore& feature : result.features) EXPECT_GE(feature.without, result.null);
  RankOptions options = quick("class");
  options.accuracy_floor = 0.99;
  for (const FeatureScore& feature : rank_features(small_table(), options).features) EXPECT_GE(feature.without, 0.99);
  options = quick("y");
  options.accuracy_floor = 0.5;
  EXPECT_THROW(rank_features(small_table(), options), UsageError);
}

TEST(RankFeatures, bits_do_not_depend_on_threads) {
  for (const char* model : {"forest", "extratrees"}) {
    for (const char* remove : {"lr", "ot"}) {
      RankOptions options = quick("class");
      options.settings.set("model", model);
      options.remove = remove;
      options.subsample = 0.8;
      std::vector<double> first;
      for (const int threads : {1, 2, 5}) {
        Context context;
        context.threads = threads;
        std::vector<double> all;
        for (const FeatureScore& feature : rank_features(small_table(), options, context).features)
          all.insert(all.end(), feature.values.begin(), feature.values.end());
        if (first.empty()) first = all;
        EXPECT_EQ(all, first) << threads << " threads";
      }
    }
  }
}

TEST(RankFeatures, more_repeats_keep_the_first_ones) {
  RankOptions options = quick("y");
  const RankResult few = rank_features(small_table(), options);
  options.repeats = 6;
  const RankResult more = rank_features(small_table(), options);
  for (std::size_t i = 0; i < few.features.size(); ++i)
    for (std::size_t r = 0; r < 4; ++r) EXPECT_EQ(few.features[i].values[r], more.features[i].values[r]);
}

TEST(RankFeatures, subsamples_are_numbers_or_shares_of_rows) {
  RankOptions options = quick("y");
  options.subsample = 40;
  EXPECT_EQ(rank_features(small_table(), options).rows_per_repeat, 40U);
  options.subsample = 0.5;
  EXPECT_EQ(rank_features(small_table(), options).rows_per_repeat, 39U);
  for (const double wrong : {-1.0, 0.01, 5.0, 80.0, 40.5, std::nan("")}) {
    options.subsample = wrong;
    EXPECT_THROW(rank_features(small_table(), options), UsageError) << wrong;
  }
}

TEST(RankFeatures, progress_reaches_its_end) {
  Context context;
  Progress last;
  context.progress = [&](const Progress& progress) { last = progress; };
  rank_features(small_table(), quick("y"), context);
  EXPECT_GT(last.total, 0U);
  EXPECT_EQ(last.done, last.total);
}

TEST(RankFeatures, progress_is_that_of_the_whole_study_and_never_goes_back) {
  Context context;
  std::vector<std::size_t> done;
  context.progress = [&](const Progress& progress) { done.push_back(progress.done); };
  RankOptions options = quick("y");
  options.inference = true;
  options.removal_check = true;
  rank_features(small_table(), options, context);
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_EQ(done.back(), 1'000'000U);
  EXPECT_LT(done.front(), 200'000U);
}

TEST(RankFeatures, cancelling_stops_it) {
  Context context;
  context.cancelled = [] { return true; };
  EXPECT_THROW(rank_features(small_table(), quick("y"), context), Interrupted);
}

TEST(RankFeatures, a_single_feature_is_measured_against_nothing) {
  const auto x = normal_draws(60, 9);
  Table table;
  table.add(Column::numbers("x", x));
  table.add(Column::numbers("y", mapped(x, [](double v) { return v * v; })));
  const RankResult result = rank_features(table, {.target = "y", .repeats = 2, .settings = {{"trees", 20}}});
  EXPECT_EQ(result.features[0].without, 0);
  EXPECT_GT(result.features[0].score, 0.8);
  EXPECT_EQ(result.full, result.features[0].with);
}

TEST(RankFeatures, tells_when_nothing_is_predicted) {
  Table table;
  table.add(Column::numbers("x", normal_draws(60, 10)));
  table.add(Column::numbers("z", normal_draws(60, 11)));
  table.add(Column::numbers("y", normal_draws(60, 12)));
  Heard heard;
  const RankResult result =
      rank_features(table, {.target = "y", .repeats = 2, .settings = {{"trees", 20}}}, heard.context);
  EXPECT_FALSE(result.predicts());
  EXPECT_TRUE(heard.warnings.empty());
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0], "the full model does not beat the null model, so the scores are not meaningful");
}

TEST(RankFeatures, tells_of_constant_features_and_gives_them_nothing) {
  Table table = small_table();
  table.add(Column::numbers("constant", std::vector<double>(80, 3.0)));
  Heard heard;
  const RankResult result = rank_features(table, quick("y"), heard.context);
  EXPECT_NE(heard.warnings.back().find("'constant'"), std::string::npos);
  EXPECT_NEAR(result.features[4].score, 0, 0.05);  // it cannot split; only candidates move up when it is left out
}

TEST(RankFeatures, wrong_options_are_refused) {
  for (const auto& change : std::vector<std::function<void(RankOptions&)>>{
           [](RankOptions& o) { o.settings.set("trees", 0); }, [](RankOptions& o) { o.repeats = 0; },
           [](RankOptions& o) { o.settings.set("lr_alpha", 0); },
           [](RankOptions& o) { o.settings.set("lr_alpha", 1.5); },
           [](RankOptions& o) { o.settings.set("ot_bin_size", 1); }, [](RankOptions& o) { o.target = "nothing"; },
           [](RankOptions& o) { o.drop = {"y"}; }}) {
    RankOptions options = quick("y");
    change(options);
    EXPECT_THROW(rank_features(small_table(), options), UsageError);
  }
}

TEST(RemoveDependence, keeps_the_feature_the_response_names_and_order) {
  for (const char* response : {"y", "class"}) {
    const Table freed = remove_dependence(small_table(), {.feature = "a", .target = response, .drop = {"d"}});
    ASSERT_EQ(freed.size(), 5U);
    EXPECT_EQ(freed.rows(), 80U);
    for (const char* same : {"a", response})
      for (std::size_t row = 0; row < 80; ++row)
        EXPECT_EQ(freed.column(same).text(row), small_table().column(same).text(row));
    EXPECT_EQ(freed[1].name(), "b");
  }
  EXPECT_THROW(remove_dependence(small_table(), {.feature = "e"}), UsageError);
  EXPECT_THROW(remove_dependence(small_table(), {.feature = "a", .target = "a"}), UsageError);
}

TEST(RemoveDependence, leaves_out_rows_with_missing_values) {
  Heard heard;
  EXPECT_EQ(remove_dependence(small_table(), {.feature = "a"}, heard.context).rows(), 79U);
  ASSERT_EQ(heard.warnings.size(), 1U);
}

}  // namespace
}  // namespace umfi
