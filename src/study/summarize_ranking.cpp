#include <fmt/format.h>

#include <optional>

#include "stats/summary.hpp"
#include "study/intervals.hpp"
#include "study/ranking.hpp"
#include "study/relation_check.hpp"
#include "study/removal_check.hpp"
#include "study/repeats.hpp"
#include "umfi/options.hpp"

namespace umfi {
namespace {

// What each feature says alone and given all others, from the same repeats.
void explain(RankResult& result, const RankSummaryInput& input, const ItemStore& store) {
  const MethodEntry& method = input.parts.method(result.options.method);
  const auto scores_by = [&](const std::string& name) {
    const RankParts used = parts_for(explaining_options(result.options, name), input.parts);
    const std::vector<Repeat> repeats =
        whole_repeats(used.stage(), result.options.repeats, input.facts.features.size(), store);
    return repeats.empty() ? std::vector<FeatureScore>() : summarize_repeats(input.facts.features, repeats);
  };
  const std::vector<FeatureScore> alone = scores_by(method.alone_by);
  const std::vector<FeatureScore> given_others = scores_by(method.given_others_by);
  if (alone.empty() || given_others.empty()) {
    result.options.explain = false;  // time was up before it could be explained
    return;
  }
  for (std::size_t i = 0; i < result.features.size(); ++i) {
    FeatureScore& feature = result.features[i];
    feature.explanation = Explanation{.alone = alone[i].score,
                                      .given_others = given_others[i].score,
                                      .shared = feature.score - given_others[i].score,
                                      .together = feature.score - alone[i].score};
  }
}

}  // namespace

std::optional<RankResult> summarize_ranking(const RankSummaryInput& input, const ItemStore& store) {
  const auto& [facts, options, parts] = input;
  const RankParts used = parts_for(options, parts);
  RankResult result;
  result.options = options;
  result.options.repeats = repeats_in(options, store);
  const std::vector<Repeat> repeats = whole_repeats(used.stage(), result.options.repeats, facts.features.size(), store);
  if (repeats.empty()) return std::nullopt;
  result.missing_repeats = static_cast<std::size_t>(result.options.repeats) - repeats.size();
  result.task = facts.task;
  result.metric = used.power.entry->metric(facts.task);
  const bool has_own_unit = facts.task == Task::regression && !used.method->regression_unit.empty();
  result.score_unit = has_own_unit ? used.method->regression_unit : result.metric.name;
  result.texts = texts_of(used, facts.task);
  result.null = mean_of(collect(repeats, [](const Repeat& repeat) { return repeat.null; }));
  const std::vector<double> full = collect(repeats, [](const Repeat& repeat) { return repeat.measures.full; });
  result.full = mean_of(full);
  result.full_sd = sd_of(full);
  result.features = summarize_repeats(facts.features, repeats);
  result.rows = facts.rows;
  result.rows_per_repeat = facts.rows_per_repeat;
  result.dropped = facts.dropped;
  result.use = facts.use;
  if (options.explain) explain(result, input, store);
  if (options.inference) {
    add_intervals(result, used, store);
    add_p_values(result, used, store);
  }
  if (options.quick)
    result.warnings.emplace_back("this is a first look with few rows, trees and repeats: good for a plan, not for a paper");
  if (!facts.use.missing.columns.empty()) result.warnings.push_back(sentence_of(facts.use.missing));
  if (result.missing_repeats > 0)
    result.warnings.push_back(fmt::format("the study is not finished: this is the result of {} of {} repeats",
                                          repeats.size(), result.options.repeats));
  if (!result.predicts())
    result.warnings.emplace_back("the full model does not beat the null model, so the scores are not meaningful");
  if (used.method->takes_remover) add_residual_dependence(result, used, store);
  result.option_values = values_of(result.options, parts);
  return result;
}

}  // namespace umfi
