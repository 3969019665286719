#include "study/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/distributions.hpp"
#include "core/parallel.hpp"
#include "importance/repeat_items.hpp"
#include "stats/critical_values.hpp"
#include "study/method_catalogue.hpp"

namespace umfi {
namespace {

constexpr std::uint32_t splits = 10;
// Halves are numbered like repeats, beyond all of them.
constexpr std::uint32_t first_half = 1U << 30;

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
std::vector<double> half_sample_variances(const RankResult& result, const ItemStore& store) {
  const std::string kind = item_kind(result.options);
  std::vector<double> variances(result.features.size(), 0.0);
  for (std::uint32_t split = 0; split < splits; ++split) {
    const auto one = read_measures(store, kind, first_half + 2 * split, variances.size());
    const auto other = read_measures(store, kind, first_half + 2 * split + 1, variances.size());
    if (!one || !other) return {};
    for (std::size_t i = 0; i < variances.size(); ++i)
      variances[i] += std::pow(one->features[i].value - other->features[i].value, 2) / 4 / splits;
  }
  return variances;
}

}  // namespace

double sampling_variance(const FeatureScore& feature, double of_halves, bool repeats_differ_in_rows) {
  if (of_halves == 0) return 0;
  const double own_noise = repeats_differ_in_rows ? 0 : feature.sd * feature.sd;
  const double if_unrelated = std::max(of_halves - own_noise, of_halves / 3) / 2;
  const double share = std::clamp((feature.score / std::sqrt(of_halves) - 1) / 2, 0.0, 1.0);
  return std::lerp(if_unrelated, of_halves, share);
}

void measure_halves(const Dataset& data, const RankOptions& options, std::span<const RemovalMethod> choice,
                    ItemStore& store, const Context& context) {
  if (data.rows().size() / 2 < fewest_rows) return;
  const std::size_t features = data.features().size();
  Workers workers(context);
  ProgressCounter progress(context, 2 * splits * method_steps(options, features));
  for (std::uint32_t half = 0; half < 2 * splits; ++half) {
    const RepeatItems repeat(store, item_kind(options), first_half + half);
    progress.advance(method_steps(options, features) - missing_steps(options, features, repeat));
    if (repeat.measures(features)) continue;
    const auto [one, other] = split_rows(data.rows(), options.seed, half / 2);
    const std::vector<std::uint32_t>& rows = half % 2 == 0 ? one : other;
    const auto power = make_power(data, rows, options);
    run_method({.data = data,
                .options = options,
                .rows = rows,
                .power = *power,
                .floor = options.accuracy_floor.value_or(power->null().score),
                .choice = choice,
                .repeats = {&repeat, 1},
                .progress = [&](std::size_t done) { progress.advance(done); }},
               workers);
  }
}

void add_intervals(RankResult& result, const ItemStore& store) {
  const std::vector<double> variances = half_sample_variances(result, store);
  const double t = student_quantile(splits, 0.5 + result.options.confidence / 2);
  for (std::size_t i = 0; i < variances.size(); ++i) {
    FeatureScore& feature = result.features[i];
    const double sampling = sampling_variance(feature, variances[i], result.options.subsample != 0);
    const double reach = t * std::sqrt(sampling + feature.mc_error * feature.mc_error);
    feature.interval = Interval{feature.score - reach, feature.score + reach};
  }
}

}  // namespace umfi
