#include "power/power.hpp"

#include <vector>

namespace umfi {

PairScore Power::nu_pair(const forest::FeatureView& features, std::size_t feature, std::uint32_t repeat,
                         Workers& workers) const {
  std::vector<const forest::FeatureColumn*> others;
  for (std::size_t i = 0; i < features.size(); ++i)
    if (i != feature) others.push_back(&features[i]);
  const Score with = nu(features, repeat, workers);
  return {with, others.empty() ? null() : nu(forest::FeatureView(others), repeat, workers)};
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

PairScore ForestPower::nu_pair(const forest::FeatureView& features, std::size_t feature, std::uint32_t repeat,
                               Workers& workers) const {
  if (features.size() < 2) return Power::nu_pair(features, feature, repeat, workers);
  return forest::score_pair({features, response_, rows_}, static_cast<std::uint32_t>(feature), options_for(repeat),
                            workers);
}

}  // namespace umfi
