#include "umfi/power.hpp"

#include <algorithm>

namespace umfi {

FeatureView columns_of(const FeatureVariant& variant, const FeatureView& features) {
  const FeatureView& columns = variant.columns == nullptr ? features : *variant.columns;
  if (variant.without == nullptr) return columns;
  const std::vector<std::size_t>& without = variant.without->columns;
  std::vector<const FeatureColumn*> seen;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (std::find(without.begin(), without.end(), i) == without.end()) seen.push_back(&columns[i]);
  return FeatureView(std::move(seen));
}

std::vector<Score> Power::nu_variants(const VariantQuery& query, Workers& workers) const {
  std::vector<Score> scores(query.variants.size());
  workers.for_each(scores.size(), [&](std::size_t v) {
    const FeatureView seen = columns_of(query.variants[v], query.features);
    scores[v] = seen.size() == 0 ? null() : nu(seen, query.repeat, workers);
  });
  for (std::size_t step = 0; query.step_done && step < steps(); ++step) query.step_done();
  return scores;
}

}  // namespace umfi
