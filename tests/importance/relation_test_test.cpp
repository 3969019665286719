#include "importance/relation_test.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "core/parallel.hpp"
#include "removal/columns.hpp"

namespace umfi {
namespace {

TEST(CopyPlan, rounds_follow_on_each_other_up_to_99_copies) {
  for (const std::uint32_t members : {4U, 5U, 10U, 20U}) {
    const CopyPlan plan{members, true};
    EXPECT_EQ(plan.round(0).begin, 0);
    EXPECT_EQ(plan.round(0).end, members - 1);  // x is a member, too
    for (std::uint32_t round = 1; round < 100 / members; ++round) {
      EXPECT_EQ(plan.round(round).begin, plan.round(round - 1).end);
      EXPECT_EQ(plan.round(round).end, plan.round(round).begin + members);
    }
    EXPECT_EQ(plan.round(100 / members - 1).end, CopyPlan::most);
  }
}

TEST(CopyPlan, a_round_takes_an_eighth_of_the_rows_at_most) {
  EXPECT_EQ(plan_for_freed(100'000, 1).members, 20);
  EXPECT_EQ(plan_for_freed(160, 1).members, 20);
  EXPECT_EQ(plan_for_freed(159, 1).members, 10);
  EXPECT_EQ(plan_for_freed(80, 1).members, 10);
  EXPECT_EQ(plan_for_freed(79, 1).members, 5);
  EXPECT_EQ(plan_for_freed(572, 7).members, 10);
  EXPECT_EQ(plan_for_freed(20, 1).members, 4);
}

// 120 rows: x1 holds x0, y is x1 and x2.
class RelationTest : public ::testing::Test {
 protected:
  RelationTest() : rows_(120) {
    std::iota(rows_.begin(), rows_.end(), 0U);
    const auto x0 = normal_draws(120, 1);
    const auto x1 = combined(x0, normal_draws(120, 2), [](double a, double e) { return a + 0.5 * e; });
    const auto x2 = normal_draws(120, 3);
    for (const auto& [name, values] : std::map<std::string, std::vector<double>>{{"x0", x0}, {"x1", x1}, {"x2", x2}})
      table_.add(Column::numbers(name, values));
    response_ = forest::Response::regression(combined(x1, x2, [](double a, double b) { return a + 0.3 * b; }));
    for (std::size_t c = 0; c < table_.size(); ++c)
      columns_.push_back(forest::rank_column(table_[c].values(), table_[c].is_ordered()));
    removal_ = std::make_unique<RemovalData>(table_, rows_);
    remover_ = make_remover(*removal_, {.options = {.method = RemovalMethod::lr}});
  }

  forest::FeatureView view() const { return forest::FeatureView({&columns_[0], &columns_[1], &columns_[2]}); }
  ForestPower power() const { return ForestPower(response_, rows_, {.trees = 10, .seed = 5}); }

  std::map<std::size_t, PermutationSample> sample(const std::vector<std::size_t>& wanted, const CopyTest& test) const {
    std::map<std::size_t, PermutationSample> samples;
    Workers workers(context_);
    sample_ultra_marginal({view(), *remover_, true}, shapes_, wanted, test, power(), workers,
                          [&](std::size_t feature, const PermutationSample& sample) {
                            EXPECT_TRUE(samples.emplace(feature, sample).second);
                          });
    return samples;
  }

  // nu of S_i and this column in the place of x_i, by a forest of its own.
  double support(const FreedColumns& freed, std::size_t i, const forest::FeatureColumn& column) const {
    std::vector<forest::OwnedColumn> changed(3);
    std::vector<const forest::FeatureColumn*> view{&columns_[0], &columns_[1], &columns_[2]};
    for (std::size_t j = 0; j < 3; ++j) {
      if (!freed.changes(j)) continue;
      changed[j] = forest::replace_values(columns_[j], freed.column(j), true);
      view[j] = &changed[j].column;
    }
    view[i] = &column;
    Workers workers(context_);
    return power().nu(forest::FeatureView(view), 0, workers).support;
  }

  Context context_;
  Table table_;
  std::vector<std::uint32_t> rows_;
  forest::Response response_;
  std::vector<forest::FeatureColumn> columns_;
  std::unique_ptr<RemovalData> removal_;
  std::unique_ptr<const Remover> remover_;
  std::vector<FreedShape> shapes_{3};
};

CopyTest twenty_members(const PermutedCopies& permuted, const std::vector<CopyPlan>& plans) {
  return {permuted, plans, [](const PermutationSample& sample) { return sample.permuted.size() >= 19; }};
}

TEST_F(RelationTest, measures_each_member_by_what_it_is_better_than_the_others_of_its_round) {
  const PermutedCopies permuted(*removal_, 7);
  const std::vector<CopyPlan> plans{{5, true}, {10, true}, {20, false}};
  const auto samples = sample({0, 1}, twenty_members(permuted, plans));
  ASSERT_EQ(samples.size(), 2);
  for (const auto& [i, sample] : samples) {
    ASSERT_EQ(sample.permuted.size(), 19) << i;
    for (std::uint32_t round = 0; round < 20 / plans[i].members; ++round) {
      const std::vector<CopyRange> ranges(3, plans[i].round(round));
      const ExchangeableRemover remover(*remover_, permuted, shapes_, ranges);
      const auto freed = remover.protect(i);
      std::vector<double> found;
      std::vector<double> supports;
      if (round == 0) {
        found.push_back(sample.observed);
        supports.push_back(support(*freed, i, columns_[i]));
      }
      for (std::uint32_t copy = ranges[i].begin; copy < ranges[i].end; ++copy) {
        found.push_back(sample.permuted[copy]);
        supports.push_back(
            support(*freed, i, forest::replace_values(columns_[i], permuted.column(i, copy), true).column));
      }
      const double sum = std::accumulate(supports.begin(), supports.end(), 0.0);
      const double others = plans[i].members - 1;
      for (std::size_t m = 0; m < found.size(); ++m)
        EXPECT_NEAR(found[m], supports[m] - (sum - supports[m]) / others, 1e-14) << "feature " << i << ", member " << m;
    }
  }
}

TEST_F(RelationTest, measures_members_as_they_are_where_nothing_had_to_be_freed) {
  const PermutedCopies permuted(*removal_, 7);
  const auto samples = sample({2}, twenty_members(permuted, std::vector<CopyPlan>(3)));
  const auto freed = remover_->protect(2);
  ASSERT_FALSE(freed->changes(0) || freed->changes(1));
  const PermutationSample& found = samples.at(2);
  EXPECT_EQ(found.observed, support(*freed, 2, columns_[2]));
  ASSERT_EQ(found.permuted.size(), 19);
  for (std::uint32_t copy = 0; copy < 19; ++copy) {
    const auto column = forest::replace_values(columns_[2], permuted.column(2, copy), true);
    EXPECT_EQ(found.permuted[copy], support(*freed, 2, column.column));
  }
}

TEST_F(RelationTest, looks_at_99_copies_unless_it_is_decided_before) {
  const PermutedCopies permuted(*removal_, 7);
  const std::vector<CopyPlan> plans{{5, true}, {20, true}, {20, false}};
  const auto never = [](const PermutationSample&) { return false; };
  const auto after_two_rounds = [](const PermutationSample& sample) { return sample.permuted.size() > 4; };
  EXPECT_EQ(sample({0}, {permuted, plans, never}).at(0).permuted.size(), 99);
  EXPECT_EQ(sample({0}, {permuted, plans, after_two_rounds}).at(0).permuted.size(), 9);
}

}  // namespace
}  // namespace umfi
