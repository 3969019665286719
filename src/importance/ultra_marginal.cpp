#include "importance/ultra_marginal.hpp"

#include <algorithm>
#include <memory>

namespace umfi {
namespace {

// A column that owns its values.
struct OwnedColumn {
  std::vector<double> values;
  forest::FeatureColumn column;
};

// S_i + x_i as a view: the columns that removal left alone are the table's own.
struct FreedView {
  std::vector<std::unique_ptr<const OwnedColumn>> changed;
  forest::FeatureView view{{}};
};

std::unique_ptr<const OwnedColumn> make_column(std::vector<double> values, bool is_ordered, bool needs_ranks) {
  auto owned = std::make_unique<OwnedColumn>();
  owned->values = std::move(values);
  owned->column = is_ordered && !needs_ranks ? forest::FeatureColumn{.values = owned->values, .rank = {}}
                                             : forest::rank_column(owned->values, is_ordered);
  return owned;
}

FreedView free_features(const UltraMarginalData& data, std::size_t i) {
  const auto freed = data.remover.protect(i);
  std::vector<std::unique_ptr<const OwnedColumn>> changed;
  std::vector<const forest::FeatureColumn*> columns;
  for (std::size_t j = 0; j < data.features.size(); ++j) {
    columns.push_back(&data.features[j]);
    if (!freed->changes(j)) continue;
    changed.push_back(make_column(freed->column(j), data.features[j].is_ordered, data.needs_ranks));
    columns.back() = &changed.back()->column;
  }
  return {std::move(changed), forest::FeatureView(std::move(columns))};
}

std::size_t bytes_of(const FreedView& freed) {
  std::size_t bytes = 0;
  for (const auto& column : freed.changed)
    bytes += column->values.size() * sizeof(double) + column->column.rank.size() * sizeof(std::uint32_t);
  return bytes;
}

// Frees the features from `first` on, until their columns take much memory or there are many of them.
std::vector<FreedView> free_block(const UltraMarginalData& data, std::size_t first, Workers& workers) {
  constexpr std::size_t enough_bytes = std::size_t{192} << 20;
  constexpr std::size_t most_features = 256;
  constexpr std::size_t at_a_time = 16;
  std::vector<FreedView> block;
  std::size_t bytes = 0;
  while (first + block.size() < data.features.size() && block.size() < most_features && bytes < enough_bytes) {
    const std::size_t begin = block.size();
    const std::size_t largest = begin == 0 ? 0 : bytes / begin;
    const std::size_t wanted = largest == 0 ? at_a_time : std::clamp<std::size_t>(enough_bytes / largest, 1, at_a_time);
    const std::size_t count = std::min({wanted, data.features.size() - first - begin, most_features - begin});
    block.resize(begin + count);
    workers.for_each(count, [&](std::size_t k) { block[begin + k] = free_features(data, first + begin + k); });
    for (std::size_t k = begin; k < block.size(); ++k) bytes += bytes_of(block[k]);
  }
  return block;
}

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

std::vector<UltraMarginalScores> measure_ultra_marginal(const UltraMarginalData& data, const Power& power,
                                                        std::span<const std::uint32_t> repeats, Workers& workers,
                                                        const std::function<void(std::size_t)>& features_done) {
  std::vector<UltraMarginalScores> result(repeats.size());
  for (std::size_t first = 0; first < data.features.size();) {
    const std::vector<FreedView> block = free_block(data, first, workers);
    const std::vector<FeatureVariant> variants = variants_of(block, first);
    for (std::size_t r = 0; r < repeats.size(); ++r) {
      const std::vector<Score> scores =
          power.nu_variants(data.features, variants, repeats[r], workers, [&] { features_done(block.size()); });
      if (first == 0) result[r].full = scores.front().score;
      for (std::size_t s = scores.size() - 2 * block.size(); s < scores.size(); s += 2)
        result[r].features.push_back({scores[s].score, scores[s + 1].score});
    }
    first += block.size();
  }
  return result;
}

}  // namespace umfi
