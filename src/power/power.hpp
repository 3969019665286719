// Predictive power: how well the response is predicted from a feature set, nu(S), and what one feature adds to it.
//
// The seam between importance methods and models: a method asks for nu of views, and does not know what trains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "forest/forest.hpp"

namespace umfi {

using Score = forest::OobScore;
using FeatureVariant = forest::ForestVariant;

struct PairScore {
  Score with;
  Score without;
};

class Power {
 public:
  virtual ~Power() = default;

  // nu of the empty set: the null model.
  virtual Score null() const = 0;
  // nu(S). Repeats differ only in the random numbers of the model. May be called by several threads at once.
  virtual Score nu(const forest::FeatureView& features, std::uint32_t repeat, Workers& workers) const = 0;
  // nu of several sets that differ little from these features. Models that can evaluate them together, with less work
  // and less noise in their differences, do so. `step_done` is called steps() times, by any thread.
  virtual std::vector<Score> nu_variants(const forest::FeatureView& features, std::span<const FeatureVariant> variants,
                                         std::uint32_t repeat, Workers& workers,
                                         const std::function<void()>& step_done) const;
  virtual std::size_t steps() const { return 1; }

  // nu(S) and nu(S without one feature).
  PairScore nu_pair(const forest::FeatureView& features, std::size_t feature, std::uint32_t repeat,
                    Workers& workers) const;
};

// Out-of-bag score of a random forest or of extremely randomized trees; variants are grown coupled.
class ForestPower final : public Power {
 public:
  // Response and rows must outlive the power. `options.repeat` is not used.
  ForestPower(const forest::Response& response, std::span<const std::uint32_t> rows,
              const forest::ForestOptions& options)
      : response_(response), rows_(rows), options_(options) {}

  Score null() const override;
  Score nu(const forest::FeatureView& features, std::uint32_t repeat, Workers& workers) const override;
  std::vector<Score> nu_variants(const forest::FeatureView& features, std::span<const FeatureVariant> variants,
                                 std::uint32_t repeat, Workers& workers,
                                 const std::function<void()>& step_done) const override;
  std::size_t steps() const override { return options_.trees; }

 private:
  forest::ForestOptions options_for(std::uint32_t repeat) const;

  const forest::Response& response_;
  std::span<const std::uint32_t> rows_;
  forest::ForestOptions options_;
};

}  // namespace umfi
