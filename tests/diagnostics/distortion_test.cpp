#include "diagnostics/distortion.hpp"

#include <gtest/gtest.h>

#include "diagnostics/examined.hpp"
#include "reference_data.hpp"
#include "stats/mic.hpp"
#include "umfi/csv.hpp"

namespace umfi {
namespace {

Distortion distortion(const Examined& data, std::size_t i, std::string_view remover, std::uint64_t seed = 1) {
  Context context;
  Workers workers(context);
  return DistortionMeter(data.removal(), seed).measure(i, data.freed(i, remover), workers);
}

// Agreement 3/4, by chance 1/2 * 1/4 + 1/2 * 3/4 = 1/2.
TEST(Distortion, agreement_counts_beyond_chance) {
  const std::vector<double> before{0, 0, 1, 1};
  EXPECT_DOUBLE_EQ(agreement_beyond_chance(before, std::vector<double>{0, 1, 1, 1}), 0.5);
  EXPECT_DOUBLE_EQ(agreement_beyond_chance(before, before), 1);
  EXPECT_EQ(agreement_beyond_chance(before, std::vector<double>{1, 1, 0, 0}), 0);
  EXPECT_EQ(agreement_beyond_chance(before, std::vector<double>{1, 1, 1, 1}), 0);
  EXPECT_EQ(agreement_beyond_chance(std::vector<double>{2, 2}, std::vector<double>{2, 2}), 1);
}

TEST(Distortion, what_is_left_alone_is_kept) {
  const Examined data(table_of({normal_draws(200, 1), normal_draws(200, 2), normal_draws(200, 3)}));
  const Distortion untouched = distortion(data, 0, "lr");
  EXPECT_EQ(untouched.mean_kept, 1);
  EXPECT_EQ(untouched.least_kept, 1);
  EXPECT_FALSE(untouched.worst.has_value());
}

TEST(Distortion, of_a_copy_nothing_is_kept_and_it_is_named) {
  const auto x = normal_draws(200, 1);
  const Examined data(table_of({x, normal_draws(200, 2), x}));
  const Distortion lr = distortion(data, 0, "lr");
  EXPECT_EQ(lr.least_kept, 0);
  EXPECT_EQ(lr.worst, 2U);
  EXPECT_EQ(lr.mean_kept, 0.5);  // the other column is left alone
}

TEST(Distortion, numbers_are_kept_by_mic_and_levels_by_agreement) {
  const auto x = normal_draws(300, 1);
  const auto related = combined(x, normal_draws(300, 2), [](double u, double v) { return u + v; });
  const auto bit = combined(x, normal_draws(300, 3), [](double u, double v) { return u + v > 0 ? 1.0 : 0.0; });
  const Examined data(table_of({x, related, bit}));
  const FreedSet freed = data.freed(0, "lr");
  ASSERT_EQ(freed.changed, (std::vector<std::size_t>{1, 2}));
  const double kept_number = mic_e(related, freed.columns[0].values);
  const double kept_bit = agreement_beyond_chance(bit, freed.columns[1].values);
  const Distortion lr = distortion(data, 0, "lr");
  EXPECT_DOUBLE_EQ(lr.mean_kept, (kept_number + kept_bit) / 2);
  EXPECT_EQ(lr.least_kept, std::min(kept_number, kept_bit));
}

// 60 changed columns of 1500 rows: 50 columns and 1000 rows are looked at, the same for the same seed.
TEST(Distortion, large_tables_are_sampled_by_the_seed) {
  const auto x = normal_draws(1500, 1);
  std::vector<std::vector<double>> columns{x};
  for (std::uint64_t c = 0; c < 60; ++c)
    columns.push_back(combined(x, normal_draws(1500, 10 + c), [](double u, double v) { return u + v; }));
  const Examined data(table_of(columns));
  const Distortion first = distortion(data, 0, "lr", 1);
  EXPECT_EQ(distortion(data, 0, "lr", 1).mean_kept, first.mean_kept);
  const Distortion second = distortion(data, 0, "lr", 2);
  EXPECT_NE(second.mean_kept, first.mean_kept);
  EXPECT_NEAR(second.mean_kept, first.mean_kept, 0.03);
}

// oracle/mic_brca15.csv: minerva 1.5.10 on the columns of the authors' program. For ot it compares with conditional
// ranks, which fall together here where they meet equal values of x_j.
TEST(Distortion, mean_and_worst_are_those_of_minerva) {
  const auto file = oracle_folder() / "mic_brca15.csv";
  const auto brca = data_folder() / "brca.csv";
  UMFI_NEEDS_FILE(file);
  UMFI_NEEDS_FILE(brca);
  const Table expected = read_csv(file);
  const Table all = read_csv(brca);
  Table genes;
  for (std::size_t c = 0; c < 15; ++c) genes.add(all[c]);
  const Examined data(genes);
  for (std::size_t i = 0; i < 15; ++i) {
    for (const std::string remover : {"lr", "ot"}) {
      const auto kept = expected.column(remover + "_mic_e").values();
      double sum = 0;
      double least = 1;
      for (std::size_t row = 0; row < expected.rows(); ++row) {
        const auto j = static_cast<std::size_t>(expected.column("j").values()[row]) - 1;
        if (static_cast<std::size_t>(expected.column("i").values()[row]) - 1 != i || j == i) continue;
        sum += kept[row];
        least = std::min(least, kept[row]);
      }
      const Distortion ours = distortion(data, i, remover);
      EXPECT_NEAR(ours.mean_kept, sum / 14, 1e-6) << i;
      EXPECT_NEAR(ours.least_kept, least, 1e-6) << i;
    }
  }
}

}  // namespace
}  // namespace umfi
