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

void report(const std::function<void()>& step_done, std::size_t steps) {
  for (std::size_t step = 0; step_done && step < steps; ++step) step_done();
}

}  // namespace

std::vector<Score> Power::nu_variants(const forest::FeatureView& features, std::span<const FeatureVariant> variants,
                                      std::uint32_t repeat, Workers& workers,
                                      const std::function<void()>& step_done) const {
  std::vector<Score> scores(variants.size());
  workers.for_each(variants.size(), [&](std::size_t v) {
    const forest::FeatureView seen = seen_by(variants[v], features);
    scores[v] = seen.size() == 0 ? null() : nu(seen, repeat, workers);
  });
  report(step_done, steps());
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
  if (features.candidates() == 0) return null();
  return forest::score_forest({features, response_, rows_}, options_for(repeat), workers);
}

std::vector<Score> ForestPower::nu_variants(const forest::FeatureView& features,
                                            std::span<const FeatureVariant> variants, std::uint32_t repeat,
                                            Workers& workers, const std::function<void()>& step_done) const {
  std::vector<Score> scores(variants.size());
  std::vector<FeatureVariant> grown;
  std::vector<std::size_t> places;
  for (std::size_t v = 0; v < variants.size(); ++v) {
    if (forest::candidates_of(variants[v], features) == 0) {
      scores[v] = null();
    } else {
      grown.push_back(variants[v]);
      places.push_back(v);
    }
  }
  if (grown.empty()) {
    report(step_done, steps());
    return scores;
  }
  auto results = forest::score_variants({features, response_, rows_}, grown, options_for(repeat), workers, step_done);
  for (std::size_t k = 0; k < grown.size(); ++k) scores[places[k]] = std::move(results[k]);
  return scores;
}

}  // namespace umfi
