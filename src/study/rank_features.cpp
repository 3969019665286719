#include "umfi/rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>

#include "core/distributions.hpp"
#include "core/parallel.hpp"
#include "power/power.hpp"
#include "stats/summary.hpp"
#include "study/checks.hpp"
#include "study/dataset.hpp"
#include "study/intervals.hpp"
#include "study/method_catalogue.hpp"
#include "study/relation_check.hpp"
#include "study/removal_check.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

void check(const RankOptions& options) {
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

// One after the other: the trees of all features keep the threads busy. `done` repeats were measured before.
std::vector<Repeat> measure(const Dataset& data, const RankOptions& options, const Choice& choice, std::size_t size,
                            const Context& context, std::size_t done = 0) {
  Workers workers(context);
  const std::size_t repeats = static_cast<std::size_t>(options.repeats) - done;
  ProgressCounter progress(context, repeats * method_steps(options, data.features().size()));
  std::vector<std::uint32_t> all(repeats);
  std::iota(all.begin(), all.end(), static_cast<std::uint32_t>(done));
  const bool are_shared = size == data.rows().size() && shares_repeats(options, data);
  const std::size_t at_a_time = are_shared ? repeats : 1;
  std::vector<Repeat> result;
  for (std::size_t first = 0; first < repeats; first += at_a_time) {
    const std::vector<std::uint32_t> rows = draw_rows(data.rows(), size, options.seed, all[first]);
    for (Repeat& repeat : measure_rows(data, options, choice, rows, std::span(all).subspan(first, at_a_time), workers,
                                       [&](std::size_t steps) { progress.advance(steps); }))
      result.push_back(std::move(repeat));
  }
  return result;
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

std::vector<FeatureScore> summarize_all(const Dataset& data, const std::vector<Repeat>& repeats) {
  std::vector<FeatureScore> features;
  const std::vector<std::string> names = data.feature_names();
  for (std::size_t i = 0; i < names.size(); ++i) features.push_back(summarize(names[i], i, repeats));
  return features;
}

double largest_monte_carlo_error(const std::vector<FeatureScore>& features) {
  double largest = 0;
  for (const FeatureScore& feature : features) largest = std::max(largest, feature.mc_error);
  return largest;
}

// Repeats until every score is as precise as was asked for: the error falls with the square root of their number.
void add_repeats(std::vector<Repeat>& repeats, const Dataset& data, RankOptions& options, const Choice& choice,
                 std::size_t size, const Context& context) {
  for (;;) {
    const double excess = largest_monte_carlo_error(summarize_all(data, repeats)) / *options.precision;
    if (excess <= 1) return;
    if (options.repeats >= most_repeats_for_precision) {
      context.say(Severity::warning,
                  fmt::format("after {} repeats scores are not as precise as asked for", options.repeats));
      return;
    }
    const double wanted = std::ceil(1.05 * excess * excess * options.repeats);
    options.repeats = static_cast<int>(std::min<double>(wanted, most_repeats_for_precision));
    for (Repeat& repeat : measure(data, options, choice, size, context, repeats.size()))
      repeats.push_back(std::move(repeat));
  }
}

// What each feature says alone and given all others, from the same repeats.
void explain(RankResult& result, const Dataset& data, std::size_t size, const Context& context) {
  const auto scores_by = [&](Method method) {
    RankOptions options = result.options;
    options.method = method;
    return summarize_all(data, measure(data, options, {}, size, context));
  };
  const std::vector<FeatureScore> alone = scores_by(Method::bivariate);
  const std::vector<FeatureScore> given_others = scores_by(Method::ablation);
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

}  // namespace

RankResult rank_features(const Table& table, const RankOptions& asked, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  check(asked);
  RankOptions options = asked;
  if (options.power == PowerKind::gaussian && options.subsample == 0) options.repeats = 1;
  const Dataset data(table, {options.target, {}, options.drop, options.task}, context);
  check_method(options, data.features().size());
  if (options.accuracy_floor && data.response().task() == Task::regression)
    throw UsageError::conflict("an accuracy floor makes sense for classification only");
  const std::size_t size = subsample_size(options, data.rows().size());
  const Choice choice = options.method == Method::umfi ? choose_removers(data, options, context) : Choice{};
  std::vector<Repeat> repeats = measure(data, options, choice, size, context);
  if (options.precision) add_repeats(repeats, data, options, choice, size, context);

  RankResult result;
  result.options = options;
  result.task = data.response().task();
  result.metric = metric_of(options, result.task);
  result.score_unit = is_permuting(options.method) && result.task == Task::regression ? "mse" : result.metric;
  result.null = mean_of(collect(repeats, [](const Repeat& repeat) { return repeat.null; }));
  const std::vector<double> full = collect(repeats, [](const Repeat& repeat) { return repeat.measures.full; });
  result.full = mean_of(full);
  result.full_sd = sd_of(full);
  result.features = summarize_all(data, repeats);
  result.rows = data.rows().size();
  result.rows_per_repeat = size;
  result.dropped = data.dropped_rows();
  if (options.explain) explain(result, data, size, context);
  if (options.inference) {
    add_intervals(result, data, choice, context);
    test_relations(result, data, choice, context);
  }
  if (options.method == Method::umfi) check_what_is_left(result, data, choice, context);
  if (!result.predicts())
    context.say(Severity::warning,
                "all features together predict no better than nothing at all, so that no score means anything");
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace umfi
