// Predictive power: how well the response is predicted from a feature set, nu(S), and what one feature adds to it.
//
// The seam between importance methods and models: a method asks for nu of views, and does not know what trains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/parallel.hpp"
#include "forest/forest.hpp"

namespace umfi {

using Score = forest::OobScore;
using PairScore = forest::PairScore;

class Power {
 public:
  virtual ~Power() = default;

  // nu of the empty set: the null model.
  virtual Score null() const = 0;
  // nu(S). Repeats differ only in the random numbers of the model.
  virtual Score nu(const forest::FeatureView& features, std::uint32_t repeat, Workers& workers) const = 0;
  // nu(S) and nu(S without one feature). Models that can evaluate both at once, with less noise in their
  // difference, do so.
  virtual PairScore nu_pair(const forest::FeatureView& features, std::size_t feature, std::uint32_t repeat,
                            Workers& workers) const;
};

// Out-of-bag score of a random forest or of extremely randomized trees; pairs are grown coupled.
class ForestPower final : public Power {
 public:
  // Response and rows must outlive the power. `options.repeat` is not used.
  ForestPower(const forest::Response& response, std::span<const std::uint32_t> rows,
              const forest::ForestOptions& options)
      : response_(response), rows_(rows), options_(options) {}

  Score null() const override;
  Score nu(const forest::FeatureView& features, std::uint32_t repeat, Workers& workers) const override;
  PairScore nu_pair(const forest::FeatureView& features, std::size_t feature, std::uint32_t repeat,
                    Workers& workers) const override;

 private:
  forest::ForestOptions options_for(std::uint32_t repeat) const;

  const forest::Response& response_;
  std::span<const std::uint32_t> rows_;
  forest::ForestOptions options_;
};

}  // namespace umfi
