#include "power/power.hpp"

#include <vector>

namespace umfi {
namespace {

// The columns a variant sees, without the one it does without.
forest::FeatureView seen_by(const FeatureVariant& variant, const forest::FeatureView& features) {
  const forest::FeatureView& columns = variant.columns == nullptr ? features : *variant.columns;
  std::vector<const forest::FeatureColumn*> seen;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (i != variant.without) seen.push_back(&columns[i]);
  return forest::FeatureView(std::move(seen));
}

}  // namespace

std::vector<Score> Power::nu_variants(const forest::FeatureView& features, std::span<const FeatureVariant> variants,
                                      std::uint32_t repeat, Workers& workers,
                                      const std::function<void()>& step_done) const {
  std::vector<Score> scores;
  for (const FeatureVariant& variant : variants) {
    const forest::FeatureView seen = seen_by(variant, features);
    scores.push_back(seen.size() == 0 ? null() : nu(seen, repeat, workers));
  }
  for (std::size_t step = 0; step_done && step < steps(); ++step) step_done();
  return scores;
}

PairScore Power::nu_pair(const forest::FeatureView& features, std::size_t feature, std::uint32_t repeat,
                         Workers& workers) const {
  const FeatureVariant pair[] = {{}, {.columns = nullptr, .without = static_cast<std::uint32_t>(feature)}};
  std::vector<Score> scores = nu_variants(features, pair, repeat, workers, {});
  return {std::move(scores[0]), std::move(scores[1])};
}

forest::ForestOptions ForestPower::options_for(std::uint32_t repeat) const {
  forest::ForestOptions options = options_;
  options.repeat = repeat;
  return options;
}

Score ForestPower::null() const {
  return forest::null_score(response_, rows_);
}

Score ForestPower::nu(const forest::FeatureView& features, std::uint32_t repeat, Workers& workers) const {
  if (features.size() == 0) return null();
  return forest::score_forest({features, response_, rows_}, options_for(repeat), workers);
}

std::vector<Score> ForestPower::nu_variants(const forest::FeatureView& features,
                                            std::span<const FeatureVariant> variants, std::uint32_t repeat,
                                            Workers& workers, const std::function<void()>& step_done) const {
  // A single feature leaves nothing to grow a forest on when it is left out.
  if (features.size() < 2) return Power::nu_variants(features, variants, repeat, workers, step_done);
  return forest::score_variants({features, response_, rows_}, variants, options_for(repeat), workers, step_done);
}

}  // namespace umfi
