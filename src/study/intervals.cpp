#include "study/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/distributions.hpp"
#include "core/parallel.hpp"
#include "stats/critical_values.hpp"
#include "study/method_catalogue.hpp"

namespace umfi {
namespace {

constexpr std::uint32_t splits = 10;

using Rows = std::vector<std::uint32_t>;

// The rows in two halves, at random.
std::pair<Rows, Rows> split_rows(std::span<const std::uint32_t> rows, std::uint64_t seed, std::uint32_t split) {
  Rows first(rows.begin(), rows.end());
  Stream stream(stream_key({.seed = seed, .purpose = Purpose::half_sample, .repeat = split}), 0);
  shuffle<std::uint32_t>(first, stream);
  const auto middle = first.begin() + static_cast<std::ptrdiff_t>(first.size() / 2);
  Rows second(middle, first.end());
  first.erase(middle, first.end());
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  return {first, second};
}

// Two halves share no row, so their scores differ by twice the variance at n / 2 rows, which is four times that at n.
// Mean over splits of a quarter of the squared difference, per feature.
std::vector<double> half_sample_variances(const Dataset& data, const RankOptions& options,
                                          std::span<const RemovalMethod> choice, const Context& context) {
  Workers workers(context);
  ProgressCounter progress(context, 2 * splits * method_steps(options, data.features().size()));
  const auto scores_on = [&](const Rows& rows, std::uint32_t repeat) {
    return measure_rows(data, options, choice, rows, {&repeat, 1}, workers,
                        [&](std::size_t steps) { progress.advance(steps); })
        .front()
        .measures.features;
  };
  std::vector<double> variances(data.features().size(), 0.0);
  for (std::uint32_t split = 0; split < splits; ++split) {
    const auto [one, other] = split_rows(data.rows(), options.seed, split);
    const auto a = scores_on(one, 2 * split);
    const auto b = scores_on(other, 2 * split + 1);
    for (std::size_t i = 0; i < variances.size(); ++i)
      variances[i] += (a[i].value - b[i].value) * (a[i].value - b[i].value) / 4 / splits;
  }
  return variances;
}

}  // namespace

void add_intervals(RankResult& result, const Dataset& data, std::span<const RemovalMethod> choice,
                   const Context& context) {
  if (data.rows().size() / 2 < fewest_rows) return;
  const RankOptions& options = result.options;
  const std::vector<double> variances = half_sample_variances(data, options, choice, context);
  const double t = student_quantile(splits, 0.5 + options.confidence / 2);
  for (std::size_t i = 0; i < variances.size(); ++i) {
    FeatureScore& feature = result.features[i];
    // The halves' own random numbers add half of a repeat's variance, which the score, a mean of repeats, has not.
    const double sampling = std::max(variances[i] - feature.sd * feature.sd / 2, variances[i] / 2);
    const double half = t * std::sqrt(sampling + feature.mc_error * feature.mc_error);
    feature.interval = Interval{feature.score - half, feature.score + half};
  }
}

}  // namespace umfi
