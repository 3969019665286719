#include "importance/ablation.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace umfi {
namespace {

// How many forests without a feature are grown together.
constexpr std::size_t at_a_time = 256;

}  // namespace

std::size_t ablation_blocks(std::size_t features) {
  return (features + at_a_time - 1) / at_a_time;
}

void measure_ablation(const forest::FeatureView& features, const Power& power, double floor, const RepeatItems& repeat,
                      Workers& workers, const std::function<void()>& step_done) {
  const std::vector<std::size_t> missing = repeat.missing(features.size());
  for (std::size_t first = 0; first < missing.size(); first += at_a_time) {
    const auto block = std::span(missing).subspan(first, std::min(at_a_time, missing.size() - first));
    // The forest on all features leads every block: what is not told apart from it need not be grown.
    std::vector<FeatureVariant> variants(1);
    for (const std::size_t i : block)
      variants.push_back({.columns = nullptr, .without = static_cast<std::uint32_t>(i)});
    const std::vector<Score> scores = power.nu_variants(features, variants, repeat.number(), workers, step_done);
    const double full = scores.front().score;
    repeat.need_full([&] { return full; });
    for (std::size_t k = 0; k < block.size(); ++k) repeat.keep(block[k], measure_of(full, scores[k + 1].score, floor));
  }
}

void measure_bivariate(const forest::FeatureView& features, const Power& power, double floor, const RepeatItems& repeat,
                       Workers& workers, const std::function<void()>& step_done) {
  repeat.need_full([&] { return power.nu(features, repeat.number(), workers).score; });
  const double null = power.null().score;
  const std::vector<std::size_t> missing = repeat.missing(features.size());
  workers.for_each(missing.size(), [&](std::size_t k) {
    const forest::FeatureView alone({&features[missing[k]]});
    repeat.keep(missing[k], measure_of(power.nu(alone, repeat.number(), workers).score, null, floor));
    if (step_done) step_done();
  });
}

}  // namespace umfi
