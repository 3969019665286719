// Section 4.1 of the paper and the supplement's section on simulated data.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/experiment.hpp"
#include "experiments/simulation_scores.hpp"
#include "umfi/simulate.hpp"

namespace umfi::paper {
namespace {

const Simulation& simulation_called(std::string_view name) {
  const auto all = simulations();
  return *std::find_if(all.begin(), all.end(), [&](const Simulation& simulation) { return simulation.name == name; });
}

std::string model_title(const Shares& shares) {
  const char* const model = shares.model == Model::forest ? "forest" : "extra-trees";
  return shares.definition == Definition::text ? model : fmt::format("{}, script's x2", model);
}

// How many combined standard errors our mean share is from R's, for the feature where they differ most.
std::string largest_gap(const Shares& shares, const ReferenceShares& reference) {
  double largest = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Estimate ours = estimate(shares.values[i]);
    const double error = std::hypot(ours.error, reference.error[i]);
    if (error > 0) largest = std::max(largest, std::abs(ours.mean - reference.mean[i]) / error);
  }
  return fmt::format("{:.1f} se", largest);
}

std::vector<std::string> line_of(std::string_view simulation, const Shares& shares) {
  std::vector<std::string> cells{shares.method, model_title(shares)};
  for (const std::vector<double>& values : shares.values) cells.push_back(text(estimate(values)));
  const auto reference = reference_shares(simulation, shares.definition, shares.model, shares.method);
  for (std::size_t i = 0; i < 4; ++i) cells.push_back(reference ? fmt::format("{:.1f}", reference->mean[i]) : "–");
  cells.push_back(reference ? largest_gap(shares, *reference) : "–");
  return cells;
}

ReportTable table_of(std::string_view simulation, const SimulationScores& scores) {
  ReportTable table{"Percent of the total: ours, mean ± standard error, and the authors' R program",
                    {"method", "model", "x1", "x2", "x3", "x4", "R x1", "R x2", "R x3", "R x4", "largest gap"},
                    {}};
  for (const Shares& shares : scores.all()) table.rows.push_back(line_of(simulation, shares));
  return table;
}

BoxChart chart_of(const SimulationScores& scores, Model model, Definition definition) {
  BoxChart chart{.title = {}, .unit = "% of the total", .groups = {}};
  for (const Shares& shares : scores.all()) {
    if (shares.model != model || shares.definition != definition) continue;
    chart.title = fmt::format("Importance of x1 to x4, {}", model_title(shares));
    BoxChart::Group group{shares.method, {}};
    for (std::size_t i = 0; i < 4; ++i) group.items.push_back({fmt::format("x{}", i + 1), shares.values[i]});
    chart.groups.push_back(std::move(group));
  }
  return chart;
}

}  // namespace

ExperimentResult run_simulation(std::string_view name, const ExperimentOptions& options, const Context& context) {
  const Simulation& simulation = simulation_called(name);
  const SimulationScores scores(name, options, context);
  ExperimentResult result;
  result.title = fmt::format("Simulation {}: {}", name, simulation.formula);
  result.summary = fmt::format(
      "{} replications of 1000 rows; scores are percent of a replication's total over x1 to x4, negative ones counting "
      "as 0. Random forests (optimal transport with bins of 150 rows) and extra-trees (bins of 30) of {} trees; MCI "
      "over "
      "all sets. Truth: {}. \"UMFI ot, 7 bins\" has as many bins as the paper's text asks for; its program, and ours, "
      "make one less of 1000 rows.",
      options.repeats, options.trees, simulation.truth);
  result.claims = claims_on_simulation(name, scores);
  result.tables.push_back(table_of(name, scores));
  for (const Definition definition : {Definition::text, Definition::script})
    for (const Model model : {Model::forest, Model::extratrees}) {
      BoxChart chart = chart_of(scores, model, definition);
      if (!chart.groups.empty()) result.charts.emplace_back(std::move(chart));
    }
  for (const Shares& shares : scores.all())
    for (std::size_t i = 0; i < 4; ++i)
      result.raw.push_back(
          {fmt::format("{}, {}", shares.method, model_title(shares)), fmt::format("x{}", i + 1), shares.values[i]});
  return result;
}

}  // namespace umfi::paper
