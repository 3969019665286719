#include "importance/relation_test.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "power/forest_power.hpp"
#include "removal/columns.hpp"

namespace umfi {
namespace {

TEST(CopyPlan, a_round_takes_an_eighth_of_the_rows_if_it_can) {
  EXPECT_EQ(plan_for_freed(100'000, 1).copies, 20);
  EXPECT_EQ(plan_for_freed(168, 1).copies, 20);
  EXPECT_EQ(plan_for_freed(167, 1).copies, 10);
  EXPECT_EQ(plan_for_freed(88, 1).copies, 10);
  EXPECT_EQ(plan_for_freed(87, 1).copies, 5);
  EXPECT_EQ(plan_for_freed(572, 7).copies, 5);
  EXPECT_EQ(plan_for_freed(572, 7).freed_terms, 42);  // those of five copies and of x
  EXPECT_EQ(plan_for_freed(20, 1).copies, 4);
}

TEST(CopyPlan, nothing_is_freed_that_would_take_half_of_the_rows_or_too_long) {
  EXPECT_TRUE(plan_for_freed(12, 1).is_freed());
  EXPECT_FALSE(plan_for_freed(11, 1).is_freed());
  EXPECT_TRUE(plan_for_freed(152, 15).is_freed());
  EXPECT_FALSE(plan_for_freed(151, 15).is_freed());
  EXPECT_TRUE(plan_for_freed(1'000'000, 300).is_freed());
  EXPECT_FALSE(plan_for_freed(1'000'000, 301).is_freed());
}

// 120 rows: x1 holds x0, y is x1 and x2.
class RelationTest : public ::testing::Test {
 protected:
  RelationTest() : rows_(all_rows(120)) {
    const auto x0 = normal_draws(120, 1);
    const auto x1 = combined(x0, normal_draws(120, 2), [](double a, double e) { return a + 0.5 * e; });
    const auto x2 = normal_draws(120, 3);
    for (const auto& [name, values] : std::map<std::string, std::vector<double>>{{"x0", x0}, {"x1", x1}, {"x2", x2}})
      table_.add(Column::numbers(name, values));
    target_ = NumericTarget{combined(x1, x2, [](double a, double b) { return a + 0.3 * b; })};
    columns_ = OwnedFeatures(table_);
    removal_ = std::make_unique<RemovalData>(table_, Sample{.rows = rows_});
    remover_ = make_remover(*removal_, "lr");
  }

  ForestPower power() const { return {target_, {.rows = rows_}, {.trees = 10, .seed = 5}}; }

  std::map<std::size_t, PermutationSample> sample(const std::vector<std::size_t>& wanted, CopyTest test) const {
    std::map<std::size_t, PermutationSample> samples;
    test.shapes = shapes_;
    test.sample_done = [&](std::size_t subject, const PermutationSample& sample) {
      EXPECT_TRUE(samples.emplace(subject, sample).second);
    };
    const FeatureView view = columns_.view();
    const std::vector<Subject> subjects = single_subjects(3);
    const ForestPower predicts = power();
    Workers workers(context_);
    sample_beside_freed({view, subjects, *remover_, predicts}, wanted, test, workers);
    return samples;
  }

  // The test statistic of S_i and this column in the place of x_i, by a forest of its own.
  double statistic(const FreedColumns& freed, std::size_t i, const FeatureColumn& column) const {
    std::vector<std::unique_ptr<const FeatureColumn>> changed;
    FeatureView view = columns_.view().with(i, column);
    for (std::size_t j = 0; j < 3; ++j) {
      if (!freed.changes(j)) continue;
      changed.push_back(replaced_column(columns_[j], freed_values(freed, j)));
      view = view.with(j, *changed.back());
    }
    Workers workers(context_);
    return power().nu(view, 0, workers).test_statistic;
  }

  Context context_;
  Table table_;
  std::vector<std::uint32_t> rows_;
  Target target_;
  OwnedFeatures columns_;
  std::unique_ptr<RemovalData> removal_;
  std::unique_ptr<const Remover> remover_;
  std::vector<FreedShape> shapes_{3};
};

// The fixture adds shapes, and takes the samples.
CopyTest copies_until(const PermutedCopies& permuted, const std::vector<CopyPlan>& plans,
                      const std::function<bool(const PermutationSample&)>& is_decided) {
  return {.permuted = permuted, .plans = plans, .shapes = {}, .is_decided = is_decided, .sample_done = {}};
}

CopyTest twenty_copies(const PermutedCopies& permuted, const std::vector<CopyPlan>& plans) {
  return copies_until(permuted, plans, [](const PermutationSample& sample) { return sample.permuted.size() >= 20; });
}

double mean_without(const std::vector<double>& values, std::size_t left_out) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return (sum - values[left_out]) / static_cast<double>(values.size() - 1);
}

TEST_F(RelationTest, measures_copies_by_what_they_are_better_than_the_others_of_their_round) {
  const PermutedCopies permuted(*removal_, 7);
  const std::vector<CopyPlan> plans{{5, 6}, {10, 11}, {20, 0}};
  const auto samples = sample({0, 1}, twenty_copies(permuted, plans));
  ASSERT_EQ(samples.size(), 2);
  for (const auto& [i, sample] : samples) {
    ASSERT_EQ(sample.permuted.size(), 20) << i;
    for (std::uint32_t round = 0; round < 20 / plans[i].copies; ++round) {
      const std::vector<CopyRange> ranges(3, plans[i].round(round));
      const ExchangeableRemover remover(*remover_, permuted, shapes_, ranges);
      const auto freed = remover.protect(subject_of(i));
      std::vector<double> statistics;
      for (std::uint32_t copy = ranges[i].begin; copy < ranges[i].end; ++copy)
        statistics.push_back(statistic(*freed, i, *replaced_column(columns_[i], permuted.column(i, copy))));
      for (std::size_t k = 0; k < statistics.size(); ++k)
        EXPECT_NEAR(sample.permuted[ranges[i].begin + k], statistics[k] - mean_without(statistics, k), 1e-14)
            << "feature " << i << ", copy " << ranges[i].begin + k;
      // x has as many others as a copy has: the last copy does not count.
      if (round == 0) {
        EXPECT_NEAR(sample.observed,
                    statistic(*freed, i, columns_[i]) - mean_without(statistics, statistics.size() - 1), 1e-14);
      }
    }
  }
}

TEST_F(RelationTest, measures_as_it_is_where_nothing_is_freed_of_copies) {
  const PermutedCopies permuted(*removal_, 7);
  const auto samples = sample({0, 2}, twenty_copies(permuted, std::vector<CopyPlan>(3)));
  for (const auto& [i, found] : samples) {
    const auto freed = remover_->protect(subject_of(i));
    EXPECT_EQ(freed->changes(1), i == 0);
    EXPECT_EQ(found.observed, statistic(*freed, i, columns_[i]));
    ASSERT_EQ(found.permuted.size(), 20);
    for (std::uint32_t copy = 0; copy < 20; ++copy) {
      const auto column = replaced_column(columns_[i], permuted.column(i, copy));
      EXPECT_EQ(found.permuted[copy], statistic(*freed, i, *column));
    }
  }
}

TEST_F(RelationTest, looks_at_100_copies_unless_it_is_decided_before) {
  const PermutedCopies permuted(*removal_, 7);
  const std::vector<CopyPlan> plans{{5, 6}, {20, 21}, {20, 0}};
  const auto never = [](const PermutationSample&) { return false; };
  const auto after_two_rounds = [](const PermutationSample& sample) { return sample.permuted.size() > 5; };
  EXPECT_EQ(sample({0}, copies_until(permuted, plans, never)).at(0).permuted.size(), 100);
  EXPECT_EQ(sample({0}, copies_until(permuted, plans, after_two_rounds)).at(0).permuted.size(), 10);
}

}  // namespace
}  // namespace umfi
