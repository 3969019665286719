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

constexpr std::uint32_t splits = half_samples / 2;

// Variances of larger parts are estimated no better, and take longer.
constexpr std::size_t most_rows_of_part = 2500;

// How much smaller a variance that falls with 1 / n is at all rows than in a part.
double shrinkage(std::size_t rows) {
  return rows / 2 <= most_rows_of_part ? 0.5 : static_cast<double>(most_rows_of_part) / static_cast<double>(rows);
}

// Two parts of the rows that share none, at random.
std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> split_rows(std::span<const std::uint32_t> rows,
                                                                             std::uint64_t seed, std::uint32_t split) {
  std::vector<std::uint32_t> one(rows.begin(), rows.end());
  Stream stream(stream_key({.seed = seed, .purpose = Purpose::half_sample, .repeat = split}), 0);
  shuffle<std::uint32_t>(one, stream);
  const std::size_t part = rows_of_part(rows.size());
  const auto middle = one.begin() + static_cast<std::ptrdiff_t>(part);
  const auto end = part < rows.size() / 2 ? middle + static_cast<std::ptrdiff_t>(part) : one.end();
  std::vector<std::uint32_t> other(middle, end);
  one.erase(middle, one.end());
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  return {one, other};
}

// Two parts share no row, so the variance of their difference is twice that of one, which is larger than that at n rows
// as n is larger than the part. Mean over splits, per feature; empty where something is missing.
std::vector<double> half_sample_variances(const RankResult& result, const std::string& stage, const ItemStore& store) {
  const std::size_t features = result.features.size();
  const double factor = shrinkage(result.rows) / 2;
  std::vector<double> variances(features, 0.0);
  for (std::uint32_t split = 0; split < splits; ++split) {
    const auto one = read_measures(store, half_name(stage, 2 * split), features);
    const auto other = read_measures(store, half_name(stage, 2 * split + 1), features);
    if (!one || !other) return {};
    for (std::size_t i = 0; i < features; ++i)
      variances[i] += std::pow(one->features[i].value - other->features[i].value, 2) * factor / splits;
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

std::size_t rows_of_part(std::size_t rows) {
  return std::min(rows / 2, most_rows_of_part);
}

double sampling_variance(const FeatureScore& feature, double of_halves, bool repeats_differ_in_rows, double shrinkage) {
  if (of_halves == 0) return 0;
  const double own_noise = repeats_differ_in_rows ? 0 : feature.sd * feature.sd;
  const double if_unrelated = std::max(of_halves - own_noise, of_halves / 3) * shrinkage;
  const double share = std::clamp((feature.score / std::sqrt(of_halves) - 1) / 2, 0.0, 1.0);
  return std::lerp(if_unrelated, of_halves, share);
}

void measure_halves(const Ranking& ranking, const Executor& executor, const Context& context) {
  if (ranking.data.rows().size() / 2 < fewest_rows) return;
  MeasureStage stage(ranking, ranking.used, halves_of(ranking));
  executor.run(stage, context);
}

void add_intervals(RankResult& result, const RankParts& used, const ItemStore& store) {
  const std::vector<double> variances = half_sample_variances(result, used.stage(), store);
  const bool differ_in_rows = result.rows_per_repeat != result.rows;
  const double t = student_quantile(splits, 0.5 + result.options.confidence / 2);
  for (std::size_t i = 0; i < variances.size(); ++i) {
    FeatureScore& feature = result.features[i];
    const double sampling = sampling_variance(feature, variances[i], differ_in_rows, shrinkage(result.rows));
    const double reach = t * std::sqrt(sampling + feature.mc_error * feature.mc_error);
    feature.interval = Interval{feature.score - reach, feature.score + reach};
  }
}

}  // namespace umfi
