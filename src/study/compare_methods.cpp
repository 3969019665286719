#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "run/item_memory.hpp"
#include "stats/kendall.hpp"
#include "stats/ranks.hpp"
#include "study/chosen_parts.hpp"
#include "study/ranking.hpp"
#include "study/study_record.hpp"
#include "study/summaries.hpp"
#include "umfi/compare.hpp"
#include "umfi/error.hpp"
#include "umfi/options.hpp"

namespace umfi {
namespace {

std::vector<double> scores_of(const RankResult& result) {
  std::vector<double> scores;
  for (const FeatureScore& feature : result.features) scores.push_back(feature.score);
  return scores;
}

ComparedMethod summarize(const ComparedChoice& choice, RankResult result) {
  std::vector<double> shares = scores_of(result);
  double total = 0;
  for (double& share : shares) total += share = std::max(0.0, share);
  for (double& share : shares) share = total > 0 ? share / total : 0;
  std::vector<double> ranks = scores_of(result);
  for (double& rank : ranks) rank = -rank;
  replace_by_ranks(ranks);
  return {choice.name, choice.method->question, std::move(result), std::move(shares), std::move(ranks)};
}

// A method with the settings it gets here.
struct Compared {
  ComparedChoice choice;
  RankOptions rank;
};

// What every method is compared with: the data's size, and who is told what is left out.
struct ComparePlan {
  std::size_t features;
  const CompareOptions& options;
  const Parts& parts;
  const Context& context;

  bool is_asked_for_by_name() const { return !options.methods.empty(); }
};

// Whether a method is left out; the user is told.
bool leaves_out(const ComparedChoice& choice, const ComparePlan& plan) {
  if (!is_left_out(choice, plan.options)) return false;
  plan.context.say(Severity::note,
                   fmt::format("{} is left out: it looks inside a {}", choice.name, choice.method->power));
  return true;
}

// Fits the options of a method to what can be computed, where it is too much; whether it is done at all.
bool fit_effort(const ComparedChoice& choice, const ComparePlan& plan, RankOptions& rank) {
  if (!choice.method->fit_effort) return true;
  const EffortFit fit = choice.method->fit_effort(rank.settings, plan.features, plan.is_asked_for_by_name());
  if (!fit.note.empty()) plan.context.say(Severity::note, fit.note);
  rank.settings = fit.settings;
  return fit.is_possible;
}

std::vector<Compared> plan_comparison(const ComparePlan& plan) {
  std::vector<Compared> result;
  for (const ComparedChoice& choice : chosen_methods(plan.options, plan.parts)) {
    if (leaves_out(choice, plan)) continue;
    RankOptions rank = ranking_of(choice, plan.options, plan.parts);
    if (fit_effort(choice, plan, rank)) result.push_back({choice, std::move(rank)});
  }
  return result;
}

// Gives what a reader must know of the first method, and the methods for which there was no time.
std::vector<std::string> measure_all(const Dataset& data, const std::vector<Compared>& all, ItemStore& store,
                                     const Context& context) {
  std::vector<std::string> warnings;
  std::vector<std::string> late;
  Context inner = context;
  for (const Compared& one : all) {
    if (context.progress)
      inner.progress = [&](Progress progress) {
        progress.part = one.choice.name;
        context.progress(progress);
      };
    try {
      const RankResult result =
          rank_dataset({data, one.rank, parts_for(one.rank, parts_of(context)), store}, ThreadExecutor(), inner);
      if (&one == &all.front()) warnings = result.warnings;
    } catch (const OutOfTime&) {
      late.push_back(one.choice.name);
    }
    inner.log = {};  // the data are complained about once
  }
  if (!late.empty())
    warnings.push_back(
        fmt::format("time was up; these have no whole repeat and are left out: {}", fmt::join(late, ", ")));
  return warnings;
}

// The options with the power filled in, and without repeats that could not differ.
CompareOptions effective(CompareOptions options, const Parts& parts) {
  if (options.rank.power.empty()) options.rank.power = parts.powers.front().name;
  if (!parts.power(options.rank.power).is_random && options.rank.subsample == 0) options.rank.repeats = 1;
  return options;
}

// Methods look at as many rows as the power allows, which is the same for most.
RankFacts compared_facts(const Dataset& data, const RankOptions& options, const Parts& parts) {
  return facts_of(data, options, parts_for(resolved(options, parts), parts));
}

}  // namespace

std::optional<CompareResult> summarize_comparison(const RankFacts& facts, const CompareOptions& options,
                                                  const Parts& parts, const ItemStore& store) {
  CompareResult result;
  const Context silent;
  for (const Compared& one : plan_comparison({facts.features.size(), options, parts, silent}))
    if (auto ranking = summarize_ranking({facts, one.rank, parts}, store))
      result.methods.push_back(summarize(one.choice, std::move(*ranking)));
  if (result.methods.empty()) return std::nullopt;
  result.warnings = result.methods.front().result.warnings;
  for (const ComparedMethod& a : result.methods) {
    result.agreement.emplace_back();
    for (const ComparedMethod& b : result.methods)
      result.agreement.back().push_back(kendall_tau(scores_of(a.result), scores_of(b.result)));
  }
  return result;
}

CompareResult compare_methods(const Table& table, const CompareOptions& asked, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  const Parts& parts = parts_of(context);
  check_options(asked, parts);
  CompareOptions options = effective(asked, parts);
  const Dataset data(table, {options.rank.target, options.rank.features, options.rank.drop, options.rank.task},
                     context);
  ItemMemory memory;
  ItemStore& store = context.store != nullptr ? *context.store : memory;
  for (const Compared& one : plan_comparison({data.subjects().size(), options, parts, context})) {
    check_options(one.rank, parts);
    check_ranking(one.rank, data, parts);
  }
  if (context.store != nullptr)
    options = compare_options_of(
        store.begin(record_of(options, compared_facts(data, options.rank, parts), table, parts)), parts);
  const Context silent;
  const std::vector<Compared> all = plan_comparison({data.subjects().size(), options, parts, silent});
  std::vector<std::string> warnings = measure_all(data, all, store, context);
  std::optional<CompareResult> result =
      summarize_comparison(compared_facts(data, options.rank, parts), options, parts, store);
  if (!result) throw OutOfTime();
  result->warnings = std::move(warnings);
  result->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(*result);
}

}  // namespace umfi
