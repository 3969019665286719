#include "umfi/rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>

#include "core/distributions.hpp"
#include "core/parallel.hpp"
#include "power/gaussian_power.hpp"
#include "power/power.hpp"
#include "stats/summary.hpp"
#include "study/checks.hpp"
#include "study/dataset.hpp"
#include "study/method_catalogue.hpp"
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
}

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

std::unique_ptr<const Power> make_power(const Dataset& data, std::span<const std::uint32_t> rows,
                                        const RankOptions& options) {
  if (options.power == PowerKind::gaussian) return std::make_unique<GaussianPower>(data.response(), rows);
  return std::make_unique<ForestPower>(data.response(), rows,
                                       forest::ForestOptions{.model = options.model,
                                                             .trees = static_cast<std::uint32_t>(options.trees),
                                                             .own_mtry = options.own_mtry,
                                                             .seed = options.seed});
}

using Choice = std::vector<RemovalMethod>;  // per feature, for RemovalMethod::best

struct Repeat {
  double null = 0;
  Measures measures;
};

// One after the other: the trees of all features keep the threads busy.
std::vector<Repeat> measure(const Dataset& data, const RankOptions& options, const Choice& choice, std::size_t size,
                            const Context& context) {
  Workers workers(context);
  const auto repeats = static_cast<std::size_t>(options.repeats);
  ProgressCounter progress(context, repeats * method_steps(options, data.features().size()));
  std::vector<std::uint32_t> all(repeats);
  std::iota(all.begin(), all.end(), 0U);
  const bool are_shared = size == data.rows().size() && shares_repeats(options, data);
  const std::size_t at_a_time = are_shared ? repeats : 1;
  std::vector<Repeat> result;
  for (std::size_t first = 0; first < repeats; first += at_a_time) {
    const std::vector<std::uint32_t> rows = draw_rows(data.rows(), size, options.seed, all[first]);
    const std::unique_ptr<const Power> power = make_power(data, rows, options);
    const double null = power->null().score;
    const MethodInput input{.data = data,
                            .options = options,
                            .rows = rows,
                            .power = *power,
                            .floor = options.accuracy_floor.value_or(null),
                            .choice = choice,
                            .repeats = std::span(all).subspan(first, at_a_time),
                            .progress = [&](std::size_t steps) { progress.advance(steps); }};
    for (Measures& measures : run_method(input, workers)) result.push_back({null, std::move(measures)});
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
  return result;
}

std::vector<FeatureScore> summarize_all(const Dataset& data, const std::vector<Repeat>& repeats) {
  std::vector<FeatureScore> features;
  const std::vector<std::string> names = data.feature_names();
  for (std::size_t i = 0; i < names.size(); ++i) features.push_back(summarize(names[i], i, repeats));
  return features;
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
  const std::vector<Repeat> repeats = measure(data, options, choice, size, context);

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
  if (options.method == Method::umfi) check_what_is_left(result, data, choice, context);
  if (!result.predicts())
    context.say(Severity::warning,
                "all features together predict no better than nothing at all, so that no score means anything");
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace umfi
