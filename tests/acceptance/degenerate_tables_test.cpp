// Whatever the part, tables at the edge of what makes sense give a result of finite numbers, or an error of one sentence.
#include "acceptance/cases.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

constexpr std::size_t rows = 40;

std::vector<double> noise(std::uint64_t seed, std::size_t size = rows) {
  Stream stream(stream_key({.seed = seed, .purpose = Purpose::simulation, .repeat = 78}), 0);
  std::vector<double> values(size);
  for (double& value : values) value = draw_normal(stream);
  return values;
}

std::vector<double> cycle(std::size_t levels) {
  std::vector<double> codes(rows);
  for (std::size_t row = 0; row < rows; ++row) codes[row] = static_cast<double>(row % levels);
  return codes;
}

std::vector<std::string> names(std::size_t count) {
  std::vector<std::string> result;
  for (std::size_t k = 0; k < count; ++k) result.push_back("level" + std::to_string(k));
  return result;
}

struct Degenerate {
  std::string name;
  std::vector<Column> features;
};

std::vector<Degenerate> tables() {
  return {{"a constant column", {Column::numbers("x1", noise(1)), Column::numbers("x2", std::vector<double>(rows, 5.0)),
                                 Column::numbers("x3", noise(2))}},
          {"duplicate columns", {Column::numbers("x1", noise(1)), Column::numbers("x2", noise(1)),
                                 Column::numbers("x3", noise(2))}},
          {"two rows per level", {Column::numbers("x1", noise(1)), Column::labels("x2", cycle(rows / 2), names(rows / 2)),
                                  Column::numbers("x3", noise(2))}},
          {"categories only", {Column::labels("x1", cycle(3), names(3)), Column::labels("x2", cycle(5), names(5)),
                               Column::labels("x3", cycle(2), names(2))}},
          {"one feature", {Column::numbers("x1", noise(1))}},
          {"huge and tiny numbers", {[] {
             std::vector<double> values = noise(1);
             for (double& value : values) value *= 1e200;
             return Column::numbers("x1", values);
           }(), [] {
             std::vector<double> values = noise(2);
             for (double& value : values) value *= 1e-200;
             return Column::numbers("x2", values);
           }()}}};
}

// The features, with a response that is unrelated to them.
Table table_of(const Degenerate& degenerate, Task task) {
  Table table;
  for (const Column& column : degenerate.features) table.add(column);
  if (task == Task::regression)
    table.add(Column::numbers("y", noise(9)));
  else
    table.add(Column::labels("y", cycle(3), names(3)));
  return table;
}

class AnyTable : public testing::TestWithParam<PartCase> {};

TEST_P(AnyTable, gives_finite_numbers_or_one_sentence) {
  for (const Degenerate& degenerate : tables()) {
    for (const Task task : all_tasks) {
      if (!serves(GetParam().options, task)) continue;
      try {
        const RankResult result = rank_features(table_of(degenerate, task), GetParam().options);
        for (const FeatureScore& feature : result.features)
          EXPECT_TRUE(std::isfinite(feature.score)) << degenerate.name << ", " << feature.name;
      } catch (const Error& error) {
        EXPECT_NE(error.exit_code(), ExitCode::internal) << degenerate.name << ": " << error.what();
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << degenerate.name;
      }
    }
  }
}

TEST_P(AnyTable, scores_a_constant_column_at_most_as_noise) {
  const Degenerate degenerate = tables().front();
  for (const Task task : all_tasks) {
    if (!serves(GetParam().options, task)) continue;
    EXPECT_LE(std::abs(rank_features(table_of(degenerate, task), GetParam().options).features[1].score), 0.05) << name_of(task);
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, AnyTable, testing::ValuesIn(all_cases()), name_of_case);

}  // namespace
}  // namespace umfi
