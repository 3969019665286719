#include "umfi/rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/distributions.hpp"
#include "core/parallel.hpp"
#include "power/power.hpp"
#include "run/item_memory.hpp"
#include "stats/summary.hpp"
#include "study/checks.hpp"
#include "study/dataset.hpp"
#include "study/intervals.hpp"
#include "study/method_catalogue.hpp"
#include "study/ranking.hpp"
#include "study/relation_check.hpp"
#include "study/removal_check.hpp"
#include "study/study_record.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

constexpr int most_repeats_for_precision = 10'000;

// How many rows a repeat takes.
std::size_t subsample_size(const RankOptions& options, std::size_t rows) {
  const double wanted = options.subsample;
  if (wanted == 0) return rows;
  const double size = wanted < 1 ? std::floor(wanted * static_cast<double>(rows)) : wanted;
  const bool is_possible = size >= static_cast<double>(fewest_rows) && size <= static_cast<double>(rows);
  if (!(wanted > 0) || !is_possible || size != std::floor(size))
    throw UsageError::out_of_range(
        "the subsample",
        fmt::format("a share below 1 or a number of rows, and give from {} to {} rows here", fewest_rows, rows));
  return static_cast<std::size_t>(size);
}

std::vector<std::uint32_t> draw_rows(std::span<const std::uint32_t> rows, std::size_t size, std::uint64_t seed,
                                     std::uint32_t repeat) {
  Stream stream(stream_key({.seed = seed, .purpose = Purpose::subsample, .repeat = repeat}), 0);
  return draw_some(rows, size, stream);
}

using Choice = std::vector<RemovalMethod>;  // per feature, for RemovalMethod::best

struct Repeat {
  double null = 0;
  Measures measures;
};

ItemKey null_key(std::uint32_t repeat) {
  return {"null", repeat, 0};
}

// Where precision decides how many repeats there are, as many as were begun.
int repeats_in(const RankOptions& options, const ItemStore& store) {
  int repeats = options.repeats;
  while (options.precision && store.find(null_key(static_cast<std::uint32_t>(repeats)))) ++repeats;
  return repeats;
}

// The repeats of which nothing is missing.
std::vector<Repeat> whole_repeats(const RankOptions& options, std::size_t features, const ItemStore& store) {
  std::vector<Repeat> result;
  const std::string kind = item_kind(options);
  for (std::uint32_t r = 0; r < static_cast<std::uint32_t>(options.repeats); ++r) {
    const auto null = store.find(null_key(r));
    auto measures = read_measures(store, kind, r, features);
    if (null && null->size() == 1 && measures) result.push_back({null->front(), std::move(*measures)});
  }
  return result;
}

// The repeats of which something is missing.
std::vector<RepeatItems> unfinished_repeats(const RankOptions& options, std::size_t features, ItemStore& store) {
  std::vector<RepeatItems> result;
  for (std::uint32_t r = 0; r < static_cast<std::uint32_t>(options.repeats); ++r) {
    RepeatItems repeat(store, item_kind(options), r);
    if (!store.find(null_key(r)) || !repeat.measures(features)) result.push_back(std::move(repeat));
  }
  return result;
}

// How many repeats on the same rows are measured together. Where time may run out, only a few, so that most of what is
// finished by then makes whole repeats; freeing features anew for every few takes little beside growing forests.
std::size_t repeats_at_a_time(const RankOptions& options, const Dataset& data, std::size_t size,
                              const Context& context) {
  const bool are_shared = size == data.rows().size() && shares_repeats(options, data);
  if (!are_shared) return 1;
  return context.out_of_time ? 4 : static_cast<std::size_t>(options.repeats);
}

// One after the other: the trees of all features keep the threads busy.
void measure(const Dataset& data, const RankOptions& options, const Choice& choice, ItemStore& store,
             const Context& context) {
  Workers workers(context);
  const std::size_t features = data.features().size();
  const std::size_t size = subsample_size(options, data.rows().size());
  const std::vector<RepeatItems> missing = unfinished_repeats(options, features, store);
  const std::size_t all_steps = static_cast<std::size_t>(options.repeats) * method_steps(options, features);
  std::size_t steps = 0;
  for (const RepeatItems& repeat : missing) steps += missing_steps(options, features, repeat);
  ProgressCounter progress(context, all_steps, all_steps - steps);
  const std::size_t at_a_time = repeats_at_a_time(options, data, size, context);
  for (std::size_t first = 0; first < missing.size(); first += at_a_time) {
    const auto together = std::span(missing).subspan(first, std::min(at_a_time, missing.size() - first));
    const std::vector<std::uint32_t> rows = draw_rows(data.rows(), size, options.seed, together.front().number());
    const std::unique_ptr<const Power> power = make_power(data, rows, options);
    const double null = power->null().score;
    for (const RepeatItems& repeat : together) store.keep(null_key(repeat.number()), {&null, 1});
    run_method({.data = data,
                .options = options,
                .rows = rows,
                .power = *power,
                .floor = options.accuracy_floor.value_or(null),
                .choice = choice,
                .repeats = together,
                .progress = [&](std::size_t done) { progress.advance(done); }},
               workers);
  }
}

template <class Part>
std::vector<double> collect(const std::vector<Repeat>& repeats, const Part& part) {
  std::vector<double> values;
  for (const Repeat& repeat : repeats) values.push_back(part(repeat));
  return values;
}

FeatureScore summarize(const std::string& name, std::size_t feature, const std::vector<Repeat>& repeats) {
  const auto mean_part = [&](double FeatureMeasure::*part) {
    return mean_of(collect(repeats, [&](const Repeat& repeat) { return repeat.measures.features[feature].*part; }));
  };
  FeatureScore result;
  result.name = name;
  result.values = collect(repeats, [&](const Repeat& repeat) { return repeat.measures.features[feature].value; });
  const Quartiles quartiles = quartiles_of(result.values);
  result.median = quartiles.median;
  result.q25 = quartiles.q25;
  result.q75 = quartiles.q75;
  result.mean = mean_of(result.values);
  result.score = result.mean;
  result.sd = sd_of(result.values);
  result.with = mean_part(&FeatureMeasure::with);
  result.without = mean_part(&FeatureMeasure::without);
  result.mc_error = result.sd / std::sqrt(static_cast<double>(repeats.size()));
  return result;
}

std::vector<FeatureScore> summarize_all(const std::vector<std::string>& names, const std::vector<Repeat>& repeats) {
  std::vector<FeatureScore> features;
  for (std::size_t i = 0; i < names.size(); ++i) features.push_back(summarize(names[i], i, repeats));
  return features;
}

// The same ranking by another method.
RankOptions by(Method method, RankOptions options) {
  options.method = method;
  return options;
}

// What each feature says alone and given all others, from the same repeats.
void explain(RankResult& result, const std::vector<std::string>& names, const ItemStore& store) {
  const auto repeats_by = [&](Method method) { return whole_repeats(by(method, result.options), names.size(), store); };
  const std::vector<Repeat> alone_repeats = repeats_by(Method::bivariate);
  const std::vector<Repeat> given_repeats = repeats_by(Method::ablation);
  if (alone_repeats.empty() || given_repeats.empty()) {
    result.options.explain = false;  // time was up before it could be explained
    return;
  }
  const std::vector<FeatureScore> alone = summarize_all(names, alone_repeats);
  const std::vector<FeatureScore> given_others = summarize_all(names, given_repeats);
  for (std::size_t i = 0; i < result.features.size(); ++i) {
    FeatureScore& feature = result.features[i];
    feature.explanation = Explanation{.alone = alone[i].score,
                                      .given_others = given_others[i].score,
                                      .shared = feature.score - given_others[i].score,
                                      .together = feature.score - alone[i].score};
  }
}

std::string metric_of(const RankOptions& options, Task task) {
  return options.power == PowerKind::gaussian ? "nats" : metric_of(task);
}

double largest_monte_carlo_error(const RankResult& result) {
  double largest = 0;
  for (const FeatureScore& feature : result.features) largest = std::max(largest, feature.mc_error);
  return largest;
}

// Repeats until every score is as precise as was asked for: the error falls with the square root of their number.
void add_repeats(const Dataset& data, RankOptions options, const Choice& choice, ItemStore& store,
                 const Context& context) {
  // From here on exactly so many repeats count, whatever else an earlier run began: each step must be the one that a
  // run without interruption takes.
  const double precision = *std::exchange(options.precision, std::nullopt);
  for (;;) {
    const RankResult result = *summarize_ranking(facts_of(data, options), options, store);
    const double excess = largest_monte_carlo_error(result) / precision;
    if (excess <= 1) return;
    if (options.repeats >= most_repeats_for_precision)
      return context.say(Severity::warning,
                         fmt::format("after {} repeats scores are not as precise as asked for", options.repeats));
    const double wanted = std::ceil(1.05 * excess * excess * options.repeats);
    options.repeats = static_cast<int>(std::min<double>(wanted, most_repeats_for_precision));
    measure(data, options, choice, store, context);
  }
}

// Everything that the store misses.
void complete(const Dataset& data, const RankOptions& options, ItemStore& store, const Context& context) {
  const bool is_umfi = options.method == Method::umfi;
  const Choice choice = is_umfi ? choose_removers(data, options, store, context) : Choice{};
  measure(data, options, choice, store, context);
  if (options.precision) add_repeats(data, options, choice, store, context);
  if (options.inference) {
    measure_halves(data, options, choice, store, context);
    test_relations(data, options, choice, store, context);
  }
  if (options.explain)
    for (const Method method : {Method::bivariate, Method::ablation})
      measure(data, by(method, options), {}, store, context);
  if (is_umfi && options.check_removal)
    measure_what_is_left(*summarize_ranking(facts_of(data, options), options, store), data, choice, store, context);
}

void say_what_matters(const RankResult& result, bool is_complete, const Context& context) {
  if (!is_complete)
    context.say(
        Severity::warning,
        fmt::format("time was up when {} of {} repeats were finished; this is the result of these",
                    static_cast<std::size_t>(result.options.repeats) - result.missing_repeats, result.options.repeats));
  if (!result.removal_warning.empty()) context.say(Severity::warning, result.removal_warning);
  if (!result.predicts())
    context.say(Severity::warning,
                "all features together predict no better than nothing at all, so that no score means anything");
}

}  // namespace

void check_ranking(const RankOptions& options) {
  check_trees(options.trees);
  check_repeats(options.repeats);
  check_removal(options.lr_alpha, options.ot_bin_size);
  if (options.accuracy_floor && !(*options.accuracy_floor >= 0 && *options.accuracy_floor < 1))
    throw UsageError::out_of_range("the accuracy floor", "from 0 to below 1");
  const auto is_share = [](double share) { return share > 0 && share < 1; };
  if (!is_share(options.confidence)) throw UsageError::out_of_range("the confidence", "between 0 and 1, such as 0.95");
  if (!is_share(options.fdr))
    throw UsageError::out_of_range("the false discovery rate", "between 0 and 1, such as 0.05");
  if (options.precision && !(*options.precision > 0)) throw UsageError::out_of_range("the precision", "above 0");
  if (options.precision && options.repeats < 2)
    throw UsageError::conflict("the precision of a score is known from two repeats or more");
}

void check_ranking(const RankOptions& options, const Dataset& data) {
  check_method(options, data.features().size());
  if (options.accuracy_floor && data.response().task() == Task::regression)
    throw UsageError::conflict("an accuracy floor makes sense for classification only");
  subsample_size(options, data.rows().size());
}

RankOptions without_idle_repeats(RankOptions options) {
  if (options.power == PowerKind::gaussian && options.subsample == 0) options.repeats = 1;
  return options;
}

RankFacts facts_of(const Dataset& data, const RankOptions& options) {
  return {.features = data.feature_names(),
          .task = data.response().task(),
          .rows = data.rows().size(),
          .rows_per_repeat = subsample_size(options, data.rows().size()),
          .dropped = data.dropped_rows()};
}

std::optional<RankResult> summarize_ranking(const RankFacts& facts, const RankOptions& options,
                                            const ItemStore& store) {
  RankResult result;
  result.options = options;
  result.options.repeats = repeats_in(options, store);
  const std::vector<Repeat> repeats = whole_repeats(result.options, facts.features.size(), store);
  if (repeats.empty()) return std::nullopt;
  result.missing_repeats = static_cast<std::size_t>(result.options.repeats) - repeats.size();
  result.task = facts.task;
  result.metric = metric_of(options, result.task);
  result.score_unit = is_permuting(options.method) && result.task == Task::regression ? "mse" : result.metric;
  result.null = mean_of(collect(repeats, [](const Repeat& repeat) { return repeat.null; }));
  const std::vector<double> full = collect(repeats, [](const Repeat& repeat) { return repeat.measures.full; });
  result.full = mean_of(full);
  result.full_sd = sd_of(full);
  result.features = summarize_all(facts.features, repeats);
  result.rows = facts.rows;
  result.rows_per_repeat = facts.rows_per_repeat;
  result.dropped = facts.dropped;
  if (options.explain) explain(result, facts.features, store);
  if (options.inference) {
    add_intervals(result, store);
    add_p_values(result, store);
  }
  if (options.method == Method::umfi) add_what_is_left(result, store);
  return result;
}

RankResult rank_dataset(const Dataset& data, const RankOptions& options, ItemStore& store, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  bool is_complete = true;
  try {
    complete(data, options, store, context);
  } catch (const OutOfTime&) {
    is_complete = false;
  }
  std::optional<RankResult> result = summarize_ranking(facts_of(data, options), options, store);
  if (!result) throw OutOfTime();
  say_what_matters(*result, is_complete, context);
  result->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(*result);
}

RankResult rank_features(const Table& table, const RankOptions& asked, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  check_ranking(asked);
  const RankOptions options = without_idle_repeats(asked);
  const Dataset data(table, {options.target, {}, options.drop, options.task}, context);
  check_ranking(options, data);
  ItemMemory memory;
  ItemStore& store = context.store != nullptr ? *context.store : memory;
  if (context.store != nullptr) store.begin(record_of(options, facts_of(data, options), table));
  RankResult result = rank_dataset(data, options, store, context);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace umfi
