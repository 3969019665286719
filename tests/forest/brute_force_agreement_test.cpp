// The fast forest against the plain one of brute_force_forest.hpp, tree for tree, on random small tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "forest/brute_force_forest.hpp"
#include "forest/random_tables.hpp"

namespace umfi::forest {
namespace {

void expect_same_tree(const StoredTree& stored, const StoredTree::StoredNode& node, const brute::Tree& plain,
                      const FeatureView& features) {
  ASSERT_EQ(node.is_leaf(), plain.is_leaf);
  if (plain.is_leaf) {
    ASSERT_EQ(node.value, plain.value);
    return;
  }
  ASSERT_EQ(node.feature, plain.feature);
  if (features[node.feature].is_ordered) {
    ASSERT_EQ(node.threshold, plain.threshold);
  } else {
    for (std::uint32_t level = 0; level < features[node.feature].distinct; ++level)
      ASSERT_EQ(stored.goes_left(node, level), plain.left_levels.contains(level));
  }
  expect_same_tree(stored, stored.nodes()[node.left_child], *plain.left, features);
  if (testing::Test::HasFatalFailure()) return;
  expect_same_tree(stored, stored.nodes()[node.left_child + 1], *plain.right, features);
}

// What the trees' out-of-bag predictions add up to, by plain means.
struct PlainScore {
  double score = 0;
  std::vector<double> loss;
};

PlainScore plain_oob_score(const TrainingData& data, const ForestOptions& options,
                           std::optional<std::uint32_t> skipped) {
  std::map<std::uint32_t, std::vector<LeafValue>> told;
  for (std::uint32_t tree = 0; tree < options.trees; ++tree)
    for (const auto& [row, value] : brute::Forest(data, options, skipped).grow(tree).out_of_bag)
      told[row].push_back(value);
  PlainScore result;
  double sum = 0;
  std::size_t counted = 0;
  for (const auto row : data.rows) {
    const auto& values = told[row];
    if (values.empty()) {
      result.loss.push_back(std::nan(""));
      continue;
    }
    double loss = 0;
    if (data.response.task() == Task::regression) {
      double mean = 0;
      for (const auto value : values)
        mean += std::ldexp(static_cast<double>(value), -leaf_fraction_bits) / static_cast<double>(values.size());
      loss = std::pow(data.response.values()[row] - data.response.decode(mean), 2);
    } else {
      std::vector<std::int64_t> votes(data.response.classes(), 0);
      for (const auto value : values) ++votes[static_cast<std::size_t>(value)];
      const auto most = *std::max_element(votes.begin(), votes.end());
      std::vector<std::int64_t> winners;
      for (std::size_t label = 0; label < votes.size(); ++label)
        if (votes[label] == most) winners.push_back(static_cast<std::int64_t>(label));
      Stream tie(stream_key({options.seed, Purpose::vote_tie, options.repeat, 0}), row);
      const auto winner =
          winners.size() == 1 ? winners[0] : winners[tie.below(static_cast<std::uint32_t>(winners.size()))];
      loss = winner == data.response.encoded()[row] ? 0 : 1;
    }
    result.loss.push_back(loss);
    sum += loss;
    ++counted;
  }
  result.score = 1 - sum / static_cast<double>(counted);
  if (data.response.task() == Task::regression) {
    double mean = 0;
    for (const auto row : data.rows) mean += data.response.values()[row] / static_cast<double>(data.rows.size());
    double squares = 0;
    for (const auto row : data.rows) squares += std::pow(data.response.values()[row] - mean, 2);
    result.score = 1 - sum / static_cast<double>(counted) / (squares / static_cast<double>(data.rows.size() - 1));
  }
  return result;
}

void expect_same_score(const OobScore& fast, const PlainScore& plain, bool is_regression) {
  EXPECT_NEAR(fast.score, plain.score, 1e-9);
  ASSERT_EQ(fast.loss.size(), plain.loss.size());
  for (std::size_t i = 0; i < fast.loss.size(); ++i) {
    if (std::isnan(plain.loss[i])) {
      EXPECT_TRUE(std::isnan(fast.loss[i]));
    } else if (is_regression) {
      EXPECT_NEAR(fast.loss[i], plain.loss[i], 1e-9 * (1 + plain.loss[i]));
    } else {
      EXPECT_EQ(fast.loss[i], plain.loss[i]);
    }
  }
}

// Model, classes (0: regression), rows.
class BruteForceAgreement : public testing::TestWithParam<std::tuple<Model, std::size_t, std::size_t>> {
 protected:
  ForestOptions options(std::uint64_t seed) const {
    return {.model = std::get<0>(GetParam()), .trees = 6, .mtry = static_cast<std::uint32_t>(seed % 4), .seed = seed};
  }
  RandomTable table(std::uint64_t seed) const {
    RandomTable random({.rows = std::get<2>(GetParam()), .features = 2 + seed % 7, .classes = std::get<1>(GetParam())},
                       seed);
    if (seed % 3 == 0) random.take_some_rows();
    return random;
  }
  bool is_regression() const { return std::get<1>(GetParam()) == 0; }

  static constexpr std::uint64_t tables = 25;
  Context context_;
  Workers workers_{context_};
};

TEST_P(BruteForceAgreement, stored_trees_are_the_plain_ones) {
  for (std::uint64_t seed = 1; seed <= tables; ++seed) {
    SCOPED_TRACE(seed);
    const RandomTable random = table(seed);
    const TrainingData data = random.data();
    const FittedForest fitted = fit_forest(data, options(seed), workers_);
    brute::Forest plain(data, options(seed));
    for (std::uint32_t tree = 0; tree < fitted.trees().size(); ++tree) {
      const StoredTree& stored = fitted.trees()[tree];
      expect_same_tree(stored, stored.nodes()[0], *plain.grow(tree).root, data.features);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(BruteForceAgreement, out_of_bag_scores_without_stored_trees_are_the_plain_ones) {
  for (std::uint64_t seed = 1; seed <= tables; ++seed) {
    SCOPED_TRACE(seed);
    const RandomTable random = table(seed);
    expect_same_score(score_forest(random.data(), options(seed), workers_),
                      plain_oob_score(random.data(), options(seed), {}), is_regression());
  }
}

// A family of everything the engine can grow together: the data themselves, each feature left out, and two sets of
// replaced columns (few and many of them other), complete and with each feature left out.
TEST_P(BruteForceAgreement, forests_grown_together_are_plain_forests_that_share_streams) {
  for (std::uint64_t seed = 1; seed <= tables; ++seed) {
    SCOPED_TRACE(seed);
    const RandomTable random = table(seed);
    const TrainingData data = random.data();
    const FeatureView few = random.with_shuffled_columns({0}, seed);
    const FeatureView many = random.with_shuffled_columns({1, 2, 3, 5, 6}, seed + 100);
    std::vector<ForestVariant> variants;
    for (const FeatureView* columns : {&data.features, &few, &many}) {
      variants.push_back({columns, CandidateRule::nothing});
      for (std::uint32_t f = 0; f < data.features.size(); ++f) variants.push_back({columns, f});
    }
    const std::vector<OobScore> scores = score_variants(data, {variants}, options(seed), workers_);
    for (std::size_t v = seed % 5; v < variants.size(); v += 5) {  // the plain forest is slow
      SCOPED_TRACE(v);
      const TrainingData seen{*variants[v].columns, data.response, data.rows};
      const std::optional<std::uint32_t> without =
          variants[v].without == CandidateRule::nothing ? std::nullopt : std::optional(variants[v].without);
      expect_same_score(scores[v], plain_oob_score(seen, options(seed), without), is_regression());
    }
    EXPECT_EQ(scores[0].score, score_forest(data, options(seed), workers_).score);
  }
}

// Up to 6 classes: packed class weights; 8: too many for one word. 14 rows: small nodes only; 150: large ones as well.
INSTANTIATE_TEST_SUITE_P(All, BruteForceAgreement,
                         testing::Combine(testing::Values(Model::forest, Model::extratrees),
                                          testing::Values<std::size_t>(0, 2, 3, 4, 5, 6, 8),
                                          testing::Values<std::size_t>(14, 40, 150)));

// More than 4,096 distinct values: the bitmap has a summary, and class weights have wider fields. The parameter is the
// number of classes; 5 classes do not fit into one word with so many rows.
class BruteForceAgreementLarge : public testing::TestWithParam<std::size_t> {};

TEST_P(BruteForceAgreementLarge, a_tree_on_many_rows_is_the_plain_one) {
  const RandomTable random({.rows = 4200, .features = 2, .classes = GetParam(), .is_continuous = true}, 4);
  const TrainingData data = random.data();
  ASSERT_GT(data.features[0].distinct, 4096U);
  ASSERT_GT(data.features[1].distinct, 4096U);
  Context context;
  Workers workers(context);
  const ForestOptions options{.trees = 1, .seed = 5};
  const FittedForest fitted = fit_forest(data, options, workers);
  const auto plain = brute::Forest(data, options).grow(0);
  ASSERT_GT(fitted.trees()[0].nodes().size(), 100U);
  expect_same_tree(fitted.trees()[0], fitted.trees()[0].nodes()[0], *plain.root, data.features);
}

// More rows than columns keep an order of, with ties, copies and categories.
TEST_P(BruteForceAgreementLarge, a_tree_on_many_rows_with_ties_is_the_plain_one) {
  Context context;
  Workers workers(context);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const RandomTable random({.rows = most_ordered_rows + 100, .features = 6, .classes = GetParam()}, seed);
    const TrainingData data = random.data();
    const ForestOptions options{.trees = 1, .seed = seed};
    const FittedForest fitted = fit_forest(data, options, workers);
    const auto plain = brute::Forest(data, options).grow(0);
    expect_same_tree(fitted.trees()[0], fitted.trees()[0].nodes()[0], *plain.root, data.features);
  }
}

INSTANTIATE_TEST_SUITE_P(All, BruteForceAgreementLarge, testing::Values<std::size_t>(0, 2, 3, 4, 5));

}  // namespace
}  // namespace umfi::forest
