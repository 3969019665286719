#include "importance/ultra_marginal.hpp"

#include <algorithm>

namespace umfi {
namespace {

// Per feature its forest with x_i and the one without; before them, where it is asked for, the one on all features as
// they are.
std::vector<FeatureVariant> variants_of(const std::vector<const FreedView*>& features, bool with_full) {
  std::vector<FeatureVariant> variants;
  if (with_full) variants.emplace_back();
  for (const FreedView* freed : features) {
    variants.push_back({.columns = &freed->view});
    variants.push_back({.columns = &freed->view, .without = static_cast<std::uint32_t>(freed->feature)});
  }
  return variants;
}

// The features that some repeat misses.
std::vector<std::size_t> missing_features(std::span<const RepeatItems> repeats, std::size_t features) {
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < features; ++i)
    if (std::any_of(repeats.begin(), repeats.end(), [&](const RepeatItems& repeat) { return !repeat.has(i); }))
      missing.push_back(i);
  return missing;
}

}  // namespace

void measure_ultra_marginal(const UltraMarginalData& data, const Power& power, double floor,
                            std::span<const RepeatItems> repeats, Workers& workers,
                            const std::function<void(std::size_t)>& features_done) {
  FreedBlocks blocks(data, missing_features(repeats, data.features.size()), workers);
  for (std::vector<FreedView> block = blocks.next(); !block.empty(); block = blocks.next()) {
    for (const RepeatItems& repeat : repeats) {
      std::vector<const FreedView*> missing;
      for (const FreedView& freed : block)
        if (!repeat.has(freed.feature)) missing.push_back(&freed);
      if (missing.empty()) continue;
      const bool with_full = !repeat.has_full();
      const std::vector<Score> scores =
          power.nu_variants(data.features, variants_of(missing, with_full), repeat.number(), workers,
                            [&] { features_done(missing.size()); });
      if (with_full) repeat.keep_full(scores.front().score);
      for (std::size_t k = 0; k < missing.size(); ++k) {
        const std::size_t s = (with_full ? 1 : 0) + 2 * k;
        repeat.keep(missing[k]->feature, measure_of(scores[s].score, scores[s + 1].score, floor));
      }
    }
  }
  for (const RepeatItems& repeat : repeats)
    repeat.need_full([&] { return power.nu(data.features, repeat.number(), workers).score; });
}

}  // namespace umfi
