// Which tables can be used, which cannot, and what is said about it.
#include "study/dataset.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "umfi/error.hpp"

namespace umfi {
namespace {

const double missing = std::nan("");
using Strings = std::vector<std::string>;

// Twenty rows: y = 0, 1, ..., x = (y - 7)², and z = the remainder by 3.
Table usable() {
  std::vector<double> y, x, z;
  for (int i = 0; i < 20; ++i) {
    y.push_back(i);
    x.push_back((i - 7) * (i - 7));
    z.push_back(i % 3);
  }
  Table table;
  table.add(Column::numbers("y", y));
  table.add(Column::numbers("x", x));
  table.add(Column::numbers("z", z));
  return table;
}

Table with(Table table, Column column) {
  table.add(std::move(column));
  return table;
}

Column numbers_with(const std::string& name, std::size_t row, double odd) {
  std::vector<double> values;
  for (int i = 0; i < 20; ++i) values.push_back(i * 7 % 20);
  values[row] = odd;
  return Column::numbers(name, values);
}

Column words(const std::string& name, std::size_t classes) {
  std::vector<double> codes;
  std::vector<std::string> levels;
  for (std::size_t i = 0; i < 20; ++i) codes.push_back(static_cast<double>(i % classes));
  for (std::size_t i = 0; i < classes; ++i) levels.push_back("level " + std::to_string(i));
  return Column::labels(name, codes, levels);
}

struct Outcome {
  ExitCode code = ExitCode::ok;
  std::string sentence;
  Strings warnings;
};

Outcome outcome(const Table& table, const DatasetOptions& options) {
  Outcome result;
  Context context;
  context.log = [&](Severity severity, std::string_view sentence) {
    EXPECT_EQ(severity, Severity::warning);
    result.warnings.emplace_back(sentence);
  };
  try {
    const Dataset data(table, options, context);
  } catch (const Error& error) {
    result.code = error.exit_code();
    result.sentence = error.what();
  }
  return result;
}

DatasetOptions target(const std::string& name) {
  return {.target = name, .features = {}, .drop = {}, .task = {}};
}

void expect_refusal(const Table& table, const DatasetOptions& options, ExitCode code, const std::string& sentence) {
  const Outcome result = outcome(table, options);
  EXPECT_EQ(result.sentence, sentence);
  EXPECT_EQ(result.code, code);
}

TEST(Dataset, by_default_every_column_but_the_target_is_a_feature) {
  const Dataset data(usable(), target("y"), {});
  EXPECT_EQ(data.feature_names(), (Strings{"x", "z"}));
  EXPECT_EQ(data.rows().size(), 20U);
  EXPECT_EQ(data.dropped_rows(), 0U);
  EXPECT_EQ(data.features().size(), 2U);
}

TEST(Dataset, features_can_be_named_in_any_order_or_dropped) {
  DatasetOptions options = target("y");
  options.features = {"z", "x"};
  EXPECT_EQ(Dataset(usable(), options, {}).feature_names(), (Strings{"z", "x"}));
  options = target("y");
  options.drop = {"x"};
  EXPECT_EQ(Dataset(usable(), options, {}).feature_names(), Strings{"z"});
}

TEST(Dataset, an_unknown_target_feature_or_dropped_column_is_answered_with_the_nearest) {
  expect_refusal(usable(), target("yy"), ExitCode::usage, "there is no column 'yy' in the data; did you mean 'y'?");
  DatasetOptions options = target("y");
  options.features = {"xx"};
  expect_refusal(usable(), options, ExitCode::usage, "there is no column 'xx' in the data; did you mean 'x'?");
  options = target("y");
  options.drop = {"zz"};
  expect_refusal(usable(), options, ExitCode::usage, "there is no column 'zz' in the data; did you mean 'z'?");
}

TEST(Dataset, the_target_can_be_neither_feature_nor_dropped_and_features_exclude_drop) {
  DatasetOptions options = target("y");
  options.features = {"x", "y"};
  expect_refusal(usable(), options, ExitCode::usage, "'y' cannot be both the target and a feature");
  options = target("y");
  options.drop = {"y"};
  expect_refusal(usable(), options, ExitCode::usage, "'y' cannot be both the target and dropped");
  options = target("y");
  options.features = {"x"};
  options.drop = {"z"};
  expect_refusal(usable(), options, ExitCode::usage, "name the features or the columns to drop, not both");
}

TEST(Dataset, a_constant_target_leaves_nothing_to_predict) {
  expect_refusal(with(usable(), Column::numbers("c", std::vector<double>(20, 5))), target("c"), ExitCode::data,
                 "the target 'c' has only one value; there is nothing to predict");
}

TEST(Dataset, features_that_are_all_constant_or_all_dropped_are_no_features) {
  const std::string sentence = "no feature is left to predict the target from; name at least one column that varies";
  DatasetOptions options = target("y");
  options.drop = {"x", "z"};
  expect_refusal(usable(), options, ExitCode::data, sentence);
  expect_refusal(with(usable(), Column::numbers("c", std::vector<double>(20, 5))), options, ExitCode::data, sentence);
}

TEST(Dataset, a_single_constant_feature_is_warned_about) {
  const Outcome result = outcome(with(usable(), Column::numbers("c", std::vector<double>(20, 5))), target("y"));
  EXPECT_EQ(result.code, ExitCode::ok);
  EXPECT_EQ(result.warnings, Strings{"column 'c' has only one value and cannot matter"});
}

TEST(Dataset, a_feature_that_gives_the_target_away_is_warned_about) {
  std::vector<double> copy;
  for (int i = 0; i < 20; ++i) copy.push_back(100 - 3 * i);
  const Outcome result = outcome(with(usable(), Column::numbers("copy", copy)), target("y"));
  EXPECT_EQ(result.warnings,
            Strings{"column 'copy' determines the target 'y' (nearly) without error: a copy of it, or a "
                    "leak? (drop=copy leaves it out)"});
}

TEST(Dataset, a_target_without_values_or_that_was_left_out_gets_its_own_advice) {
  Table table = with(usable(), Column::numbers("empty", std::vector<double>(20, missing)));
  table.set_aside(words("name", 20),
                  {.column = "name", .concern = Concern::id, .is_left_out = true, .text = "holds ids", .mend = ""});
  expect_refusal(table, target("empty"), ExitCode::data,
                 "the target 'empty' has no value in any row; name another column");
  expect_refusal(table, target("name"), ExitCode::data, "the target 'name' holds ids; name the column to predict");
}

TEST(Dataset, fewer_than_ten_rows_are_too_few_and_ten_are_enough) {
  for (const int rows : {9, 10}) {
    std::vector<double> y, x;
    for (int i = 0; i < rows; ++i) {
      y.push_back(i);
      x.push_back(-i);
    }
    Table table;
    table.add(Column::numbers("y", y));
    table.add(Column::numbers("x", x));
    expect_refusal(table, target("y"), rows == 9 ? ExitCode::data : ExitCode::ok,
                   rows == 9 ? "9 complete rows are too few; at least 10 are needed" : "");
  }
}

TEST(Dataset, more_classes_than_half_the_rows_are_refused) {
  expect_refusal(with(usable(), words("species", 11)), target("species"), ExitCode::data,
                 "the target 'species' has 11 classes in 20 rows, more than one class per two rows; is it an id, or "
                 "did you mean task=regression?");
  EXPECT_EQ(outcome(with(usable(), words("species", 10)), target("species")).sentence, "");
  DatasetOptions options = target("y");
  options.task = Task::classification;
  EXPECT_EQ(outcome(usable(), options).code, ExitCode::data);
}

TEST(Dataset, infinite_values_are_refused_by_column_and_row) {
  for (const double odd : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()})
    expect_refusal(
        with(usable(), numbers_with("w", 6, odd)), target("y"), ExitCode::data,
        "column 'w' is infinite or too large in data row 7; replace it by a number, or by NA to treat it as missing");
}

TEST(Dataset, rows_with_a_missing_value_are_left_out_and_counted) {
  Table table = with(usable(), numbers_with("w", 6, missing));
  const Dataset data(table, target("y"), {});
  EXPECT_EQ(sentence_of(data.use().missing),
            "19 of 20 rows are complete, and only these are used; values are missing in 'w' (1 row); " +
                option_mention("drop", "w") + " would use 20 rows");
  EXPECT_EQ(data.rows().size(), 19U);
  EXPECT_EQ(data.dropped_rows(), 1U);
  EXPECT_EQ(data.rows()[5], 5U);
  EXPECT_EQ(data.rows()[6], 7U);  // row 6 takes no part
}

TEST(Dataset, a_hole_or_an_infinity_in_a_column_that_is_not_used_costs_nothing) {
  const Table table = with(with(usable(), numbers_with("w", 6, missing)),
                           numbers_with("v", 3, std::numeric_limits<double>::infinity()));
  DatasetOptions options = target("y");
  options.features = {"x", "z"};
  const Outcome result = outcome(table, options);
  EXPECT_EQ(result.sentence, "");
  EXPECT_EQ(result.warnings, Strings{});
  EXPECT_EQ(Dataset(table, options, {}).rows().size(), 20U);
}

TEST(Dataset, a_column_without_any_value_is_named_when_no_row_is_complete) {
  expect_refusal(with(usable(), Column::numbers("w", std::vector<double>(20, missing))), target("y"), ExitCode::data,
                 "no row is complete; column 'w' alone misses 20 values: leave such columns out with drop");
}

TEST(Dataset, what_becomes_constant_by_leaving_rows_out_is_noticed) {
  std::vector<double> almost(20, 1);
  almost[6] = 2;
  const Table table = with(with(usable(), numbers_with("w", 6, missing)), Column::numbers("almost", almost));
  expect_refusal(table, target("almost"), ExitCode::data,
                 "the target 'almost' has only one value; there is nothing to predict");
}

Column ordered_sizes() {
  const Column plain = words("size", 3);
  return Column::labels("size", {plain.values().begin(), plain.values().end()}, {"s", "m", "l"}, Kind::ordinal);
}

Task task_of(const Table& table, const std::string& name, std::optional<Task> asked = {}) {
  DatasetOptions options = target(name);
  options.task = asked;
  return Dataset(table, options, {}).target().task();
}

TEST(Dataset, the_task_follows_from_the_kind_of_the_target) {
  std::vector<double> bits;
  for (int i = 0; i < 20; ++i) bits.push_back(i % 2);
  Table table = with(with(usable(), words("species", 4)), words("sex", 2));
  table = with(with(table, ordered_sizes()), Column::numbers("bit", bits));
  EXPECT_EQ(task_of(table, "y"), Task::regression);
  EXPECT_EQ(task_of(table, "species"), Task::classification);
  EXPECT_EQ(task_of(table, "sex"), Task::classification);
  EXPECT_EQ(task_of(table, "size"), Task::regression);
  EXPECT_EQ(task_of(table, "bit"), Task::classification);
}

TEST(Dataset, the_task_can_be_asked_for_where_the_target_allows_it) {
  const Table table = with(with(usable(), words("species", 4)), ordered_sizes());
  EXPECT_EQ(task_of(table, "z", Task::classification), Task::classification);
  EXPECT_EQ(task_of(table, "size", Task::classification), Task::classification);
  EXPECT_EQ(task_of(table, "size", Task::regression), Task::regression);
  DatasetOptions options = target("species");
  options.task = Task::regression;
  expect_refusal(table, options, ExitCode::data,
                 "the target 'species' holds text, so it cannot be used for regression; use task=classification");
}

// Numbers as classes: each distinct number is one class, in ascending order.
TEST(Dataset, numbers_become_classes_in_their_order) {
  std::vector<double> grades;
  for (int i = 0; i < 20; ++i) grades.push_back(i % 2 == 0 ? 7.5 : -3);
  const Table table = with(usable(), Column::numbers("grade", grades));
  const Dataset data(table, target("grade"), {});
  EXPECT_EQ(data.target().classes(), 2U);
  EXPECT_EQ(data.target().values()[0], 1);
  EXPECT_EQ(data.target().values()[1], 0);
}

}  // namespace
}  // namespace umfi
