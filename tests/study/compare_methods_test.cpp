#include <gtest/gtest.h>

#include <cmath>

#include "study/chosen_parts.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

Table data() {
  return simulate("blood-relation", 200, 3);
}

RankOptions quick() {
  return {.target = "y", .repeats = 2, .settings = {{"trees", 20}}};
}

TEST(CompareMethods, runs_all_methods_side_by_side) {
  const CompareResult result = compare_methods(data(), {.rank = quick(), .methods = comparable_methods()});
  ASSERT_EQ(result.methods.size(), comparable_methods().size());
  for (std::size_t m = 0; m < result.methods.size(); ++m) {
    const ComparedMethod& method = result.methods[m];
    EXPECT_EQ(method.name, comparable_methods()[m]);
    EXPECT_FALSE(method.question.empty());
    double total = 0;
    double ranks = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      total += method.shares[i];
      ranks += method.ranks[i];
    }
    EXPECT_NEAR(total, 1, 1e-12) << method.name;
    EXPECT_EQ(ranks, 10) << method.name;
    EXPECT_EQ(result.agreement[m][m], 1);
    for (std::size_t k = 0; k < m; ++k) EXPECT_EQ(result.agreement[m][k], result.agreement[k][m]);
  }
}

TEST(CompareMethods, each_is_what_rank_gives) {
  const CompareResult result = compare_methods(data(), {.rank = quick(), .methods = {"umfi-ot", "conditional"}});
  RankOptions options = quick();
  options.remove = "ot";
  EXPECT_EQ(result.methods[0].result.features[2].values, rank_features(data(), options).features[2].values);
  options = quick();
  options.method = "conditional";
  EXPECT_EQ(result.methods[1].result.features[2].values, rank_features(data(), options).features[2].values);
}

TEST(CompareMethods, unknown_methods_are_named) {
  EXPECT_THROW(compare_methods(data(), {.rank = quick(), .methods = {"shap"}}), UsageError);
}

TEST(RankMethods, permutations_have_no_pair_of_powers) {
  RankOptions options = quick();
  options.method = "permutation";
  const RankResult result = rank_features(data(), options);
  EXPECT_EQ(result.metric.name, "r2");
  EXPECT_EQ(result.score_unit, "mse");
  EXPECT_TRUE(std::isnan(result.features[0].with));
  EXPECT_NEAR(result.full, rank_features(data(), quick()).full, 1e-12);  // the same forest
}

TEST(RankMethods, absurd_numbers_of_models_are_refused_with_the_number) {
  Table wide;
  const Table four = data();
  for (int k = 0; k < 8; ++k)
    for (std::size_t c = 0; c < 4; ++c)
      wide.add(Column::numbers(four[c].name() + "_" + std::to_string(k),
                               std::vector<double>(four[c].values().begin(), four[c].values().end())));
  wide.add(four.column("y"));
  RankOptions options = quick();
  options.method = "mci";
  try {
    rank_features(wide, options);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("4.29e+09 models"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("use mci_k=4 or less"), std::string::npos) << error.what();
  }
}

// The binary logarithm of 2^600 is 180.6 tenfolds. Of 600 features, the pairs are 179,700; with triples it is 36
// million.
TEST(RankMethods, the_advice_of_a_refusal_is_not_refused) {
  const auto refusal = [](std::size_t features, std::optional<int> k) {
    RankOptions options;
    options.method = "mci";
    if (k) options.settings.set("mci_k", *k);
    try {
      const RankParts used = parts_for(resolved(options, built_in_parts()), built_in_parts());
      used.method->check(used.method_options, features);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(
      refusal(600, {}),
      "MCI of 600 features would train about 10^181 models per repeat, and 1000000 are the most; use mci_k=1, or "
      "fewer features");
  EXPECT_EQ(refusal(600, 1), "none");
  EXPECT_NE(refusal(600, 2).find("3.6e+07 models"), std::string::npos) << refusal(600, 2);
  EXPECT_NE(refusal(2000, {}).find("more than 10^308 models"), std::string::npos) << refusal(2000, {});
  EXPECT_NE(refusal(2000, 1).find("use fewer features"), std::string::npos) << refusal(2000, 1);
}

TEST(CompareMethods, with_gaussian_power_what_needs_a_forest_is_left_out_and_said_so) {
  std::vector<std::string> notes;
  Context context;
  context.log = [&](Severity, std::string_view sentence) { notes.emplace_back(sentence); };
  RankOptions options = quick();
  options.power = "gaussian";
  options.settings = {};  // there are no trees
  const CompareResult result = compare_methods(data(), {.rank = options}, context);
  for (const ComparedMethod& method : result.methods) EXPECT_EQ(method.result.options.power, "gaussian") << method.name;
  EXPECT_EQ(result.methods.size(), 5U);  // umfi-lr, umfi-ot, mci, ablation, bivariate
  EXPECT_EQ(notes, (std::vector<std::string>{"permutation is left out: it looks inside a forest",
                                             "conditional is left out: it looks inside a forest"}));
  EXPECT_THROW(compare_methods(data(), {.rank = options, .methods = {"permutation"}}), UsageError);
}

TEST(RankMethods, explanations_add_up) {
  RankOptions options = quick();
  options.explain = true;
  for (const FeatureScore& feature : rank_features(data(), options).features) {
    ASSERT_TRUE(feature.explanation.has_value());
    EXPECT_NEAR(feature.explanation->shared + feature.explanation->given_others, feature.score, 1e-12);
    EXPECT_NEAR(feature.explanation->together + feature.explanation->alone, feature.score, 1e-12);
  }
  options.method = "mci";
  EXPECT_THROW(rank_features(data(), options), UsageError);
}

TEST(RankMethods, bits_do_not_depend_on_threads) {
  for (const MethodEntry& method : built_in_parts().methods) {
    std::vector<double> first;
    for (const int threads : {1, 3}) {
      Context context;
      context.threads = threads;
      RankOptions options = quick();
      options.method = method.name;
      std::vector<double> all;
      for (const FeatureScore& feature : rank_features(data(), options, context).features)
        all.insert(all.end(), feature.values.begin(), feature.values.end());
      if (first.empty()) first = all;
      EXPECT_EQ(all, first) << method.name;
    }
  }
}

}  // namespace
}  // namespace umfi
