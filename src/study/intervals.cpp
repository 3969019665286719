#include "study/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/distributions.hpp"
#include "importance/repeat_items.hpp"
#include "stats/critical_values.hpp"
#include "study/measure_stage.hpp"
#include "study/repeats.hpp"

namespace umfi {
namespace {

constexpr std::uint32_t splits = 10;

// The rows in two halves, at random.
std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> split_rows(std::span<const std::uint32_t> rows,
                                                                             std::uint64_t seed, std::uint32_t split) {
  std::vector<std::uint32_t> one(rows.begin(), rows.end());
  Stream stream(stream_key({.seed = seed, .purpose = Purpose::half_sample, .repeat = split}), 0);
  shuffle<std::uint32_t>(one, stream);
  const auto middle = one.begin() + static_cast<std::ptrdiff_t>(one.size() / 2);
  std::vector<std::uint32_t> other(middle, one.end());
  one.erase(middle, one.end());
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  return {one, other};
}

// Two halves share no row, so the variance of their difference is twice that at n / 2 rows, which is four times that at
// n. Mean over splits of a quarter of the squared difference, per feature; empty where something is missing.
std::vector<double> half_sample_variances(std::size_t features, const std::string& stage, const ItemStore& store) {
  std::vector<double> variances(features, 0.0);
  for (std::uint32_t split = 0; split < splits; ++split) {
    const auto one = read_measures(store, half_name(stage, 2 * split), features);
    const auto other = read_measures(store, half_name(stage, 2 * split + 1), features);
    if (!one || !other) return {};
    for (std::size_t i = 0; i < features; ++i)
      variances[i] += std::pow(one->features[i].value - other->features[i].value, 2) / 4 / splits;
  }
  return variances;
}

RepeatSeries halves_of(const Ranking& ranking) {
  const std::string stage = ranking.used.stage();
  const std::span<const std::uint32_t> rows = ranking.data.rows();
  const std::uint64_t seed = ranking.options.seed;
  return {.count = 2 * splits,
          .name = [stage](std::uint32_t number) { return half_name(stage, number); },
          .rows =
              [=](std::uint32_t number) {
                auto [one, other] = split_rows(rows, seed, number / 2);
                return number % 2 == 0 ? std::move(one) : std::move(other);
              }};
}

}  // namespace

double sampling_variance(const FeatureScore& feature, double of_halves, bool repeats_differ_in_rows) {
  if (of_halves == 0) return 0;
  const double own_noise = repeats_differ_in_rows ? 0 : feature.sd * feature.sd;
  const double if_unrelated = std::max(of_halves - own_noise, of_halves / 3) / 2;
  const double share = std::clamp((feature.score / std::sqrt(of_halves) - 1) / 2, 0.0, 1.0);
  return std::lerp(if_unrelated, of_halves, share);
}

void measure_halves(const Ranking& ranking, const Executor& executor, const Context& context) {
  if (ranking.data.rows().size() / 2 < fewest_rows) return;
  MeasureStage stage(ranking, ranking.used, halves_of(ranking));
  executor.run(stage, context);
}

void add_intervals(RankResult& result, const RankParts& used, const ItemStore& store) {
  const std::vector<double> variances = half_sample_variances(result.features.size(), used.stage(), store);
  const double t = student_quantile(splits, 0.5 + result.options.confidence / 2);
  for (std::size_t i = 0; i < variances.size(); ++i) {
    FeatureScore& feature = result.features[i];
    const double sampling = sampling_variance(feature, variances[i], result.options.subsample != 0);
    const double reach = t * std::sqrt(sampling + feature.mc_error * feature.mc_error);
    feature.interval = Interval{feature.score - reach, feature.score + reach};
  }
}

}  // namespace umfi
