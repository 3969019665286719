#include "importance/ultra_marginal.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "importance/measured.hpp"
#include "removal/columns.hpp"

namespace umfi {
namespace {

constexpr double no_floor = -1e9;

// 120 rows: x0 drives x1, both and x2 drive y, x3 is a category.
struct Study {
  explicit Study(Model model_, RemovalMethod method) : model(model_), rows(120) {
    std::iota(rows.begin(), rows.end(), 0U);
    const auto x0 = normal_draws(120, 1);
    const auto x1 = combined(x0, normal_draws(120, 2), [](double a, double e) { return a + 0.5 * e; });
    const auto x2 = normal_draws(120, 3);
    const auto y = combined(x1, x2, [](double a, double b) { return a + b; });
    table.add(Column::numbers("x0", x0));
    table.add(Column::numbers("x1", x1));
    table.add(Column::numbers("x2", x2));
    table.add(Column::labels("x3", coin_flips(120, 4, 3), {"a", "b", "c"}));
    response = forest::Response::regression(y);
    for (std::size_t c = 0; c < table.size(); ++c)
      columns.push_back(forest::rank_column(table[c].values(), table[c].is_ordered()));
    removal = std::make_unique<RemovalData>(table, rows);
    remover = make_remover(*removal, {.options = {.method = method, .ot_bin_size = 20}});
  }
  forest::FeatureView view() const { return forest::FeatureView({&columns[0], &columns[1], &columns[2], &columns[3]}); }
  std::vector<Measures> measure(const std::vector<std::uint32_t>& repeats) const {
    Context context;
    Workers workers(context);
    const ForestPower power(response, rows, {.model = model, .trees = 20, .seed = 3});
    std::size_t steps = 0;
    std::mutex mutex;
    auto result = measured_repeats(repeats, table.size(), [&](auto tasks) {
      measure_ultra_marginal({view(), *remover, model == Model::forest}, power, no_floor, tasks, workers,
                             [&](std::size_t features) {
                               const std::lock_guard lock(mutex);
                               steps += features;
                             });
    });
    EXPECT_EQ(steps, 4 * 20 * repeats.size());
    return result;
  }

  Model model;
  Table table;
  std::vector<std::uint32_t> rows;
  forest::Response response;
  std::vector<forest::FeatureColumn> columns;
  std::unique_ptr<RemovalData> removal;
  std::unique_ptr<const Remover> remover;
};

class UltraMarginal : public testing::TestWithParam<std::tuple<Model, RemovalMethod>> {};

// By definition: free the features one by one, and grow the two forests each for itself.
TEST_P(UltraMarginal, scores_are_those_of_separately_grown_forests) {
  const Study study(std::get<0>(GetParam()), std::get<1>(GetParam()));
  const std::vector<Measures> scores = study.measure({0, 5});
  Context context;
  Workers workers(context);
  const ForestPower power(study.response, study.rows, {.model = study.model, .trees = 20, .seed = 3});
  for (std::size_t r = 0; r < 2; ++r) {
    const std::uint32_t repeat = r == 0 ? 0 : 5;
    EXPECT_EQ(scores[r].full, power.nu(study.view(), repeat, workers).score);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto freed = study.remover->protect(i);
      std::vector<std::vector<double>> values(4);
      std::vector<forest::FeatureColumn> columns(4);
      std::vector<const forest::FeatureColumn*> pointers;
      for (std::size_t j = 0; j < 4; ++j) {
        values[j] = freed->changes(j)
                        ? freed->column(j).values
                        : std::vector<double>(study.table[j].values().begin(), study.table[j].values().end());
        columns[j] = forest::rank_column(values[j], study.table[j].is_ordered());
        pointers.push_back(&columns[j]);
      }
      const PairScore pair = power.nu_pair(forest::FeatureView(pointers), i, repeat, workers);
      EXPECT_EQ(scores[r].features[i].with, pair.with.score) << i;
      EXPECT_EQ(scores[r].features[i].without, pair.without.score) << i;
      EXPECT_EQ(scores[r].features[i].value, pair.with.score - pair.without.score) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, UltraMarginal,
                         testing::Combine(testing::Values(Model::forest, Model::extratrees),
                                          testing::Values(RemovalMethod::lr, RemovalMethod::ot)));

}  // namespace
}  // namespace umfi
