// The first answer: a look that is there at once, results on the way, and rows taken only as needed.
#include "study/first_look.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "study/dataset.hpp"
#include "study/ranking.hpp"
#include "umfi/measure_power.hpp"
#include "umfi/simulate.hpp"

namespace umfi {
namespace {

const Parts& parts() {
  return built_in_parts();
}

RankOptions quick_options() {
  return effective({.target = "y", .quick = true}, parts());
}

std::int64_t trees_of(const RankOptions& options) {
  return options.settings.integer("trees");
}

std::vector<double> values_of(const RankResult& result) {
  std::vector<double> values;
  for (const FeatureScore& feature : result.features)
    values.insert(values.end(), feature.values.begin(), feature.values.end());
  return values;
}

TEST(FirstLook, takes_fewer_rows_trees_and_repeats_the_larger_the_table) {
  const RankOptions small = planned(quick_options(), {.rows = 300, .features = 4}, parts());
  EXPECT_EQ(small.subsample, 1);
  EXPECT_EQ(trees_of(small), 50);
  EXPECT_EQ(small.repeats, 5);
  EXPECT_FALSE(small.inference);
  EXPECT_FALSE(small.removal_check);
  const RankOptions large = planned(quick_options(), {.rows = 100'000, .features = 50}, parts());
  EXPECT_EQ(large.subsample, 2000);
  const RankOptions wide = planned(quick_options(), {.rows = 1000, .features = 1000}, parts());
  EXPECT_LE(trees_of(wide), 20);
  EXPECT_EQ(wide.repeats, 1);
}

TEST(FirstLook, keeps_what_was_asked_for) {
  RankOptions options = quick_options();
  options.subsample = 500;
  options.settings.set("trees", 7);
  const RankOptions look = planned(options, {.rows = 100'000, .features = 50}, parts());
  EXPECT_EQ(look.subsample, 500);
  EXPECT_EQ(trees_of(look), 7);
  RankOptions gaussian = effective({.target = "y", .power = "gaussian", .quick = true}, parts());
  EXPECT_FALSE(planned(gaussian, {.rows = 300, .features = 4}, parts()).settings.has("trees"));
}

TEST(FirstLook, planning_it_twice_changes_nothing) {
  const RankingSize size{.rows = 100'000, .features = 50};
  const RankOptions once = planned(quick_options(), size, parts());
  const RankOptions twice = planned(once, size, parts());
  EXPECT_EQ(once.subsample, twice.subsample);
  EXPECT_EQ(once.repeats, twice.repeats);
  EXPECT_EQ(once.settings, twice.settings);
}

TEST(FirstLook, is_said_to_be_one) {
  const RankResult result = rank_features(simulate("interactions", 100, 1), {.target = "y", .quick = true});
  EXPECT_TRUE(result.options.quick);
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_TRUE(result.warnings.front().starts_with("this is a first look")) << result.warnings.front();
}

TEST(FirstLook, replaces_a_result_for_which_there_was_no_time) {
  const auto start = std::chrono::steady_clock::now();
  Context context;
  context.out_of_time = [&] { return std::chrono::steady_clock::now() - start > std::chrono::seconds(2); };
  const RankResult result =
      rank_features(simulate("interactions", 400, 1), {.target = "y", .settings = {{"trees", 1'000'000}}}, context);
  EXPECT_TRUE(result.options.quick);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));  // and not the hours of the ranking
}

TEST(InterimResults, come_with_more_and_more_repeats_and_change_nothing) {
  const Table table = simulate("interactions", 80, 1);
  const RankOptions options{.target = "y", .repeats = 5, .inference = false, .settings = {{"trees", 10}}};
  std::vector<std::size_t> finished;
  Context context;
  context.interim = [&](const RankResult& result) { finished.push_back(result.features.front().values.size()); };
  const RankResult watched = rank_features(table, options, context);
  EXPECT_EQ(finished, (std::vector<std::size_t>{1, 2, 4, 5}));
  EXPECT_EQ(values_of(watched), values_of(rank_features(table, options)));
}

TEST(RowsAsNeeded, a_repeat_takes_ten_thousand_rows_unless_all_are_asked_for) {
  const RankParts used = parts_for(effective({.target = "y"}, parts()), parts());
  EXPECT_EQ(rows_per_repeat({}, used, 9'000), 9'000U);
  EXPECT_EQ(rows_per_repeat({}, used, 1'000'000), 10'000U);
  EXPECT_EQ(rows_per_repeat({.subsample = 1}, used, 1'000'000), 1'000'000U);
  EXPECT_EQ(rows_per_repeat({.subsample = 0.5}, used, 1'000'000), 500'000U);
  const RankParts exact = parts_for(effective({.target = "y", .power = "gaussian"}, parts()), parts());
  EXPECT_EQ(rows_per_repeat({}, exact, 1'000'000), 1'000'000U);
}

TEST(RowsAsNeeded, a_dataset_of_few_rows_of_many_holds_just_these) {
  const Table table = simulate("interactions", 100, 1);
  const Dataset whole(table, {"y", {}, {}, {}}, {});
  const std::vector<std::uint32_t> rows{3, 14, 15, 92};
  const DataPart part(whole, rows);
  ASSERT_EQ(part.sample().size(), 4U);
  EXPECT_EQ(part.data().feature_table().rows(), 4U);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    EXPECT_EQ(part.data().target().values()[part.sample().rows[k]], whole.target().values()[rows[k]]);
    EXPECT_EQ(part.data().features()[2].values[part.sample().rows[k]], whole.features()[2].values[rows[k]]);
  }
  const DataPart most(whole, std::vector<std::uint32_t>(whole.rows().begin(), whole.rows().begin() + 60));
  EXPECT_EQ(&most.data(), &whole);
}

TEST(RowsAsNeeded, few_rows_of_many_give_the_same_bits_for_any_number_of_threads) {
  const Table table = simulate("correlation", 400, 2);
  const RankOptions options{.target = "y", .repeats = 3, .subsample = 60, .settings = {{"trees", 10}}};
  std::vector<std::vector<double>> all;
  for (const int threads : {1, 2, 7}) {
    Context context;
    context.threads = threads;
    all.push_back(values_of(rank_features(table, options, context)));
  }
  EXPECT_EQ(all[0], all[1]);
  EXPECT_EQ(all[0], all[2]);
}

// How often a power of one tree looks whether it is to stop.
int looks_while_growing(std::size_t rows) {
  std::atomic<int> asked = 0;
  Context context;
  context.threads = 1;
  context.cancelled = [&] { return ++asked < 0; };
  measure_power(simulate("interactions", rows, 1), {.target = "y", .repeats = 1, .settings = {{"trees", 1}}}, context);
  return asked;
}

TEST(RowsAsNeeded, large_trees_look_whether_to_stop_while_they_grow) {
  EXPECT_GE(looks_while_growing(200'000), looks_while_growing(5'000) + 3);
}

}  // namespace
}  // namespace umfi
