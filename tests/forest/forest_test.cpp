#include "forest/forest.hpp"
#include "umfi/error.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include <cmath>

#include "forest/random_tables.hpp"

namespace umfi::forest {
namespace {

TEST(Forest, scores_have_the_same_bits_for_1_2_3_and_7_threads) {
  for (const auto& [classes, model] : std::vector<std::pair<std::size_t, Model>>{{0, Model::forest},
                                                                                 {3, Model::forest},
                                                                                 {8, Model::forest},
                                                                                 {0, Model::extratrees},
                                                                                 {8, Model::extratrees}}) {
    const RandomTable random({.rows = 200, .features = 6, .classes = classes}, 21);
    std::vector<double> first;
    for (const int threads : {1, 2, 3, 7}) {
      Context context;
      context.threads = threads;
      Workers workers(context);
      const FeatureView other = random.with_shuffled_columns({0, 3}, 5);
      const ForestVariant variants[] = {{}, {.without = 1}, {.columns = &other, .without = 2}};
      std::vector<double> all;
      for (const OobScore& score :
           score_variants(random.data(), {variants}, {.model = model, .trees = 50, .seed = 9}, workers))
        all.insert(all.end(), score.loss.begin(), score.loss.end());
      if (first.empty()) first = all;
      EXPECT_EQ(all, first) << threads << " threads";
    }
  }
}

TEST(Forest, repeats_and_seeds_give_other_forests) {
  const RandomTable random({.rows = 100, .features = 4, .classes = 0}, 2);
  Context context;
  Workers workers(context);
  const double score = score_forest(random.data(), {.trees = 20, .seed = 1, .repeat = 0}, workers).score;
  EXPECT_NE(score, score_forest(random.data(), {.trees = 20, .seed = 1, .repeat = 1}, workers).score);
  EXPECT_NE(score, score_forest(random.data(), {.trees = 20, .seed = 2, .repeat = 0}, workers).score);
  EXPECT_EQ(score, score_forest(random.data(), {.trees = 20, .seed = 1, .repeat = 0}, workers).score);
}

TEST(Forest, the_null_model_scores_zero_or_the_largest_share) {
  const std::vector<std::uint32_t> rows{0, 1, 2, 3};
  const std::vector<double> y{1, 2, 2, 2};
  EXPECT_EQ(null_score(Response::regression(y), rows).score, 0);
  const std::vector<double> labels{0, 1, 1, 1};
  const OobScore null = null_score(Response::classification(labels, 2), rows);
  EXPECT_EQ(null.score, 0.75);
  EXPECT_EQ(null.loss, (std::vector<double>{1, 0, 0, 0}));
}

TEST(Forest, mtry_is_the_root_of_the_number_of_features_rounded_down) {
  EXPECT_EQ(default_mtry(1), 1U);
  EXPECT_EQ(default_mtry(3), 1U);
  EXPECT_EQ(default_mtry(4), 2U);
  EXPECT_EQ(default_mtry(48), 6U);
  EXPECT_EQ(default_mtry(49), 7U);
  EXPECT_EQ(default_mtry(50), 7U);
}

// In a subsample of a response that is mostly 0.1, all rows may hold it. Its mean is not 0.1 to the last bit.
TEST(Forest, a_response_that_does_not_vary_scores_as_the_null_model) {
  const RandomTable random({.rows = 40, .is_continuous = true}, 3);
  std::vector<double> y(40, 0.1);
  y[0] = 5;
  const Response response = Response::regression(y);
  std::vector<std::uint32_t> rows(13);
  std::iota(rows.begin(), rows.end(), 1U);
  const TrainingData table = random.data();
  Context context;
  Workers workers(context);
  const OobScore score = score_forest({table.features, response, rows}, {.trees = 50}, workers);
  EXPECT_EQ(score.score, null_score(response, rows).score);
}

TEST(Forest, scores_do_not_depend_on_how_many_forests_are_counted_at_a_time) {
  for (const std::size_t classes : {0U, 3U, 9U}) {
    const RandomTable random({.rows = 60, .features = 9, .classes = classes}, 5);
    std::vector<ForestVariant> variants(1);
    for (std::uint32_t f = 0; f < 9; ++f) variants.push_back({.columns = nullptr, .without = f});
    Context context;
    Workers workers(context);
    const auto scores = [&](std::size_t bytes) {
      std::atomic<std::size_t> trees{0};
      std::vector<double> values;
      for (const OobScore& score :
           score_variants(random.data(), {variants, [&] { ++trees; }}, {.trees = 20, .tally_bytes = bytes}, workers))
        values.push_back(score.score);
      EXPECT_EQ(trees, 20U);
      return values;
    };
    const std::vector<double> all_at_once = scores(std::size_t{1} << 30);
    EXPECT_EQ(scores(1), all_at_once);
    EXPECT_EQ(scores(60 * 4 * 9 * 3), all_at_once);
  }
}

// Who may part from whom is kept in one way for few forests and in another for many.
TEST(Forest, each_of_many_forests_scores_as_if_it_were_grown_alone) {
  for (const std::size_t classes : {0UL, 3UL}) {
    const RandomTable random({.rows = 80, .features = 9, .classes = classes}, 4);
    const RandomTable freed({.rows = 80, .features = 9, .classes = classes}, 5);
    const FeatureView other = freed.data().features;
    std::vector<ForestVariant> variants(1);
    for (std::uint32_t i = 0; i < 9; ++i) {
      variants.push_back({.columns = nullptr, .without = i});
      variants.push_back({.columns = &other, .without = i});
    }
    Context context;
    Workers workers(context);
    for (const bool own_mtry : {false, true}) {
      const ForestOptions options{.trees = 40, .own_mtry = own_mtry};  // every row is out of bag
      for (const std::size_t count : {variants.size(), std::size_t{5}}) {
        const auto some = std::span(variants).last(count);
        const std::vector<OobScore> together = score_variants(random.data(), {some}, options, workers);
        for (std::size_t v = 0; v < count; ++v)
          EXPECT_EQ(together[v].loss, score_variants(random.data(), {some.subspan(v, 1)}, options, workers)[0].loss) << v;
      }
    }
  }
}

// A step function that one cut explains: the forest must find it.
TEST(Forest, a_fitted_forest_predicts_new_rows) {
  std::vector<double> x, y;
  for (int i = 0; i < 60; ++i) {
    x.push_back(i);
    y.push_back(i < 30 ? -1 : 1);
  }
  const FeatureColumn column = rank_column(x, true);
  const FeatureView view({&column});
  const Response response = Response::regression(y);
  std::vector<std::uint32_t> rows(60);
  std::iota(rows.begin(), rows.end(), 0U);
  Context context;
  Workers workers(context);
  const FittedForest forest = fit_forest({view, response, rows}, {.trees = 30, .seed = 4}, workers);
  EXPECT_NEAR(forest.predict(std::vector<double>{3.5}), -1, 1e-9);
  EXPECT_NEAR(forest.predict(std::vector<double>{1000}), 1, 1e-9);
}

TEST(Forest, a_category_that_decides_the_class_is_learned_and_predicted) {
  std::vector<double> levels, labels;
  for (int i = 0; i < 90; ++i) {
    levels.push_back(i % 5);
    labels.push_back(i % 5 == 1 || i % 5 == 3 ? 1 : 0);
  }
  const FeatureColumn column = rank_column(levels, false);
  const FeatureView view({&column});
  const Response response = Response::classification(labels, 2);
  std::vector<std::uint32_t> rows(90);
  std::iota(rows.begin(), rows.end(), 0U);
  Context context;
  Workers workers(context);
  EXPECT_EQ(score_forest({view, response, rows}, {.trees = 20}, workers).score, 1);
  const FittedForest forest = fit_forest({view, response, rows}, {.trees = 20}, workers);
  for (double level = 0; level < 5; ++level)
    EXPECT_EQ(forest.predict(std::vector<double>{level}), level == 1 || level == 3 ? 1 : 0);
}

TEST(Forest, a_strictly_monotone_change_of_a_feature_changes_no_split) {
  const RandomTable random({.rows = 120, .features = 1, .classes = 3, .is_continuous = true}, 40);
  const TrainingData data = random.data();
  std::vector<double> stretched;
  for (const double value : data.features[0].values) stretched.push_back(std::exp(value));
  const FeatureColumn column = rank_column(stretched, true);
  const FeatureView view({&column});
  Context context;
  Workers workers(context);
  const FittedForest plain = fit_forest(data, {.trees = 5}, workers);
  const FittedForest changed = fit_forest({view, data.response, data.rows}, {.trees = 5}, workers);
  for (std::size_t tree = 0; tree < 5; ++tree) {
    const auto a = plain.trees()[tree].nodes();
    const auto b = changed.trees()[tree].nodes();
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t node = 0; node < a.size(); ++node) {
      EXPECT_EQ(a[node].left_child, b[node].left_child);
      EXPECT_EQ(a[node].value, b[node].value);
    }
  }
}

TEST(Forest, rows_that_are_never_out_of_bag_are_an_error_and_not_a_number) {
  const RandomTable random({.rows = 10, .features = 2, .classes = 0}, 3);
  const std::vector<std::uint32_t> one_row{4};
  Context context;
  Workers workers(context);
  const TrainingData data{random.data().features, random.data().response, one_row};
  EXPECT_THROW(score_forest(data, {.trees = 3}, workers), DataError);
}

TEST(Forest, cancelling_stops_the_growth) {
  const RandomTable random({.rows = 100, .features = 4, .classes = 0}, 2);
  Context context;
  context.cancelled = [] { return true; };
  Workers workers(context);
  EXPECT_THROW(score_forest(random.data(), {.trees = 20}, workers), Interrupted);
}

}  // namespace
}  // namespace umfi::forest
