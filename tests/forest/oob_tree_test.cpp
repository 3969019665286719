#include "forest/oob_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "forest/random_tables.hpp"

namespace umfi::forest {
namespace {

struct Keeper final : OobTreeVisitor {
  std::vector<OobTree>& trees;
  explicit Keeper(std::vector<OobTree>& target) : trees(target) {}
  void visit(std::uint32_t number, const OobTree& tree) override { trees[number] = tree; }
};

std::vector<OobTree> grow(const TrainingData& data, const ForestOptions& options) {
  Context context;
  Workers workers(context);
  std::vector<OobTree> trees(options.trees);
  visit_trees(data, options, workers, [&] { return std::make_unique<Keeper>(trees); });
  return trees;
}

class OobTrees : public testing::TestWithParam<std::size_t> {};

TEST_P(OobTrees, are_those_of_the_fitted_forest) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const RandomTable table({.rows = 60, .features = 4, .classes = GetParam()}, seed);
    const ForestOptions options{.trees = 5, .seed = seed};
    Context context;
    Workers workers(context);
    const FittedForest forest = fit_forest(table.data(), options, workers);
    const std::vector<OobTree> trees = grow(table.data(), options);
    for (std::size_t t = 0; t < trees.size(); ++t)
      EXPECT_TRUE(std::ranges::equal(trees[t].tree.nodes(), forest.trees()[t].nodes()));
  }
}

TEST_P(OobTrees, a_row_that_is_sent_down_the_tree_ends_in_the_leaf_whose_places_include_its_own) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const RandomTable table({.rows = 60, .features = 4, .classes = GetParam()}, seed);
    const TrainingData data = table.data();
    for (const OobTree& tree : grow(data, {.trees = 5, .seed = seed})) {
      ASSERT_EQ(tree.places[0].size(), tree.rows.size());
      for (std::uint32_t place = 0; place < tree.rows.size(); ++place) {
        const auto cell = [&](std::uint32_t feature) { return data.features[feature].values[tree.rows[place]]; };
        const auto leaf = static_cast<std::size_t>(&tree.tree.leaf_of(cell) - tree.tree.nodes().data());
        for (std::size_t node = 0; node < tree.places.size(); ++node) {
          if (!tree.tree.nodes()[node].is_leaf()) continue;
          const bool ends_here = tree.places[node].begin <= place && place < tree.places[node].end;
          EXPECT_EQ(ends_here, node == leaf);
        }
      }
    }
  }
}

TEST_P(OobTrees, places_of_a_split_are_those_of_its_left_child_and_then_those_of_its_right_one) {
  const RandomTable table({.rows = 200, .features = 4, .classes = GetParam()}, 1);
  for (const OobTree& tree : grow(table.data(), {.trees = 5})) {
    for (std::size_t n = 0; n < tree.places.size(); ++n) {
      const auto& node = tree.tree.nodes()[n];
      if (node.is_leaf()) continue;
      EXPECT_EQ(tree.places[node.left_child].begin, tree.places[n].begin);
      EXPECT_EQ(tree.places[node.left_child].end, tree.places[node.left_child + 1].begin);
      EXPECT_EQ(tree.places[node.left_child + 1].end, tree.places[n].end);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, OobTrees, testing::Values(0, 3, 12));

}  // namespace
}  // namespace umfi::forest
