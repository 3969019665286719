#include "experiments/simulation_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "experiments/experiment.hpp"
#include "experiments/parts.hpp"
#include "experiments/progress.hpp"
#include "umfi/rank.hpp"
#include "umfi/simulate.hpp"

namespace umfi::paper {
namespace {

constexpr std::size_t rows = 1000;
constexpr int forest_bins = 150;     // rows per bin in the paper's main part,
constexpr int extratrees_bins = 30;  // and in its supplement

// One way to score all replications.
struct Setting {
  std::string label;
  MethodChoice choice;
  Model model = Model::forest;
  Definition definition = Definition::text;
  int bin_size = forest_bins;
};

std::vector<Setting> settings_of(std::string_view simulation) {
  std::vector<Setting> settings;
  const auto add = [&](Definition definition) {
    for (const MethodChoice& choice : all_methods())
      settings.push_back({choice.label, choice, Model::forest, definition, forest_bins});
    for (const MethodChoice& choice : set_methods())
      settings.push_back({choice.label, choice, Model::extratrees, definition, extratrees_bins});
  };
  add(Definition::text);
  if (simulation == "blood-relation") add(Definition::script);
  const std::size_t bins = bins_of_text(rows, forest_bins);
  settings.push_back({fmt::format("UMFI ot, {} bins", bins), umfi_methods().back(), Model::forest, Definition::text,
                      bin_size_for(rows, bins)});
  return settings;
}

// The script's x2 is the noise of the text's x2, and its x3 is that noise plus S: the same draws without 3 x1.
Table as_in_script(const Table& text) {
  Table script;
  const auto x1 = text.column("x1").values();
  for (std::size_t c = 0; c < text.size(); ++c) {
    const std::string& name = text[c].name();
    std::vector<double> values(text[c].values().begin(), text[c].values().end());
    if (name == "x2" || name == "x3")
      for (std::size_t row = 0; row < values.size(); ++row) values[row] -= 3 * x1[row];
    script.add(Column::numbers(name, std::move(values), Kind::numeric));
  }
  return script;
}

RankOptions options_of(const Setting& setting, ExperimentOptions options, std::uint64_t seed) {
  options.repeats = 1;
  options.seed = seed;
  RankOptions result = ranking(setting.choice, "y", options);
  result.settings.set("model", name_of(setting.model));
  if (!setting.choice.remove.empty()) result.settings.set("ot_bin_size", setting.bin_size);
  return result;
}

std::string part_name(const Setting& setting, int replication) {
  return fmt::format("{}, {}{}, replication {}", setting.label, name_of(setting.model),
                     setting.definition == Definition::script ? ", the script's x2" : "", replication + 1);
}

void add_replication(Shares& shares, const RankResult& ranking) {
  std::array<double, 4> scores{};
  double total = 0;
  for (std::size_t i = 0; i < 4; ++i) total += scores[i] = std::max(0.0, ranking.features[i].score);
  for (std::size_t i = 0; i < 4; ++i) shares.values[i].push_back(total > 0 ? 100 * scores[i] / total : 0);
}

}  // namespace

Estimate Shares::lead() const {
  std::vector<double> pair(values[0].size());
  std::vector<double> others(values[0].size());
  for (std::size_t r = 0; r < pair.size(); ++r) {
    pair[r] = (values[0][r] + values[1][r]) / 2;
    others[r] = (values[2][r] + values[3][r]) / 2;
  }
  return difference(pair, others);
}

bool Shares::has_lead() const {
  const Estimate ahead = lead();
  return std::min(mean(0), mean(1)) > std::max(mean(2), mean(3)) && ahead.mean > 3 * ahead.error;
}

SimulationScores::SimulationScores(std::string_view simulation, const ExperimentOptions& options,
                                   const Context& context) {
  const std::vector<Setting> settings = settings_of(simulation);
  double cost = 0;
  for (const Setting& setting : settings) {
    shares_.push_back({setting.label, setting.model, setting.definition, {}});
    cost += cost_of(options_of(setting, options, 1), 4);
  }
  OverallProgress progress(context, cost * options.repeats);
  for (int replication = 0; replication < options.repeats; ++replication) {
    // Seeds are hashed, so that neighbouring ones have nothing in common.
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(replication);
    const Table text = simulate(simulation, rows, seed);
    const Table script = as_in_script(text);
    for (std::size_t s = 0; s < settings.size(); ++s) {
      const RankOptions rank = options_of(settings[s], options, seed);
      const Table& table = settings[s].definition == Definition::text ? text : script;
      add_replication(shares_[s], in_part(part_name(settings[s], replication), progress.part(cost_of(rank, 4)),
                                          [&](const Context& part) { return rank_features(table, rank, part); }));
    }
  }
}

const Shares& SimulationScores::of(std::string_view method, Model model, Definition definition) const {
  const auto found = std::find_if(shares_.begin(), shares_.end(), [&](const Shares& shares) {
    return shares.method == method && shares.model == model && shares.definition == definition;
  });
  if (found == shares_.end()) throw std::logic_error("no such scores");
  return *found;
}

std::vector<const Shares*> SimulationScores::each(const std::vector<std::string>& methods, Model model,
                                                  Definition definition) const {
  std::vector<const Shares*> found;
  for (const std::string& method : methods) found.push_back(&of(method, model, definition));
  return found;
}

}  // namespace umfi::paper
