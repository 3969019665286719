// Scores of the four simulated features, as the paper shows them: percent of a replication's total, negative scores
// counting as 0.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/claims.hpp"
#include "experiments/model.hpp"
#include "experiments/published.hpp"
#include "umfi/context.hpp"
#include "experiments/reproduce.hpp"

namespace umfi::paper {

// The shares of x1..x4 by one method in all replications.
struct Shares {
  std::string method;
  Model model = Model::forest;
  Definition definition = Definition::text;
  std::array<std::vector<double>, 4> values;

  double mean(std::size_t feature) const { return estimate(values[feature]).mean; }
  // By how much x1 and x2 together lead x3 and x4, per feature.
  Estimate lead() const;
  // Whether both are above both others, by more than noise.
  bool has_lead() const;
};

class SimulationScores {
 public:
  SimulationScores(std::string_view simulation, const ExperimentOptions& options, const Context& context);

  const std::vector<Shares>& all() const { return shares_; }
  const Shares& of(std::string_view method, Model model = Model::forest,
                   Definition definition = Definition::text) const;
  std::vector<const Shares*> each(const std::vector<std::string>& methods, Model model = Model::forest,
                                  Definition definition = Definition::text) const;

 private:
  std::vector<Shares> shares_;
};

// What the paper says about a simulation, and whether it came out.
std::vector<ClaimCheck> claims_on_simulation(std::string_view simulation, const SimulationScores& scores);

}  // namespace umfi::paper
