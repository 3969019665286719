#include "umfi/measure_power.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/progress.hpp"
#include "stats/summary.hpp"
#include "study/chosen_parts.hpp"
#include "study/dataset.hpp"
#include "umfi/error.hpp"
#include "umfi/options.hpp"

namespace umfi {

PowerResult measure_power(const Table& table, const PowerOptions& asked, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  const Parts& parts = parts_of(context);
  check_options(asked, parts);
  const PowerOptions options = resolved(asked, parts);
  const Dataset data(table, {options.target, options.features, options.drop, options.task}, context);
  say_missing(data.use().missing, context);
  const UsedPower used = power_for(options.power, options.settings, parts);
  check_task(used, data.target().task());
  const auto power = used.entry->make(data.target(), data.sample(), {.options = used.options, .seed = options.seed});
  const FeatureView features = data.features();

  PowerResult result;
  result.options = options;
  if (!used.entry->is_random) result.options.repeats = 1;
  result.option_values = values_of(result.options, parts);
  result.values.resize(static_cast<std::size_t>(result.options.repeats));
  Workers workers(context);
  ProgressCounter progress(context, result.values.size());
  for_each_job(workers, result.values.size(), data.rows().size(), [&](std::size_t repeat) {
    result.values[repeat] = power->nu(features, static_cast<std::uint32_t>(repeat), workers).value;
    progress.advance();
  });

  result.task = data.target().task();
  result.metric = used.entry->metric(result.task);
  result.power_label = used.entry->label(used.options);
  result.null = power->null().value;
  result.mean = mean_of(result.values);
  result.sd = sd_of(result.values);
  result.features = data.feature_names();
  result.rows = data.rows().size();
  result.dropped = data.dropped_rows();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace umfi
