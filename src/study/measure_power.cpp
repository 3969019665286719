#include <chrono>
#include <cmath>
#include <numeric>

#include "core/parallel.hpp"
#include "power/power.hpp"
#include "study/dataset.hpp"
#include "umfi/error.hpp"
#include "umfi/power.hpp"

namespace umfi {
namespace {

void check(const PowerOptions& options) {
  if (options.trees < 1 || options.trees > 1'000'000)
    throw UsageError::out_of_range("the number of trees", "from 1 to 1,000,000");
  if (options.repeats < 1 || options.repeats > 1'000'000)
    throw UsageError::out_of_range("the number of repeats", "from 1 to 1,000,000");
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sd_of(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

}  // namespace

PowerResult measure_power(const Table& table, const PowerOptions& options, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  check(options);
  const Dataset data(table, {options.target, options.features, options.drop, options.task}, context);
  const ForestPower power(
      data.response(), data.rows(),
      {.model = options.model, .trees = static_cast<std::uint32_t>(options.trees), .seed = options.seed});
  const forest::FeatureView features = data.features();

  PowerResult result;
  result.values.resize(static_cast<std::size_t>(options.repeats));
  Workers workers(context);
  ProgressCounter progress(context, result.values.size());
  const auto measure = [&](std::size_t repeat) {
    result.values[repeat] = power.nu(features, static_cast<std::uint32_t>(repeat), workers).score;
    progress.advance();
  };
  // The trees of one forest keep all threads busy where there are many rows; only small forests gain from being grown
  // side by side, which takes memory for each of them.
  constexpr std::size_t many_rows = 10'000;
  if (data.rows().size() > many_rows) {
    for (std::size_t repeat = 0; repeat < result.values.size(); ++repeat) measure(repeat);
  } else {
    workers.for_each(result.values.size(), measure);
  }

  result.options = options;
  result.task = data.response().task();
  result.metric = result.task == Task::regression ? "r2" : "accuracy";
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
