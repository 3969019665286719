#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "removal/columns.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

constexpr std::size_t rows = 300;

// Places of the standard removers in a diagnosis.
constexpr std::size_t lr = 0;
constexpr std::size_t ot = 1;

// `bend` is a bent function of `a`, which lr cannot remove, `line` a straight one, which it can, `alone` is on its own.
Table bent_table() {
  const auto a = normal_draws(rows, 1);
  const auto noise = normal_draws(rows, 3);
  const auto line = normal_draws(rows, 2);
  Table table;
  table.add(Column::numbers("a", a));
  table.add(Column::numbers("bend", combined(a, noise, [](double u, double v) { return u * u + 0.1 * v; })));
  table.add(Column::numbers("alone", normal_draws(rows, 4)));
  table.add(Column::numbers("y", combined(a, line, [](double u, double v) { return u + v; })));
  return table;
}

Table with(Table table, Column column) {
  table.add(std::move(column));
  return table;
}

DiagnoseOptions quick() {
  return {.target = "y", .trees = 50, .settings = {{"ot_bin_size", 20}}};
}

const FeatureDiagnosis& named(const DiagnoseResult& result, const std::string& name) {
  const auto found = std::find_if(result.features.begin(), result.features.end(),
                                  [&](const FeatureDiagnosis& feature) { return feature.name == name; });
  EXPECT_NE(found, result.features.end()) << name;
  return *found;
}

TEST(Diagnose, features_come_in_the_order_of_the_table_without_the_target) {
  const DiagnoseResult result = diagnose(bent_table(), quick());
  ASSERT_EQ(result.features.size(), 3U);
  EXPECT_EQ(result.features[0].name, "a");
  EXPECT_EQ(result.features[2].name, "alone");
  EXPECT_EQ(result.rows, rows);
  EXPECT_EQ(diagnose(bent_table(), {.trees = 5}).features.size(), 4U);
  EXPECT_EQ(diagnose(bent_table(), {.drop = {"y", "bend"}, .trees = 5}).features.size(), 2U);
}

TEST(Diagnose, the_remover_that_removes_is_preferred) {
  const DiagnoseResult result = diagnose(bent_table(), quick());
  const FeatureDiagnosis& bend = named(result, "bend");
  EXPECT_GT(bend.raw, 0.7);
  EXPECT_GT(bend.removers[lr].residual, 0.7);
  EXPECT_LT(bend.removers[ot].residual, bend.removers[lr].residual);
  EXPECT_EQ(bend.prefer, ot);
  EXPECT_EQ(bend.measure, "r2");
  EXPECT_EQ(named(result, "alone").verdict, "nothing to remove");
  EXPECT_EQ(named(result, "alone").removers[lr].worst_column, "");
}

TEST(Diagnose, a_copy_is_removed_by_lr_which_is_enough) {
  const auto a = normal_draws(rows, 1);
  Table table;
  table.add(Column::numbers("a", a));
  table.add(Column::numbers("copy", mapped(a, [](double v) { return 1 - v; })));
  table.add(Column::numbers("other", normal_draws(rows, 2)));
  const DiagnoseResult result = diagnose(table, {.trees = 50});
  EXPECT_GT(result.features[0].raw, 0.9);
  EXPECT_LT(result.features[0].removers[lr].residual, 0.05);
  EXPECT_LT(result.features[0].removers[ot].residual, 0.05);
  EXPECT_EQ(result.features[0].verdict, "lr is enough");
  EXPECT_EQ(result.features[0].removers[lr].worst_column, "copy");
  EXPECT_EQ(result.features[0].removers[lr].kept_worst, 0);
}

TEST(Diagnose, means_are_over_features) {
  const DiagnoseResult result = diagnose(bent_table(), quick());
  double raw = 0;
  std::vector<double> residual(2, 0.0);
  for (const FeatureDiagnosis& feature : result.features) {
    raw += feature.raw / 3;
    for (const std::size_t r : {lr, ot}) residual[r] += feature.removers[r].residual / 3;
  }
  EXPECT_NEAR(result.mean_raw, raw, 1e-12);
  ASSERT_EQ(result.removers.size(), 2U);
  EXPECT_EQ(result.removers[lr].name, "lr");
  EXPECT_EQ(result.removers[ot].name, "ot");
  for (const std::size_t r : {lr, ot}) EXPECT_NEAR(result.removers[r].mean_residual, residual[r], 1e-12);
}

TEST(Diagnose, columns_of_one_value_and_of_categories_are_told_apart) {
  Table table = with(bent_table(), Column::numbers("constant", std::vector<double>(rows, 1.0)));
  table = with(table, Column::labels("soil", coin_flips(rows, 7, 3), {"clay", "sand", "loam"}));
  const DiagnoseResult result = diagnose(table, quick());
  EXPECT_EQ(named(result, "constant").verdict, "only one value");
  EXPECT_EQ(named(result, "constant").raw, 0);
  EXPECT_EQ(named(result, "soil").measure, "accuracy_above_null");
}

// The target need not be one that could be predicted: it is only left out.
TEST(Diagnose, rows_that_miss_the_target_are_left_out_and_any_target_will_do) {
  std::vector<double> odd(rows, 5.0);
  odd[3] = std::nan("");
  EXPECT_EQ(diagnose(with(bent_table(), Column::numbers("odd", odd)), {.target = "odd", .trees = 5}).rows, rows - 1);
}

TEST(Diagnose, bits_do_not_depend_on_threads_and_differ_between_seeds) {
  const Table table = with(bent_table(), Column::labels("soil", coin_flips(rows, 7, 3), {"clay", "sand", "loam"}));
  const auto figures = [&](int threads, std::uint64_t seed) {
    Context context;
    context.threads = threads;
    DiagnoseOptions options = quick();
    options.seed = seed;
    std::vector<double> all;
    for (const FeatureDiagnosis& f : diagnose(table, options, context).features)
      all.insert(all.end(), {f.raw, f.removers[lr].residual, f.removers[ot].residual, f.removers[lr].kept_mean,
                             f.removers[ot].kept_mean, f.removers[lr].kept_worst, f.removers[ot].kept_worst});
    return all;
  };
  const std::vector<double> one = figures(1, 1);
  EXPECT_EQ(figures(2, 1), one);
  EXPECT_EQ(figures(5, 1), one);
  EXPECT_NE(figures(1, 2), one);
}

TEST(Diagnose, progress_reaches_its_end_and_cancelling_stops_it) {
  Context context;
  Progress last;
  context.progress = [&](const Progress& progress) { last = progress; };
  diagnose(bent_table(), quick(), context);
  EXPECT_EQ(last.total, 3U);
  EXPECT_EQ(last.done, 3U);
  context.cancelled = [] { return true; };
  EXPECT_THROW(diagnose(bent_table(), quick(), context), Interrupted);
}

TEST(Diagnose, wrong_options_and_useless_tables_are_refused) {
  for (const auto& change : std::vector<std::function<void(DiagnoseOptions&)>>{
           [](DiagnoseOptions& o) { o.trees = 0; }, [](DiagnoseOptions& o) { o.settings.set("lr_alpha", 0); },
           [](DiagnoseOptions& o) { o.settings.set("ot_bin_size", 1); },
           [](DiagnoseOptions& o) { o.target = "nothing"; }, [](DiagnoseOptions& o) { o.drop = {"y"}; }}) {
    DiagnoseOptions options = quick();
    change(options);
    EXPECT_THROW(diagnose(bent_table(), options), UsageError);
  }
  EXPECT_THROW(diagnose(bent_table(), {.target = "y", .drop = {"a", "bend"}}), DataError);
  EXPECT_THROW(diagnose(bent_table(), {.target = "y", .drop = {"a", "bend", "alone"}}), DataError);
}

}  // namespace
}  // namespace umfi
