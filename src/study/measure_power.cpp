#include <chrono>

#include "core/parallel.hpp"
#include "power/power.hpp"
#include "stats/summary.hpp"
#include "study/checks.hpp"
#include "study/dataset.hpp"
#include "umfi/power.hpp"

namespace umfi {
PowerResult measure_power(const Table& table, const PowerOptions& options, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  check_trees(options.trees);
  check_repeats(options.repeats);
  const Dataset data(table, {options.target, options.features, options.drop, options.task}, context);
  const ForestPower power(
      data.response(), data.rows(),
      {.model = options.model, .trees = static_cast<std::uint32_t>(options.trees), .seed = options.seed});
  const forest::FeatureView features = data.features();

  PowerResult result;
  result.values.resize(static_cast<std::size_t>(options.repeats));
  Workers workers(context);
  ProgressCounter progress(context, result.values.size());
  for_each_job(workers, result.values.size(), data.rows().size(), [&](std::size_t repeat) {
    result.values[repeat] = power.nu(features, static_cast<std::uint32_t>(repeat), workers).score;
    progress.advance();
  });

  result.options = options;
  result.task = data.response().task();
  result.metric = metric_of(result.task);
  result.null = power.null().score;
  result.mean = mean_of(result.values);
  result.sd = sd_of(result.values);
  result.features = data.feature_names();
  result.rows = data.rows().size();
  result.dropped = data.dropped_rows();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace umfi
