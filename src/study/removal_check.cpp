#include "study/removal_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/codec.hpp"
#include "core/progress.hpp"
#include "diagnostics/pairwise_dependence.hpp"
#include "diagnostics/residual_dependence.hpp"
#include "diagnostics/verdict.hpp"
#include "study/measure_stage.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

// Enough to tell much from little.
constexpr std::uint32_t small_forest = 20;

// In wide tables with little dependence a ranking shares most of its work between features; these forests share none,
// so that checking all features would take long. The scores that are read are the highest.
constexpr std::size_t most_checked = 50;

// What small forests predict of a feature from all others, and what it predicts of one of them.
struct Dependence {
  double together = 0;
  double pairwise = 0;
  double most() const { return std::max(together, pairwise); }
};

// What a remover leaves, and of how much.
struct CheckedRemoval {
  Dependence residual;
  Dependence raw;
};

// What each remover to choose from leaves.
struct RemovalChoice {
  std::vector<double> left;
};

}  // namespace

template <>
struct Codec<CheckedRemoval> {
  static std::vector<double> encode(const CheckedRemoval& checked) {
    return {checked.residual.together, checked.raw.together, checked.residual.pairwise, checked.raw.pairwise};
  }
  static std::optional<CheckedRemoval> decode(std::span<const double> numbers) {
    if (numbers.size() != 4) return std::nullopt;
    return CheckedRemoval{.residual = {numbers[0], numbers[2]}, .raw = {numbers[1], numbers[3]}};
  }
};

template <>
struct Codec<RemovalChoice> {
  static std::vector<double> encode(const RemovalChoice& choice) { return choice.left; }
  static std::optional<RemovalChoice> decode(std::span<const double> numbers) {
    if (numbers.empty()) return std::nullopt;
    return RemovalChoice{{numbers.begin(), numbers.end()}};
  }
};

namespace {

// Small forests on some rows.
class SmallForests {
 public:
  SmallForests(const FeatureSet& data, const Sample& sample, std::uint64_t seed)
      : view_(data.features()),
        subjects_(data.subjects()),
        data_{data.feature_table(), view_, sample},
        removal_(data.feature_table(), sample),
        forest_{.trees = small_forest, .seed = seed} {}
  SmallForests(const SmallForests&) = delete;
  SmallForests& operator=(const SmallForests&) = delete;

  const RemovalData& removal() const { return removal_; }
  Dependence residual(std::size_t i, const Remover& remover, Workers& workers) const {
    const FreedSet freed(*remover.protect(subjects_[i]), view_.size(), workers);
    return measure(i, &freed, workers);
  }
  Dependence raw(std::size_t i, Workers& workers) const { return measure(i, nullptr, workers); }

 private:
  Dependence measure(std::size_t i, const FreedSet* freed, Workers& workers) const {
    return {.together = measure_dependence(data_, i, {&freed, 1}, forest_, workers).front(),
            .pairwise = measure_pairwise_dependence(removal_, i, freed)};
  }

  FeatureView view_;
  const std::vector<Subject>& subjects_;
  DependenceData data_;
  RemovalData removal_;
  forest::ForestOptions forest_;
};

// What each of several removers leaves.
class RemoverTrial {
 public:
  RemoverTrial(const FeatureSet& data, const Sample& sample, const std::vector<UsedRemover>& removers,
               std::uint64_t seed)
      : forests_(data, sample, seed) {
    for (const UsedRemover& used : removers)
      removers_.push_back(used.entry->make(forests_.removal(), {.options = used.options, .seed = seed}));
  }

  RemovalChoice examine(std::size_t i, Workers& workers) const {
    RemovalChoice choice;
    for (const auto& remover : removers_) choice.left.push_back(forests_.residual(i, *remover, workers).most());
    return choice;
  }

 private:
  SmallForests forests_;
  std::vector<std::unique_ptr<const Remover>> removers_;
};

// Names the removers, so that a choice from others is not taken for one from these.
std::string choice_stage(const RankParts& used) {
  std::string stage = "dependence left by each of";
  for (const UsedRemover& remover : used.removers) stage += " " + remover.entry->name;
  return stage;
}

std::vector<std::uint32_t> rows_for_check(const Ranking& ranking) {
  return some_rows(ranking.data, most_rows_for_checks, ranking.options.seed, Purpose::removal_check);
}

class ChoiceStage final : public Stage {
 public:
  explicit ChoiceStage(const Ranking& ranking) : ranking_(ranking), stage_(choice_stage(ranking.used)) {}

  std::vector<WorkItem> items() const override {
    std::vector<WorkItem> result(ranking_.data.subjects().size());
    for (std::uint32_t i = 0; i < result.size(); ++i) result[i].place = i;
    return result;
  }
  bool is_finished(const WorkItem& item) const override {
    return remover_in_store(item.place, ranking_.used, ranking_.store).has_value();
  }
  void run(std::span<const WorkItem> items, const Context& context) override {
    Workers workers(context);
    const DataPart part(ranking_.data, rows_for_check(ranking_));
    const std::size_t all = ranking_.data.subjects().size();
    ProgressCounter progress(context, all, all - items.size());
    const RemoverTrial trial(part.data(), part.sample(), ranking_.used.removers, ranking_.options.seed);
    for_each_job(workers, items.size(), part.sample().size(), [&](std::size_t k) {
      keep_item(ranking_.store, {stage_, 0, items[k].place}, trial.examine(items[k].place, workers));
      progress.advance();
    });
  }

 private:
  const Ranking& ranking_;
  std::string stage_;
};

std::string residual_stage(const RankOptions& options) {
  return "residual dependence, " + options.remove;
}

std::vector<std::size_t> highest_scores(const std::vector<FeatureScore>& scores) {
  std::vector<std::size_t> features(scores.size());
  std::iota(features.begin(), features.end(), std::size_t{0});
  std::stable_sort(features.begin(), features.end(), [&](auto a, auto b) { return scores[a].score > scores[b].score; });
  features.resize(std::min(features.size(), most_checked));
  return features;
}

class ResidualStage final : public Stage {
 public:
  ResidualStage(const Ranking& ranking, std::vector<std::size_t> features)
      : ranking_(ranking), features_(std::move(features)), stage_(residual_stage(ranking.options)) {}

  std::vector<WorkItem> items() const override {
    std::vector<WorkItem> result;
    for (const std::size_t feature : features_) result.push_back({0, static_cast<std::uint32_t>(feature)});
    return result;
  }
  bool is_finished(const WorkItem& item) const override {
    return find_item<CheckedRemoval>(ranking_.store, {stage_, 0, item.place}).has_value();
  }
  void run(std::span<const WorkItem> items, const Context& context) override {
    Workers workers(context);
    const DataPart part(ranking_.data, rows_for_check(ranking_));
    const SmallForests forests(part.data(), part.sample(), ranking_.options.seed);
    const auto remover = make_remover(ranking_, forests.removal(), 0, FreedScale::units);
    ProgressCounter progress(context, features_.size(), features_.size() - items.size());
    for_each_job(workers, items.size(), part.sample().size(), [&](std::size_t k) {
      CheckedRemoval checked{.residual = forests.residual(items[k].place, *remover, workers), .raw = {}};
      // What there was matters only where something is left.
      if (leaves_much(checked.residual.most(), 0)) checked.raw = forests.raw(items[k].place, workers);
      keep_item(ranking_.store, {stage_, 0, items[k].place}, checked);
      progress.advance();
    });
  }

 private:
  const Ranking& ranking_;
  std::vector<std::size_t> features_;
  std::string stage_;
};

// What removal leaves of the dependence on a feature.
struct Left {
  std::size_t feature = 0;
  LeftDependence dependence;
};

std::string advice_for(const RankParts& used) {
  const std::string& advice = used.removers.back().entry->advice;
  const bool is_choice = used.removers.size() > 1;
  const std::string other = is_choice ? "other removers" : option_mention("remove", best_remover);
  return advice.empty() || is_choice ? fmt::format("try {}", other) : fmt::format("try {}", advice);
}

// Whether a reader takes the feature for important, so that it matters whether its score is right.
bool is_noticed(const FeatureScore& feature) {
  return feature.score >= smallest_shown_score || feature.related.value_or(false);
}

// One sentence, or nothing where all is well.
std::string warning_about(const std::vector<Left>& checked, const RankResult& result, const RankParts& used) {
  std::vector<Left> much;
  std::copy_if(checked.begin(), checked.end(), std::back_inserter(much), [&](const Left& left) {
    return gravity(left.dependence) == Gravity::much_is_left && is_noticed(result.features[left.feature]);
  });
  if (much.empty()) return {};
  const auto worst = std::max_element(much.begin(), much.end(), [](const Left& a, const Left& b) {
    return a.dependence.residual < b.dependence.residual;
  });
  const std::string& name = result.features[worst->feature].name;
  const bool is_one = much.size() == 1;
  return fmt::format(
      "{} of {} features{} could not be fully separated from the others ({}'{}'), so {} score{} may be too high or too "
      "low; {}, or see umfi diagnose",
      much.size(), checked.size(), checked.size() < result.features.size() ? " with the highest scores" : "",
      is_one ? "" : "most: ", name, is_one ? "its" : "their", is_one ? "" : "s", advice_for(used));
}

}  // namespace

std::size_t choose_remover(const FeatureSet& data, std::size_t i, const std::vector<UsedRemover>& removers,
                           std::uint64_t seed, Workers& workers) {
  if (removers.size() == 1) return 0;
  return better_remover(RemoverTrial(data, data.sample(), removers, seed).examine(i, workers).left);
}

std::optional<std::size_t> remover_in_store(std::size_t feature, const RankParts& used, const ItemStore& store) {
  if (used.removers.size() == 1) return 0;
  const auto choice = find_item<RemovalChoice>(store, {choice_stage(used), 0, static_cast<std::uint32_t>(feature)});
  if (!choice || choice->left.size() != used.removers.size()) return std::nullopt;
  return better_remover(choice->left);
}

std::vector<std::size_t> choose_removers(const Ranking& ranking, const Executor& executor, const Context& context) {
  ChoiceStage stage(ranking);
  executor.run(stage, context);
  std::vector<std::size_t> choice;
  for (std::size_t i = 0; i < ranking.data.subjects().size(); ++i) {
    const std::optional<std::size_t> chosen = remover_in_store(i, ranking.used, ranking.store);
    if (!chosen) throw OutOfTime();  // another share of the work finds it
    choice.push_back(*chosen);
  }
  return choice;
}

void measure_residual_dependence(const Ranking& ranking, const std::vector<FeatureScore>& scores,
                                 const Executor& executor, const Context& context) {
  ResidualStage stage(ranking, highest_scores(scores));
  executor.run(stage, context);
}

void add_residual_dependence(RankResult& result, const RankParts& used, const ItemStore& store) {
  for (std::size_t i = 0; used.removers.size() > 1 && i < result.features.size(); ++i)
    if (const auto chosen = remover_in_store(i, used, store))
      result.features[i].removed_by = used.removers[*chosen].entry->name;
  if (!result.options.removal_check) return;
  const std::string stage = residual_stage(result.options);
  std::vector<Left> all;
  for (const std::size_t i : highest_scores(result.features)) {
    const auto checked = find_item<CheckedRemoval>(store, {stage, 0, static_cast<std::uint32_t>(i)});
    if (!checked) continue;
    const LeftDependence together{checked->residual.together, checked->raw.together};
    const LeftDependence pairwise{checked->residual.pairwise, checked->raw.pairwise};
    all.push_back({.feature = i, .dependence = graver(together, pairwise)});
    result.features[i].residual_dependence = checked->residual.most();
  }
  if (std::string warning = warning_about(all, result, used); !warning.empty())
    result.warnings.push_back(std::move(warning));
}

}  // namespace umfi
