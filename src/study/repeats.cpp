#include "study/repeats.hpp"

#include <cmath>

#include "core/codec.hpp"
#include "importance/repeat_items.hpp"
#include "stats/summary.hpp"

namespace umfi {
namespace {

// Beyond the random numbers of all repeats.
constexpr std::uint32_t first_half_stream = 1U << 30;

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

}  // namespace

RepeatName repeat_name(const std::string& stage, std::uint32_t number) {
  return {.stage = stage, .full_stage = "full", .number = number, .stream = number};
}

RepeatName half_name(const std::string& stage, std::uint32_t number) {
  return {.stage = stage + " of halves",
          .full_stage = "full of halves",
          .number = number,
          .stream = first_half_stream + number};
}

ItemKey null_key(std::uint32_t repeat) {
  return {"null", repeat, 0};
}

int repeats_in(const RankOptions& options, const ItemStore& store) {
  int repeats = options.repeats;
  while (options.precision && store.find(null_key(static_cast<std::uint32_t>(repeats)))) ++repeats;
  return repeats;
}

std::vector<Repeat> whole_repeats(const std::string& stage, int repeats, std::size_t subjects, const ItemStore& store) {
  std::vector<Repeat> result;
  for (std::uint32_t r = 0; r < static_cast<std::uint32_t>(repeats); ++r) {
    const auto null = find_item<double>(store, null_key(r));
    auto measures = read_measures(store, repeat_name(stage, r), subjects);
    if (null && measures) result.push_back({*null, std::move(*measures)});
  }
  return result;
}

std::vector<FeatureScore> summarize_repeats(const std::vector<std::string>& names, const std::vector<Repeat>& repeats) {
  std::vector<FeatureScore> features;
  for (std::size_t i = 0; i < names.size(); ++i) features.push_back(summarize(names[i], i, repeats));
  return features;
}

}  // namespace umfi
