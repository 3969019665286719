#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "run/item_memory.hpp"
#include "study/first_look.hpp"
#include "study/intervals.hpp"
#include "study/measure_stage.hpp"
#include "study/ranking.hpp"
#include "study/relation_check.hpp"
#include "study/removal_check.hpp"
#include "study/repeats.hpp"
#include "study/study_record.hpp"
#include "study/whole_progress.hpp"
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

void show_interim(const Ranking& ranking, const Context& context) {
  if (!context.interim) return;
  const RankFacts facts = facts_of(ranking.data, ranking.options, ranking.used);
  const auto result = summarize_ranking({facts, ranking.options, parts_of(context)}, ranking.store);
  if (result) context.interim(*result);
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

// Where somebody watches, in steps after each of which there is a result: one repeat, two, four, ...
void measure_repeats_in_steps(const Ranking& ranking, const Executor& executor, WholeProgress& whole,
                              const Context& context) {
  const auto stage = static_cast<std::size_t>(RankStage::repeats);
  const int all = ranking.options.repeats;
  for (int some = 1; context.interim && some < all; some *= 2) {
    Ranking part = ranking;
    part.options.repeats = some;
    measure_repeats(part, executor, whole.stage(stage, static_cast<double>(some) / all));
    show_interim(ranking, context);
  }
  measure_repeats(ranking, executor, whole.stage(stage));
  show_interim(ranking, context);
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
  const RankingSize size{ranking.data.rows().size(), ranking.data.subjects().size()};
  WholeProgress whole(context, expected_work(options, size, ranking.used));
  const auto part = [&](RankStage stage) { return whole.stage(static_cast<std::size_t>(stage)); };
  if (ranking.used.removers.size() > 1) ranking.choice = choose_removers(ranking, executor, part(RankStage::choice));
  measure_repeats_in_steps(ranking, executor, whole, context);
  if (options.precision) add_repeats(ranking, executor, context);
  if (options.inference) {
    measure_halves(ranking, executor, part(RankStage::halves));
    test_relations(ranking, executor, part(RankStage::relations));
  }
  if (options.explain) measure_explanations(ranking, executor, part(RankStage::explanations));
  if (ranking.used.method->takes_remover && options.removal_check)
    measure_residual_dependence(ranking, scores_so_far(ranking), executor, part(RankStage::residuals));
}

// What there is at once of a ranking that takes long; nothing where there is no time even for that.
std::optional<RankResult> look_first(const Dataset& data, const RankOptions& options, const Context& context) {
  const Parts& parts = parts_of(context);
  const RankOptions quick =
      first_look_at(options, {data.rows().size(), data.subjects().size()}, parts_for(options, parts), parts);
  Context inner = context;
  inner.progress = {};
  inner.interim = {};
  inner.log = {};
  ItemMemory memory;
  try {
    RankResult result = rank_dataset({data, quick, parts_for(quick, parts), memory}, ThreadExecutor(), inner);
    if (context.interim) context.interim(result);
    return result;
  } catch (const OutOfTime&) {
    return std::nullopt;
  }
}

}  // namespace

std::size_t rows_per_repeat(const RankOptions& options, const RankParts& used, std::size_t rows) {
  constexpr std::size_t enough_rows = 10'000;
  const double wanted = options.subsample;
  if (wanted == 0) return used.power.entry->is_random ? std::min(rows, enough_rows) : rows;
  if (wanted == 1) return rows;
  const double size = wanted < 1 ? std::floor(wanted * static_cast<double>(rows)) : wanted;
  const bool is_possible = size >= static_cast<double>(fewest_rows) && size <= static_cast<double>(rows);
  if (!(wanted > 0) || !is_possible || size != std::floor(size))
    throw UsageError::out_of_range(
        "subsample",
        fmt::format("a share up to 1 or a number of rows, and give from {} to {} rows here", fewest_rows, rows));
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
  rows_per_repeat(options, used, data.rows().size());
}

RankOptions effective(const RankOptions& asked, const Parts& parts) {
  RankOptions options = resolved(asked, parts);
  if (!parts.power(options.power).is_random && options.subsample == 0) options.repeats = 1;
  return options;
}

RankFacts facts_of(const Dataset& data, const RankOptions& options, const RankParts& used) {
  return {.features = data.feature_names(),
          .task = data.target().task(),
          .rows = data.rows().size(),
          .rows_per_repeat = rows_per_repeat(options, used, data.rows().size()),
          .dropped = data.dropped_rows(),
          .use = data.use()};
}

RankResult rank_dataset(Ranking ranking, const Executor& executor, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  bool is_complete = true;
  try {
    complete(ranking, executor, context);
  } catch (const OutOfTime&) {
    is_complete = false;
  }
  const RankFacts facts = facts_of(ranking.data, ranking.options, ranking.used);
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
  const Dataset data(table, {asked.target, asked.features, asked.drop, asked.task}, context);
  const RankingSize size{data.rows().size(), data.subjects().size()};
  const RankOptions options = planned(effective(asked, parts), size, parts);
  check_ranking(options, data, parts);
  ItemMemory memory;
  ItemStore& store = context.store != nullptr ? *context.store : memory;
  const RankParts used = parts_for(options, parts);
  if (context.store != nullptr) store.begin(record_of(options, facts_of(data, options, used), table, parts));
  const bool is_watched = context.interim || context.out_of_time;
  std::optional<RankResult> first;
  if (is_watched && deserves_first_look(options, size, used)) first = look_first(data, options, context);
  RankResult result = [&] {
    try {
      return rank_dataset({data, options, used, store}, ThreadExecutor(), context);
    } catch (const OutOfTime&) {
      if (!first) throw;
      first->warnings.emplace_back("time was up before the first repeat was finished; this is a first look only");
      return std::move(*first);
    }
  }();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace umfi
