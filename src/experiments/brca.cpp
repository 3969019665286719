#include "experiments/brca.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/claims.hpp"
#include "umfi/power.hpp"

namespace umfi::paper {

const std::set<std::string>& associated_genes() {
  static const std::set<std::string> genes{"BCL11A",  "EZH2", "IGF1R", "LFNG",  "BRCA1",
                                           "SLC22A5", "CDK6", "BRCA2", "TEX14", "CCND1"};
  return genes;
}

RepeatedSetting on_patients(const MethodChoice& choice, const ExperimentOptions& options) {
  RepeatedSetting setting{choice.label, ranking_of_many(choice, subtype, options)};
  setting.options.subsample = patients_per_repeat;
  return setting;
}

ClaimCheck leading_genes(const std::vector<const RepeatedScores*>& methods) {
  std::vector<bool> holds;
  std::vector<std::string> figures;
  for (const RepeatedScores* scores : methods) {
    const auto order = scores->ranked();
    holds.push_back(std::max(scores->rank_of("BCL11A"), scores->rank_of("SLC22A5")) <= 2);
    figures.push_back(fmt::format("{}: {}, {}, {}", scores->label, order[0]->name, order[1]->name, order[2]->name));
  }
  return judged("BCL11A and SLC22A5 rank first", holds, listed(figures));
}

ClaimCheck last_gene(const std::vector<const RepeatedScores*>& methods) {
  std::vector<bool> holds;
  std::vector<std::string> figures;
  for (const RepeatedScores* scores : methods) {
    const ScoredFeature* last = nullptr;
    for (const ScoredFeature* feature : scores->ranked())
      if (feature->is_related) last = feature;
    holds.push_back(scores->feature("TEX14").quartiles.median <= last->quartiles.median);
    figures.push_back(fmt::format("{}: {} ({:.4f}), TEX14 {:.4f}", scores->label, last->name, last->quartiles.median,
                                  scores->feature("TEX14").quartiles.median));
  }
  return judged("TEX14 is the least important of the ten associated genes", holds, listed(figures));
}

ClaimCheck accuracy_of_forests(const Table& table, double paper, const ExperimentOptions& options,
                               const Context& context) {
  Context quiet = context;
  quiet.progress = {};
  const PowerResult power =
      measure_power(table, {.target = subtype, .seed = options.seed, .settings = {{"trees", options.trees}}}, quiet);
  return judged(fmt::format("random forests predict the subtype with an accuracy of {:.2f} (within 0.01)", paper),
                {std::abs(power.mean - paper) < 0.015},
                fmt::format("{:.3f} (sd {:.3f} over {} forests on all {} patients)", power.mean, power.sd,
                            power.values.size(), power.rows));
}

}  // namespace umfi::paper
