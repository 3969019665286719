// The supplement's hydrology: which attributes of catchments are related to mean streamflow?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/claims.hpp"
#include "experiments/repeated_scores.hpp"
#include "umfi/power.hpp"

namespace umfi::paper {
namespace {

const std::string streamflow = "q_mean";
const std::string gauge = "gauge_id";
constexpr int rows_per_bin = 30;

const std::set<std::string> leaders{"p_mean", "aridity"};
const std::vector<std::string> ground{"carbonate_rocks_frac",
                                      "geol_porostiy",
                                      "geol_permeability",
                                      "soil_depth_pelletier",
                                      "soil_depth_statsgo",
                                      "soil_porosity",
                                      "soil_conductivity",
                                      "max_water_content",
                                      "sand_frac",
                                      "silt_frac",
                                      "clay_frac"};

RepeatedSetting on_catchments(const MethodChoice& choice, const ExperimentOptions& options) {
  RepeatedSetting setting{choice.label, ranking_of_many(choice, streamflow, options)};
  setting.options.drop = {gauge};
  setting.options.settings.set("model", name_of(Model::extratrees));
  if (!choice.remove.empty()) setting.options.settings.set("ot_bin_size", rows_per_bin);
  return setting;
}

ClaimCheck leaders_claim(const std::vector<RepeatedScores>& all) {
  std::vector<bool> holds;
  std::vector<std::string> figures;
  for (const RepeatedScores& scores : all) {
    const auto order = scores.ranked();
    holds.push_back(std::max(scores.rank_of("p_mean"), scores.rank_of("aridity")) <= 2);
    figures.push_back(fmt::format("{}: {}, {}, {}", scores.label, order[0]->name, order[1]->name, order[2]->name));
  }
  return judged("mean precipitation and aridity are most strongly related to streamflow", holds, listed(figures));
}

// How many attributes score lower. (Places would mislead: many can share the last one with a median of 0.)
std::size_t count_below(const RepeatedScores& scores, const std::string& name) {
  const double median = scores.feature(name).quartiles.median;
  return static_cast<std::size_t>(
      std::count_if(scores.features.begin(), scores.features.end(),
                    [&](const ScoredFeature& other) { return other.quartiles.median < median; }));
}

ClaimCheck least_claim(const std::vector<RepeatedScores>& all) {
  std::vector<bool> holds;
  std::vector<std::string> figures;
  for (const RepeatedScores& scores : all) {
    const std::size_t permeability = count_below(scores, "geol_permeability");
    const std::size_t porosity = count_below(scores, "soil_porosity");
    holds.push_back(3 * permeability < scores.features.size());
    holds.push_back(3 * porosity < scores.features.size());
    figures.push_back(
        fmt::format("{}: {} and {} of {} score lower", scores.label, permeability, porosity, scores.features.size()));
  }
  return judged("bedrock permeability and soil porosity are among the least important (less than a third score lower)",
                holds, listed(figures));
}

// Mean place of the attributes of the ground; the middle place is 15.
ClaimCheck ground_claim(const std::vector<RepeatedScores>& all) {
  std::vector<bool> holds;
  std::vector<std::string> figures;
  for (const RepeatedScores& scores : all) {
    double place = 0;
    for (const std::string& name : ground) place += static_cast<double>(scores.rank_of(name));
    place /= static_cast<double>(ground.size());
    holds.push_back(place > static_cast<double>(scores.features.size() + 1) / 2);
    figures.push_back(fmt::format("{}: mean place {:.1f}", scores.label, place));
  }
  return judged("attributes of geology and soil rank low (mean place in the lower half)", holds, listed(figures));
}

ClaimCheck fit_claim(const Table& table, const ExperimentOptions& options, const Context& context) {
  Context quiet = context;
  quiet.progress = {};
  const PowerResult power = measure_power(
      table,
      {.target = streamflow,
       .drop = {gauge},
       .seed = options.seed,
       .settings = {{"model", name_of(Model::extratrees)}, {"trees", options.trees}}},
      quiet);
  return judged(fmt::format("extra-trees predict streamflow with R² {:.2f} (within 0.01)", paper_r2_camels),
                {std::abs(power.mean - paper_r2_camels) < 0.015},
                fmt::format("{:.3f} (sd {:.3f} over {} models)", power.mean, power.sd, power.values.size()));
}

ReportTable attribute_order_table(const std::vector<RepeatedScores>& all) {
  ReportTable table{"Median scores (R²), by UMFI ot, and places", {"attribute"}, {}};
  for (const RepeatedScores& scores : all)
    table.columns.push_back(fmt::format("{} ({})", scores.label, scores.repeats));
  for (const ScoredFeature* feature : find(all, "UMFI ot").ranked()) {
    table.rows.push_back({feature->name});
    for (const RepeatedScores& scores : all)
      table.rows.back().push_back(
          fmt::format("{:.4f} ({})", scores.feature(feature->name).quartiles.median, scores.rank_of(feature->name)));
  }
  return table;
}

}  // namespace

ExperimentResult run_camels(std::string_view, const ExperimentOptions& options, const Context& context) {
  const Table table = read_data(options, "camels.csv", context);
  std::vector<RepeatedSetting> settings;
  for (const MethodChoice& choice : set_methods()) settings.push_back(on_catchments(choice, options));
  const std::vector<RepeatedScores> all = score_all(table, settings, leaders, context);
  ExperimentResult result;
  result.title = "CAMELS: which of 29 attributes of catchments are related to mean streamflow?";
  result.summary = fmt::format(
      "{} repeats (MCI {}, sets of up to two others) on {} catchments; extra-trees of {} trees; optimal transport with "
      "bins of {} rows; gain in R².",
      options.repeats, find(all, "MCI").repeats, table.rows(), options.trees, rows_per_bin);
  result.claims = {leaders_claim(all), least_claim(all), ground_claim(all), fit_claim(table, options, context)};
  result.tables.push_back(attribute_order_table(all));
  for (const RepeatedScores& scores : all) {
    result.charts.emplace_back(bars(scores, "R²"));
    add_raw(result, scores);
  }
  return result;
}

}  // namespace umfi::paper
