// A ranking whose stages are computed in shares, as by several processes, one after the other into one store.
#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <memory>

#include "run/item_memory.hpp"
#include "run/stage.hpp"
#include "study/intervals.hpp"
#include "study/measure_stage.hpp"
#include "study/ranking.hpp"
#include "study/relation_check.hpp"
#include "study/removal_check.hpp"
#include "umfi/umfi.hpp"

namespace umfi {
namespace {

constexpr std::size_t shares = 3;

Table data() {
  return simulate("blood-relation", 120, 3);
}

RankOptions quick() {
  return {.target = "y", .repeats = 4, .settings = {{"trees", 10}}};
}

using Executors = std::vector<std::unique_ptr<const Executor>>;

Executors all_at_once() {
  Executors executors;
  executors.push_back(std::make_unique<ThreadExecutor>());
  return executors;
}

Executors in_shares() {
  Executors executors;
  for (std::size_t number = 0; number < shares; ++number)
    executors.push_back(std::make_unique<ShareExecutor>(Share{.number = number, .of = shares}));
  return executors;
}

// A ranking on the table and a store of its own.
class Study {
 public:
  explicit Study(const RankOptions& asked)
      : options_(effective(asked, built_in_parts())),
        data_(table_, {options_.target, {}, options_.drop, options_.task}, context_),
        ranking_{data_, options_, parts_for(options_, built_in_parts()), store_} {}
  Study(const Study&) = delete;
  Study& operator=(const Study&) = delete;

  const Ranking& ranking() const { return ranking_; }
  const Context& context() const { return context_; }

  // Stage by stage; each executor computes its part of a stage before the next stage begins.
  RankResult rank(const Executors& executors) {
    const auto complete = [&](const std::function<void(const Executor&)>& run) {
      for (const auto& executor : executors) run(*executor);
    };
    // Whoever measures must know every choice.
    if (ranking_.used.removers.size() > 1) ranking_.choice = choose_removers(ranking_, ThreadExecutor(), context_);
    complete([&](const Executor& executor) {
      MeasureStage stage(ranking_, ranking_.used, repeats_of(ranking_));
      executor.run(stage, context_);
    });
    complete([&](const Executor& executor) { measure_halves(ranking_, executor, context_); });
    complete([&](const Executor& executor) { test_relations(ranking_, executor, context_); });
    const RankResult scores = summary();
    if (ranking_.used.method->takes_remover)
      complete([&](const Executor& executor) {
        measure_residual_dependence(ranking_, scores.features, executor, context_);
      });
    return summary();
  }

 private:
  RankResult summary() const {
    const RankFacts facts = facts_of(data_, options_, parts_for(options_, built_in_parts()));
    return summarize_ranking({facts, options_, built_in_parts()}, store_).value();
  }

  Table table_ = data();
  Context context_;
  RankOptions options_;
  Dataset data_;
  ItemMemory store_;
  Ranking ranking_;
};

// Every number of a result, as its bits.
std::vector<std::uint64_t> bits_of(const RankResult& result) {
  std::vector<double> numbers{result.null, result.full, result.full_sd};
  for (const FeatureScore& feature : result.features) {
    numbers.insert(numbers.end(), feature.values.begin(), feature.values.end());
    numbers.insert(numbers.end(), {feature.score, feature.with, feature.without, feature.mc_error});
    if (feature.interval) numbers.insert(numbers.end(), {feature.interval->low, feature.interval->high});
    for (const auto& number : {feature.p, feature.q, feature.residual_dependence})
      if (number) numbers.push_back(*number);
  }
  std::vector<std::uint64_t> bits;
  for (const double number : numbers) bits.push_back(std::bit_cast<std::uint64_t>(number));
  return bits;
}

void expect_same_bits(const RankOptions& options, const std::string& what) {
  const RankResult whole = Study(options).rank(all_at_once());
  const RankResult shared = Study(options).rank(in_shares());
  EXPECT_TRUE(whole.features.front().interval.has_value()) << what;
  EXPECT_EQ(shared.missing_repeats, 0U) << what;
  EXPECT_EQ(bits_of(shared), bits_of(whole)) << what;
  EXPECT_EQ(bits_of(rank_features(data(), options)), bits_of(whole)) << what;
}

TEST(Shares, make_up_the_same_bits_as_one_process_whatever_the_method) {
  for (const MethodEntry& method : built_in_parts().methods) {
    RankOptions options = quick();
    options.method = method.name;
    expect_same_bits(options, method.name);
  }
}

TEST(Shares, make_up_the_same_bits_as_one_process_whatever_the_remover_and_the_rows) {
  for (const std::string remover : {"lr", "ot", "best"}) {
    RankOptions options = quick();
    options.remove = remover;
    expect_same_bits(options, remover);
    options.subsample = 0.8;
    options.settings.set("model", "extratrees");
    expect_same_bits(options, remover + ", subsamples");
  }
}

TEST(Shares, compute_their_own_units_and_nothing_else) {
  for (const MethodEntry& method : built_in_parts().methods) {
    RankOptions options = quick();
    options.method = method.name;
    const Study study(options);
    MeasureStage stage(study.ranking(), study.ranking().used, repeats_of(study.ranking()));
    ShareExecutor({.number = 1, .of = shares}).run(stage, study.context());
    for (const WorkItem& item : stage.items())
      EXPECT_EQ(stage.is_finished(item), stage.unit_of(item) % shares == 1)
          << method.name << ", repeat " << item.repeat << ", feature " << item.place;
  }
}

}  // namespace
}  // namespace umfi
