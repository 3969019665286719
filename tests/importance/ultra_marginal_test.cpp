#include "importance/ultra_marginal.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <string>
#include <tuple>

#include "importance/measured.hpp"
#include "power/forest_power.hpp"
#include "removal/columns.hpp"

namespace umfi {
namespace {

constexpr double no_floor = -1e9;

// 120 rows: x0 drives x1, both and x2 drive y, x3 is a category.
struct Study {
  Study(Model model_, const std::string& remover_name) : model(model_), rows(all_rows(120)) {
    const auto x0 = normal_draws(120, 1);
    const auto x1 = combined(x0, normal_draws(120, 2), [](double a, double e) { return a + 0.5 * e; });
    const auto x2 = normal_draws(120, 3);
    table.add(Column::numbers("x0", x0));
    table.add(Column::numbers("x1", x1));
    table.add(Column::numbers("x2", x2));
    table.add(Column::labels("x3", coin_flips(120, 4, 3), {"a", "b", "c"}));
    target = NumericTarget{combined(x1, x2, [](double a, double b) { return a + b; })};
    features = OwnedFeatures(table);
    removal = std::make_unique<RemovalData>(table, sample());
    remover = make_remover(*removal, remover_name, {{"ot_bin_size", 20}});
  }
  Sample sample() const { return {.rows = rows}; }
  ForestPower power() const { return {target, sample(), {.model = model, .trees = 20, .seed = 3}}; }
  std::vector<Measures> measure(const std::vector<std::uint32_t>& repeats) const {
    Context context;
    Workers workers(context);
    const FeatureView view = features.view();
    const ForestPower predicts = power();
    std::size_t steps = 0;
    std::mutex mutex;
    const auto count = [&](std::size_t done) {
      const std::lock_guard lock(mutex);
      steps += done;
    };
    auto result = measured_repeats(measure_ultra_marginal,
                                   {.features = view,
                                    .subjects = {},
                                    .target = target,
                                    .sample = sample(),
                                    .power = predicts,
                                    .remover = remover.get(),
                                    .floor = no_floor,
                                    .options = {},
                                    .repeats = {},
                                    .progress = count},
                                   repeats, workers);
    EXPECT_EQ(steps, 4 * 20 * repeats.size());
    return result;
  }

  Model model;
  Table table;
  std::vector<std::uint32_t> rows;
  Target target;
  OwnedFeatures features;
  std::unique_ptr<RemovalData> removal;
  std::unique_ptr<const Remover> remover;
};

class UltraMarginal : public testing::TestWithParam<std::tuple<Model, std::string>> {};

// By definition: free the features one by one, and grow the two forests each for itself.
TEST_P(UltraMarginal, scores_are_those_of_separately_grown_forests) {
  const Study study(std::get<0>(GetParam()), std::get<1>(GetParam()));
  const std::vector<Measures> scores = study.measure({0, 5});
  Context context;
  Workers workers(context);
  const ForestPower power = study.power();
  for (std::size_t r = 0; r < 2; ++r) {
    const std::uint32_t repeat = r == 0 ? 0 : 5;
    EXPECT_EQ(scores[r].full, power.nu(study.features.view(), repeat, workers).value);
    for (std::size_t i = 0; i < 4; ++i) {
      const Subject subject = subject_of(i);
      const auto freed = study.remover->protect(subject);
      OwnedFeatures columns;
      for (std::size_t j = 0; j < 4; ++j) {
        const auto values = study.table[j].values();
        columns.add(freed->changes(j) ? freed_values(*freed, j) : std::vector<double>(values.begin(), values.end()),
                    study.table[j].is_ordered());
      }
      const FeatureVariant variants[] = {{}, {.columns = nullptr, .without = &subject}};
      const std::vector<Score> pair =
          power.nu_variants({.features = columns.view(), .variants = variants, .repeat = repeat}, workers);
      EXPECT_EQ(scores[r].features[i].with, pair[0].value) << i;
      EXPECT_EQ(scores[r].features[i].without, pair[1].value) << i;
      EXPECT_EQ(scores[r].features[i].value, pair[0].value - pair[1].value) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, UltraMarginal,
                         testing::Combine(testing::Values(Model::forest, Model::extratrees),
                                          testing::Values("lr", "ot")));

}  // namespace
}  // namespace umfi
