// Fast versions of the simulations: few replications, small forests, and the claims that hold even so.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>

#include "experiments/reproduce.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

ExperimentResult fast(const std::string& name) {
  return reproduce(name, {.repeats = 3, .trees = 40});
}

Verdict verdict_on(const ExperimentResult& result, const std::string& start) {
  for (const ClaimCheck& claim : result.claims)
    if (claim.claim.starts_with(start)) return claim.verdict;
  ADD_FAILURE() << "no claim starts with " << start;
  return Verdict::no;
}

// What every result has, whatever comes out.
void expect_complete(const ExperimentResult& result) {
  EXPECT_FALSE(result.title.empty());
  EXPECT_FALSE(result.summary.empty());
  EXPECT_FALSE(result.claims.empty());
  for (const ClaimCheck& claim : result.claims) EXPECT_FALSE(claim.figure.empty()) << claim.claim;
  for (const ReportTable& table : result.tables)
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.title;
  ASSERT_FALSE(result.charts.empty());
  for (const Chart& chart : result.charts) {
    ASSERT_TRUE(std::holds_alternative<BoxChart>(chart));
    for (const auto& group : std::get<BoxChart>(chart).groups) EXPECT_EQ(group.items.size(), 4U);
  }
  for (const RawValues& raw : result.raw) EXPECT_EQ(raw.values.size(), 3U);
}

TEST(ReproduceSimulations, interactions) {
  const ExperimentResult result = fast("interactions");
  expect_complete(result);
  EXPECT_EQ(verdict_on(result, "MCI and UMFI put x1 and x2 above"), Verdict::yes);
  EXPECT_EQ(result.charts.size(), 2U);
}

TEST(ReproduceSimulations, correlated_interactions) {
  const ExperimentResult result = fast("correlated-interactions");
  expect_complete(result);
  EXPECT_EQ(verdict_on(result, "ablation, PI and CPI put x1 and x2 above"), Verdict::yes);
}

TEST(ReproduceSimulations, correlation) {
  const ExperimentResult result = fast("correlation");
  expect_complete(result);
  EXPECT_EQ(verdict_on(result, "UMFI gives x4 close to nothing"), Verdict::yes);
  EXPECT_EQ(verdict_on(result, "ablation and CPI give x1 and x3 near zero"), Verdict::yes);
}

TEST(ReproduceSimulations, blood_relation_with_both_definitions_of_x2) {
  const ExperimentResult result = fast("blood-relation");
  expect_complete(result);
  EXPECT_EQ(verdict_on(result, "UMFI: x1 and x2 near zero"), Verdict::yes);
  EXPECT_EQ(result.charts.size(), 4U);
  const auto has_script = [](const std::vector<std::string>& row) { return row[1] == "forest, script's x2"; };
  EXPECT_EQ(std::count_if(result.tables[0].rows.begin(), result.tables[0].rows.end(), has_script), 6);
}

TEST(ReproduceSimulations, shares_add_up_and_depend_on_the_seed_alone) {
  const auto run_with = [](int threads) {
    Context context;
    context.threads = threads;
    return reproduce("interactions", {.repeats = 2, .trees = 10}, context);
  };
  const ExperimentResult a = run_with(1);
  const ExperimentResult b = run_with(2);
  ASSERT_EQ(a.raw.size(), b.raw.size());
  for (std::size_t k = 0; k < a.raw.size(); ++k) EXPECT_EQ(a.raw[k].values, b.raw[k].values);
  double total = 0;
  for (std::size_t k = 0; k < 4; ++k) total += a.raw[k].values[1];
  EXPECT_NEAR(total, 100, 1e-9);
}

TEST(ReproduceSimulations, one_progress_bar_runs_from_start_to_end) {
  std::size_t last = 0;
  std::size_t total = 0;
  Context context;
  context.progress = [&](const Progress& progress) {
    EXPECT_GE(progress.done, last);
    last = progress.done;
    total = progress.total;
  };
  reproduce("correlation", {.repeats = 2, .trees = 10}, context);
  EXPECT_GT(total, 0U);
  EXPECT_EQ(last, total);
}

}  // namespace
}  // namespace umfi
