#include "importance/ablation.hpp"

#include <vector>

namespace umfi {
namespace {

// How many forests without a feature are grown together.
constexpr std::size_t at_a_time = 256;

}  // namespace

std::size_t ablation_blocks(std::size_t features) {
  return (features + at_a_time - 1) / at_a_time;
}

Measures measure_ablation(const forest::FeatureView& features, const Power& power, double floor, std::uint32_t repeat,
                          Workers& workers, const std::function<void()>& step_done) {
  Measures result;
  for (std::size_t first = 0; first < features.size(); first += at_a_time) {
    // The forest on all features leads every block: what is not told apart from it need not be grown.
    std::vector<FeatureVariant> variants(1);
    for (std::size_t i = first; i < std::min(features.size(), first + at_a_time); ++i)
      variants.push_back({.columns = nullptr, .without = static_cast<std::uint32_t>(i)});
    const std::vector<Score> scores = power.nu_variants(features, variants, repeat, workers, step_done);
    result.full = scores.front().score;
    for (std::size_t v = 1; v < scores.size(); ++v)
      result.features.push_back(measure_of(result.full, scores[v].score, floor));
  }
  return result;
}

Measures measure_bivariate(const forest::FeatureView& features, const Power& power, double floor, std::uint32_t repeat,
                           Workers& workers, const std::function<void()>& step_done) {
  Measures result;
  result.full = power.nu(features, repeat, workers).score;
  const double null = power.null().score;
  result.features.resize(features.size());
  workers.for_each(features.size(), [&](std::size_t i) {
    const forest::FeatureView alone({&features[i]});
    result.features[i] = measure_of(power.nu(alone, repeat, workers).score, null, floor);
    if (step_done) step_done();
  });
  return result;
}

}  // namespace umfi
