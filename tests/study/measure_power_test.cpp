#include <gtest/gtest.h>

#include <cmath>

#include "umfi/error.hpp"
#include "umfi/measure_power.hpp"
#include "umfi/simulate.hpp"

namespace umfi {
namespace {

Table data() {
  return simulate("correlation", 200, 1);
}

PowerOptions quick() {
  return {.target = "y", .repeats = 5, .seed = 3, .settings = {{"trees", 20}}};
}

std::string sentence_of(const PowerOptions& options) {
  try {
    measure_power(data(), options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(MeasurePower, mean_and_sd_are_those_of_the_values) {
  const PowerResult result = measure_power(data(), quick());
  ASSERT_EQ(result.values.size(), 5U);
  double mean = 0;
  for (const double value : result.values) mean += value / 5;
  double squares = 0;
  for (const double value : result.values) squares += (value - mean) * (value - mean);
  EXPECT_NEAR(result.mean, mean, 1e-14);
  EXPECT_NEAR(result.sd, std::sqrt(squares / 4), 1e-14);
  EXPECT_GT(result.sd, 0);
  EXPECT_EQ(result.metric.name, "r2");
  EXPECT_EQ(result.null, 0);
  EXPECT_EQ(result.rows, 200U);
  EXPECT_EQ(result.features, (std::vector<std::string>{"x1", "x2", "x3", "x4"}));
}

TEST(MeasurePower, one_repeat_has_no_sd_and_is_the_first_of_many) {
  PowerOptions options = quick();
  options.repeats = 1;
  const PowerResult one = measure_power(data(), options);
  EXPECT_EQ(one.sd, 0);
  EXPECT_EQ(one.values[0], measure_power(data(), quick()).values[0]);
}

TEST(MeasurePower, results_are_the_same_bits_for_any_number_of_threads_and_differ_between_seeds) {
  Context context;
  context.threads = 1;
  const PowerResult one = measure_power(data(), quick(), context);
  for (const int threads : {2, 3, 7}) {
    context.threads = threads;
    EXPECT_EQ(measure_power(data(), quick(), context).values, one.values) << threads;
  }
  PowerOptions other = quick();
  other.seed = 4;
  EXPECT_NE(measure_power(data(), other).values, one.values);
}

// y = x1 + x2: features that make it predict it, noise does not.
TEST(MeasurePower, features_that_make_the_target_beat_noise) {
  PowerOptions options = quick();
  options.features = {"x1", "x2"};
  EXPECT_GT(measure_power(data(), options).mean, 0.7);
  options.features = {"x4"};
  EXPECT_LT(measure_power(data(), options).mean, 0.1);
}

TEST(MeasurePower, the_null_model_of_a_classification_is_the_share_of_the_largest_class) {
  Table table = data();
  std::vector<double> big;
  for (const double y : table.column("y").values()) big.push_back(y > 1 ? 1 : 0);
  double share = 0;
  for (const double b : big) share += (1 - b) / 200;
  table.add(Column::numbers("big", big));
  PowerOptions options = quick();
  options.target = "big";
  options.features = {"x1", "x2"};
  const PowerResult result = measure_power(table, options);
  EXPECT_EQ(result.metric.name, "accuracy");
  EXPECT_EQ(result.task, Task::classification);
  EXPECT_NEAR(result.null, share, 1e-12);
  EXPECT_GT(result.mean, result.null);
}

TEST(MeasurePower, trees_and_repeats_must_make_sense) {
  PowerOptions options = quick();
  options.settings.set("trees", 0);
  EXPECT_EQ(sentence_of(options), "trees must be from 1 to 1,000,000");
  options = quick();
  options.repeats = 0;
  EXPECT_EQ(sentence_of(options), "repeats must be from 1 to 1,000,000");
  options.repeats = 1'000'001;
  EXPECT_EQ(sentence_of(options), "repeats must be from 1 to 1,000,000");
}

TEST(MeasurePower, a_cancelled_context_stops_the_work) {
  Context context;
  context.cancelled = [] { return true; };
  EXPECT_THROW(measure_power(data(), quick(), context), Interrupted);
}

TEST(MeasurePower, progress_is_told_up_to_the_last_repeat) {
  Context context;
  context.threads = 1;
  std::vector<std::size_t> told;
  context.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.total, 5U);
    told.push_back(progress.done);
  };
  measure_power(data(), quick(), context);
  EXPECT_EQ(told, (std::vector<std::size_t>{1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace umfi

namespace umfi {
namespace {

// Rows with missing values are passed over in place; that must be the same as never having had them.
TEST(MeasurePower, a_row_with_a_missing_value_counts_for_nothing) {
  const Table complete = simulate("interactions", 200, 3);
  Table with_holes;
  for (std::size_t c = 0; c < complete.size(); ++c) {
    std::vector<double> values(complete[c].values().begin(), complete[c].values().end());
    // Row 100 is there twice: once with a value missing in x2.
    values.insert(values.begin() + 100, c == 1 ? std::nan("") : values[100]);
    with_holes.add(Column::numbers(complete[c].name(), std::move(values), Kind::numeric));
  }
  const PowerOptions options{.target = "y", .repeats = 3, .settings = {{"trees", 20}}};
  const PowerResult expected = measure_power(complete, options);
  const PowerResult result = measure_power(with_holes, options);
  EXPECT_EQ(result.rows, 200U);
  EXPECT_EQ(result.dropped, 1U);
  EXPECT_EQ(result.values, expected.values);
}

}  // namespace
}  // namespace umfi
