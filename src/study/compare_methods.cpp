#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "importance/marginal_contribution.hpp"
#include "run/item_memory.hpp"
#include "stats/kendall.hpp"
#include "stats/ranks.hpp"
#include "study/method_catalogue.hpp"
#include "study/ranking.hpp"
#include "study/study_record.hpp"
#include "study/summaries.hpp"
#include "umfi/compare.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

// Up to so many models MCI is exact without being asked, and up to so many it is done at all.
constexpr double few_models = 5'000;
constexpr double many_models = 50'000;

struct Choice {
  std::string name;
  Method method;
  RemovalMethod remove = RemovalMethod::lr;
};

std::vector<Choice> choices() {
  std::vector<Choice> all;
  for (const MethodDescription& method : methods()) {
    if (method.method == Method::umfi) {
      all.push_back({"umfi-lr", Method::umfi, RemovalMethod::lr});
      all.push_back({"umfi-ot", Method::umfi, RemovalMethod::ot});
    } else {
      all.push_back({std::string(method.name), method.method});
    }
  }
  return all;
}

std::vector<Choice> chosen(const CompareOptions& options) {
  std::vector<Choice> result;
  for (const std::string& name : options.methods) {
    const std::vector<Choice> all = choices();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Choice& choice) { return choice.name == name; });
    if (found == all.end())
      throw UsageError::unknown_name("method", name, fmt::format("{}", fmt::join(comparable_methods(), ", ")));
    result.push_back(*found);
  }
  return result.empty() ? choices() : result;
}

// Whether a method that was not asked for by name makes no sense with the other settings.
bool is_left_out(const Choice& choice, const CompareOptions& options) {
  return options.methods.empty() && is_permuting(choice.method) && options.rank.power != PowerKind::forest;
}

// The size of sets for MCI; empty for all sets, or nothing at all where it would take too long.
struct MciPlan {
  bool is_done = true;
  std::optional<int> k;
};

MciPlan plan_mci(std::size_t features, const CompareOptions& options, const Context& context) {
  if (options.rank.mci_k || marginal_contribution_models(features, features) <= few_models)
    return {true, options.rank.mci_k};
  const double models = marginal_contribution_models(features, 2);
  if (models > many_models && options.methods.empty()) {
    context.say(Severity::note,
                fmt::format("MCI is left out: even sets of up to three features are {:.3g} models per repeat", models));
    return {false, {}};
  }
  context.say(Severity::note, fmt::format("MCI looks at sets of up to two others: {:.0f} models per repeat", models));
  return {true, 2};
}

std::vector<double> scores_of(const RankResult& result) {
  std::vector<double> scores;
  for (const FeatureScore& feature : result.features) scores.push_back(feature.score);
  return scores;
}

ComparedMethod summarize(const Choice& choice, RankResult result) {
  std::vector<double> shares = scores_of(result);
  double total = 0;
  for (double& share : shares) total += share = std::max(0.0, share);
  for (double& share : shares) share = total > 0 ? share / total : 0;
  std::vector<double> ranks = scores_of(result);
  for (double& rank : ranks) rank = -rank;
  replace_by_ranks(ranks);
  return {choice.name, std::string(description_of(choice.method).question), std::move(result), std::move(shares),
          std::move(ranks)};
}

// A method with the settings it gets here.
struct Compared {
  Choice choice;
  RankOptions rank;
};

std::vector<Compared> plan(std::size_t features, const CompareOptions& options, const Context& context) {
  std::vector<Compared> result;
  for (const Choice& choice : chosen(options)) {
    if (is_left_out(choice, options)) {
      context.say(Severity::note, fmt::format("{} is left out: it looks inside a forest", choice.name));
      continue;
    }
    RankOptions rank = options.rank;
    rank.method = choice.method;
    rank.remove = choice.remove;
    rank.explain = false;
    rank.inference = false;
    if (choice.method == Method::mci) {
      const MciPlan mci = plan_mci(features, options, context);
      if (!mci.is_done) continue;
      rank.mci_k = mci.k;
    }
    result.push_back({choice, rank});
  }
  return result;
}

// Gives the names of the methods for which there was no time.
std::vector<std::string> measure_all(const Dataset& data, const std::vector<Compared>& all, ItemStore& store,
                                     const Context& context) {
  std::vector<std::string> late;
  Context inner = context;
  for (const Compared& one : all) {
    if (context.progress)
      inner.progress = [&](Progress progress) {
        progress.part = one.choice.name;
        context.progress(progress);
      };
    try {
      rank_dataset(data, one.rank, store, inner);
    } catch (const OutOfTime&) {
      late.push_back(one.choice.name);
    }
    inner.log = {};  // the data are complained about once
  }
  return late;
}

}  // namespace

std::optional<CompareResult> summarize_comparison(const RankFacts& facts, const CompareOptions& options,
                                                  const ItemStore& store) {
  CompareResult result;
  for (const Compared& one : plan(facts.features.size(), options, {}))
    if (auto ranking = summarize_ranking(facts, one.rank, store))
      result.methods.push_back(summarize(one.choice, std::move(*ranking)));
  if (result.methods.empty()) return std::nullopt;
  for (const ComparedMethod& a : result.methods) {
    result.agreement.emplace_back();
    for (const ComparedMethod& b : result.methods)
      result.agreement.back().push_back(kendall_tau(scores_of(a.result), scores_of(b.result)));
  }
  return result;
}

std::vector<std::string> comparable_methods() {
  std::vector<std::string> names;
  for (const Choice& choice : choices()) names.push_back(choice.name);
  return names;
}

CompareResult compare_methods(const Table& table, const CompareOptions& options, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  check_ranking(options.rank);
  CompareOptions used = options;
  used.rank = without_idle_repeats(used.rank);
  const Dataset data(table, {used.rank.target, {}, used.rank.drop, used.rank.task}, context);
  ItemMemory memory;
  ItemStore& store = context.store != nullptr ? *context.store : memory;
  for (const Compared& one : plan(data.features().size(), used, context)) check_ranking(one.rank, data);
  if (context.store != nullptr)
    used = compare_options_of(store.begin(record_of(used, facts_of(data, used.rank), table)));
  const std::vector<Compared> all = plan(data.features().size(), used, {});
  const std::vector<std::string> late = measure_all(data, all, store, context);
  std::optional<CompareResult> result = summarize_comparison(facts_of(data, used.rank), used, store);
  if (!result) throw OutOfTime();
  if (!late.empty())
    context.say(Severity::warning,
                fmt::format("time was up; these have no whole repeat and are left out: {}", fmt::join(late, ", ")));
  result->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(*result);
}

}  // namespace umfi
