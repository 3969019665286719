// Out-of-bag score of a random forest or of extremely randomized trees; variants are grown coupled.
//
//   const ForestPower power(target, sample, {.trees = 100, .seed = 1});
//   power.nu(features, 0, workers).value;
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "forest/forest.hpp"
#include "forest/response.hpp"
#include "umfi/power.hpp"

namespace umfi {

// The columns as forests see them: ranked where the model looks at ranks, each once, in the column's cache.
forest::FeatureView ranked_view(const FeatureView& features, Model model);

class ForestPower final : public Power {
 public:
  // Target and sample must outlive the power. `options.repeat` is not used.
  ForestPower(const Target& target, const Sample& sample, const forest::ForestOptions& options)
      : response_(forest::Response::of(target)), sample_(sample), options_(options) {}

  Score null() const override;
  Score nu(const FeatureView& features, std::uint32_t repeat, Workers& workers) const override;
  std::vector<Score> nu_variants(const VariantQuery& query, Workers& workers) const override;
  std::size_t steps() const override { return options_.trees; }
  void prepare(const FeatureColumn& column) const override;
  std::size_t bytes_per_cell() const override;
  // Random forests see only the order of a column; extremely randomized trees cut between extremes, and do so more
  // evenly where every row has its own share of the scale.
  FreedScale freed_scale() const override;

 private:
  forest::ForestOptions options_for(std::uint32_t repeat) const;

  forest::Response response_;
  Sample sample_;
  forest::ForestOptions options_;
};

PowerEntry forest_entry();

}  // namespace umfi
