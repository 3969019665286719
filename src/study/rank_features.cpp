#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "run/item_memory.hpp"
#include "study/intervals.hpp"
#include "study/measure_stage.hpp"
#include "study/ranking.hpp"
#include "study/relation_check.hpp"
#include "study/removal_check.hpp"
#include "study/repeats.hpp"
#include "study/study_record.hpp"
#include "umfi/error.hpp"
#include "umfi/options.hpp"

namespace umfi {
namespace {

constexpr int most_repeats_for_precision = 10'000;

// None where there is no whole repeat yet.
std::vector<FeatureScore> scores_so_far(const Ranking& ranking) {
  const std::vector<std::string> names = ranking.data.feature_names();
  const std::vector<Repeat> repeats =
      whole_repeats(ranking.used.stage(), ranking.options.repeats, names.size(), ranking.store);
  return repeats.empty() ? std::vector<FeatureScore>() : summarize_repeats(names, repeats);
}

double largest_monte_carlo_error(const Ranking& ranking) {
  double largest = 0;
  for (const FeatureScore& feature : scores_so_far(ranking)) largest = std::max(largest, feature.mc_error);
  return largest;
}

void measure_repeats(const Ranking& ranking, const Executor& executor, const Context& context) {
  MeasureStage stage(ranking, ranking.used, repeats_of(ranking));
  executor.run(stage, context);
}

// Repeats until every score is as precise as was asked for: the error falls with the square root of their number.
void add_repeats(Ranking ranking, const Executor& executor, const Context& context) {
  // From here on exactly this many repeats count, whatever else an earlier run began: each step must be the one that a
  // run without interruption takes.
  RankOptions& options = ranking.options;
  const double precision = *std::exchange(options.precision, std::nullopt);
  for (;;) {
    const double excess = largest_monte_carlo_error(ranking) / precision;
    if (excess <= 1) return;
    if (options.repeats >= most_repeats_for_precision)
      return context.say(Severity::warning,
                         fmt::format("after {} repeats scores are not as precise as asked for", options.repeats));
    const double wanted = std::ceil(1.05 * excess * excess * options.repeats);
    options.repeats = static_cast<int>(std::min<double>(wanted, most_repeats_for_precision));
    measure_repeats(ranking, executor, context);
  }
}

// What each feature says alone and given all others, in the same repeats.
void measure_explanations(const Ranking& ranking, const Executor& executor, const Context& context) {
  for (const std::string& name : {ranking.used.method->alone_by, ranking.used.method->given_others_by}) {
    Ranking by_other{.data = ranking.data,
                     .options = explaining_options(ranking.options, name),
                     .used = parts_for(explaining_options(ranking.options, name), parts_of(context)),
                     .store = ranking.store};
    measure_repeats(by_other, executor, context);
  }
}

// Everything that the store misses, stage by stage.
void complete(Ranking& ranking, const Executor& executor, const Context& context) {
  const RankOptions& options = ranking.options;
  if (ranking.used.removers.size() > 1) ranking.choice = choose_removers(ranking, executor, context);
  measure_repeats(ranking, executor, context);
  if (options.precision) add_repeats(ranking, executor, context);
  if (options.inference) {
    measure_halves(ranking, executor, context);
    test_relations(ranking, executor, context);
  }
  if (options.explain) measure_explanations(ranking, executor, context);
  if (ranking.used.method->takes_remover && options.removal_check)
    measure_residual_dependence(ranking, scores_so_far(ranking), executor, context);
}

}  // namespace

std::size_t subsample_size(const RankOptions& options, std::size_t rows) {
  const double wanted = options.subsample;
  if (wanted == 0) return rows;
  const double size = wanted < 1 ? std::floor(wanted * static_cast<double>(rows)) : wanted;
  const bool is_possible = size >= static_cast<double>(fewest_rows) && size <= static_cast<double>(rows);
  if (!(wanted > 0) || !is_possible || size != std::floor(size))
    throw UsageError::out_of_range(
        "subsample",
        fmt::format("a share below 1 or a number of rows, and give from {} to {} rows here", fewest_rows, rows));
  return static_cast<std::size_t>(size);
}

void check_ranking(const RankOptions& options, const Dataset& data, const Parts& parts) {
  const RankParts used = parts_for(options, parts);
  if (used.method->check) used.method->check(used.method_options, data.subjects().size());
  const Task task = data.target().task();
  check_task(used.power, task);
  if (options.accuracy_floor && task == Task::regression)
    throw UsageError::does_not_apply("accuracy_floor", "it is for classification, and this is regression");
  if (options.precision && options.repeats < 2)
    throw UsageError::conflict("the precision of a score is known from two repeats or more");
  subsample_size(options, data.rows().size());
}

RankOptions effective(const RankOptions& asked, const Parts& parts) {
  RankOptions options = resolved(asked, parts);
  if (!parts.power(options.power).is_random && options.subsample == 0) options.repeats = 1;
  return options;
}

RankFacts facts_of(const Dataset& data, const RankOptions& options) {
  return {.features = data.feature_names(),
          .task = data.target().task(),
          .rows = data.rows().size(),
          .rows_per_repeat = subsample_size(options, data.rows().size()),
          .dropped = data.dropped_rows()};
}

RankResult rank_dataset(Ranking ranking, const Executor& executor, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  bool is_complete = true;
  try {
    complete(ranking, executor, context);
  } catch (const OutOfTime&) {
    is_complete = false;
  }
  const RankFacts facts = facts_of(ranking.data, ranking.options);
  std::optional<RankResult> result = summarize_ranking({facts, ranking.options, parts_of(context)}, ranking.store);
  if (!result) throw OutOfTime();
  const bool is_said = result->missing_repeats > 0;
  if (!is_complete && !is_said)
    result->warnings.emplace_back("time was up after the last repeat; intervals, p-values or checks may be missing");
  result->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(*result);
}

RankResult rank_features(const Table& table, const RankOptions& asked, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  const Parts& parts = parts_of(context);
  check_options(asked, parts);
  const RankOptions options = effective(asked, parts);
  const Dataset data(table, {options.target, {}, options.drop, options.task}, context);
  check_ranking(options, data, parts);
  ItemMemory memory;
  ItemStore& store = context.store != nullptr ? *context.store : memory;
  if (context.store != nullptr) store.begin(record_of(options, facts_of(data, options), table, parts));
  RankResult result = rank_dataset({data, options, parts_for(options, parts), store}, ThreadExecutor(), context);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace umfi
