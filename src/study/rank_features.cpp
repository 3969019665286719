#include "umfi/rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "core/distributions.hpp"
#include "core/parallel.hpp"
#include "importance/ultra_marginal.hpp"
#include "power/power.hpp"
#include "removal/remover.hpp"
#include "stats/summary.hpp"
#include "study/checks.hpp"
#include "study/dataset.hpp"
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

using Choice = std::vector<RemovalMethod>;  // per feature, for RemovalMethod::best

// All that one or more repeats on the same rows need.
class Sampling {
 public:
  Sampling(const Dataset& data, const RankOptions& options, const Choice& choice, std::vector<std::uint32_t> rows,
           std::uint32_t repeat)
      : rows_(std::move(rows)),
        power_(data.response(), rows_,
               {.model = options.model, .trees = static_cast<std::uint32_t>(options.trees), .seed = options.seed}),
        removal_(data.feature_table(), rows_),
        remover_(make_remover(removal_,
                              {.options = removal_of(options),
                               .repeat = repeat,
                               .scale = options.model == Model::forest ? FreedScale::units : FreedScale::probability,
                               .choice = choice})) {}
  Sampling(const Sampling&) = delete;
  Sampling& operator=(const Sampling&) = delete;

  const Power& power() const { return power_; }
  const Remover& remover() const { return *remover_; }

 private:
  std::vector<std::uint32_t> rows_;
  ForestPower power_;
  RemovalData removal_;
  std::unique_ptr<const Remover> remover_;
};

struct Repeat {
  double null = 0;
  UltraMarginalScores scores;
};

// One after the other: the trees of all features keep the threads busy.
std::vector<Repeat> measure(const Dataset& data, const RankOptions& options, const Choice& choice, std::size_t size,
                            const Context& context) {
  Workers workers(context);
  const auto repeats = static_cast<std::size_t>(options.repeats);
  ProgressCounter progress(context, repeats * data.features().size() * static_cast<std::size_t>(options.trees));
  const forest::FeatureView features = data.features();
  const auto run = [&](const Sampling& sampling, std::span<const std::uint32_t> which) {
    return measure_ultra_marginal(
        {.features = features, .remover = sampling.remover(), .needs_ranks = options.model == Model::forest},
        sampling.power(), which, workers, [&](std::size_t count) { progress.advance(count); });
  };
  std::vector<std::uint32_t> all(repeats);
  std::iota(all.begin(), all.end(), 0U);
  // Repeats on the same rows share the freed columns, unless these are drawn at random.
  const bool are_shared = size == data.rows().size() && !is_random(RemovalData(data.feature_table(), data.rows()));
  const std::size_t at_a_time = are_shared ? repeats : 1;
  std::vector<Repeat> result;
  for (std::size_t first = 0; first < repeats; first += at_a_time) {
    const Sampling sampling(data, options, choice, draw_rows(data.rows(), size, options.seed, all[first]), all[first]);
    const double null = sampling.power().null().score;
    for (auto& scores : run(sampling, std::span(all).subspan(first, at_a_time)))
      result.push_back({null, std::move(scores)});
  }
  return result;
}

FeatureScore summarize(const std::string& name, std::size_t feature, const std::vector<Repeat>& repeats,
                       const std::optional<double>& floor) {
  FeatureScore result;
  result.name = name;
  std::vector<double> with;
  std::vector<double> without;
  for (const Repeat& repeat : repeats) {
    const WithWithout& pair = repeat.scores.features[feature];
    with.push_back(std::max(pair.with, floor.value_or(repeat.null)));
    without.push_back(std::max(pair.without, floor.value_or(repeat.null)));
    result.values.push_back(with.back() - without.back());
  }
  const Quartiles quartiles = quartiles_of(result.values);
  result.median = quartiles.median;
  result.q25 = quartiles.q25;
  result.q75 = quartiles.q75;
  result.mean = mean_of(result.values);
  result.score = result.mean;
  result.sd = sd_of(result.values);
  result.with = mean_of(with);
  result.without = mean_of(without);
  return result;
}

template <class Part>
std::vector<double> collect(const std::vector<Repeat>& repeats, const Part& part) {
  std::vector<double> values;
  for (const Repeat& repeat : repeats) values.push_back(part(repeat));
  return values;
}

}  // namespace

RankResult rank_features(const Table& table, const RankOptions& options, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  check(options);
  const Dataset data(table, {options.target, {}, options.drop, options.task}, context);
  if (options.accuracy_floor && data.response().task() == Task::regression)
    throw UsageError::conflict("an accuracy floor makes sense for classification only");
  const std::size_t size = subsample_size(options, data.rows().size());
  const Choice choice = choose_removers(data, options, context);
  const std::vector<Repeat> repeats = measure(data, options, choice, size, context);

  RankResult result;
  result.options = options;
  result.task = data.response().task();
  result.metric = metric_of(result.task);
  result.null = mean_of(collect(repeats, [](const Repeat& repeat) { return repeat.null; }));
  const std::vector<double> full = collect(repeats, [](const Repeat& repeat) { return repeat.scores.full; });
  result.full = mean_of(full);
  result.full_sd = sd_of(full);
  const std::vector<std::string> names = data.feature_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    result.features.push_back(summarize(names[i], i, repeats, options.accuracy_floor));
  result.rows = data.rows().size();
  result.rows_per_repeat = size;
  result.dropped = data.dropped_rows();
  check_what_is_left(result, data, choice, context);
  if (!result.predicts())
    context.say(Severity::warning,
                "all features together predict no better than nothing at all, so that no score means anything");
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace umfi
