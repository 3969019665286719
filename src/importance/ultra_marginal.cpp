#include "importance/ultra_marginal.hpp"

#include "importance/freed_blocks.hpp"

namespace umfi {
namespace {

// Per feature of the block its forest with x_i and the one without; before them, in the first block, the one on all
// features as they are.
std::vector<FeatureVariant> variants_of(const std::vector<FreedView>& block, std::size_t first) {
  std::vector<FeatureVariant> variants;
  if (first == 0) variants.emplace_back();
  for (std::size_t k = 0; k < block.size(); ++k) {
    variants.push_back({.columns = &block[k].view});
    variants.push_back({.columns = &block[k].view, .without = static_cast<std::uint32_t>(first + k)});
  }
  return variants;
}

}  // namespace

std::vector<Measures> measure_ultra_marginal(const UltraMarginalData& data, const Power& power, double floor,
                                             std::span<const std::uint32_t> repeats, Workers& workers,
                                             const std::function<void(std::size_t)>& features_done) {
  std::vector<Measures> result(repeats.size());
  FreedBlocks blocks(data, workers);
  for (std::size_t first = 0; first < data.features.size();) {
    const std::vector<FreedView> block = blocks.next();
    const std::vector<FeatureVariant> variants = variants_of(block, first);
    for (std::size_t r = 0; r < repeats.size(); ++r) {
      const std::vector<Score> scores =
          power.nu_variants(data.features, variants, repeats[r], workers, [&] { features_done(block.size()); });
      if (first == 0) result[r].full = scores.front().score;
      for (std::size_t s = scores.size() - 2 * block.size(); s < scores.size(); s += 2)
        result[r].features.push_back(measure_of(scores[s].score, scores[s + 1].score, floor));
    }
    first += block.size();
  }
  return result;
}

}  // namespace umfi
