#include "umfi/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>

#include "core/codec.hpp"
#include "core/progress.hpp"
#include "diagnostics/distortion.hpp"
#include "diagnostics/pairwise_dependence.hpp"
#include "diagnostics/residual_dependence.hpp"
#include "diagnostics/verdict.hpp"
#include "run/item_memory.hpp"
#include "run/stage.hpp"
#include "stats/summary.hpp"
#include "study/chosen_parts.hpp"
#include "study/dataset.hpp"
#include "study/study_record.hpp"
#include "study/summaries.hpp"
#include "umfi/error.hpp"
#include "umfi/options.hpp"

namespace umfi {
namespace {

LeftDependence left_by(const RemoverDiagnosis& remover, const FeatureDiagnosis& feature) {
  return graver({remover.residual, feature.raw}, {remover.pairwise, feature.raw_pairwise});
}

bool suffices(const RemoverDiagnosis& remover, const FeatureDiagnosis& feature) {
  return gravity(left_by(remover, feature)) == Gravity::removed;
}

// Whether one remover is to be preferred to another: of those that suffice the one that keeps more, otherwise the one
// that leaves less.
bool is_better(const RemoverDiagnosis& one, const RemoverDiagnosis& other, const FeatureDiagnosis& feature) {
  const bool one_suffices = suffices(one, feature);
  if (one_suffices != suffices(other, feature)) return one_suffices;
  if (one_suffices) return one.kept_mean > other.kept_mean;
  return is_graver(left_by(other, feature), left_by(one, feature));
}

std::size_t preferred(const FeatureDiagnosis& feature) {
  std::size_t best = 0;
  for (std::size_t r = 1; r < feature.removers.size(); ++r)
    if (is_better(feature.removers[r], feature.removers[best], feature)) best = r;
  return best;
}

// "0.31 of 0.62".
std::string text_of(const LeftDependence& left) {
  return fmt::format("{:.2f} of {:.2f}", std::max(0.0, left.residual), std::max(0.0, left.raw));
}

// What a remover that does not suffice is said to do, where another one does.
std::string fault_of(std::size_t r, const FeatureDiagnosis& feature, const std::vector<std::string>& names) {
  const LeftDependence left = left_by(feature.removers[r], feature);
  return fmt::format("{} {} {}: prefer {}", names[r], left.residual > left.raw ? "makes" : "leaves", text_of(left),
                     names[feature.prefer]);
}

// Short enough to stand at the end of a line of the table.
std::string verdict_on(const FeatureDiagnosis& feature, const std::vector<std::string>& names) {
  const RemoverDiagnosis& best = feature.removers[feature.prefer];
  const std::string& best_name = names[feature.prefer];
  const LeftDependence left = left_by(best, feature);
  const bool is_pair = names.size() == 2;
  if (!suffices(best, feature)) {
    if (gravity(left) == Gravity::much_is_left)
      return fmt::format("{} {} much, {} {}",
                         names.size() == 1 ? "it"
                         : is_pair         ? "both"
                                           : "all",
                         names.size() == 1 ? "leaves" : "leave", best_name, text_of(left));
    if (names.size() == 1) return fmt::format("{} leaves {}", best_name, text_of(left));
    return fmt::format("{} leaves {}, {} more", best_name, text_of(left),
                       is_pair ? names[1 - feature.prefer] : "others");
  }
  for (std::size_t r = 0; r < names.size(); ++r)
    if (!suffices(feature.removers[r], feature)) return fault_of(r, feature, names);
  const bool had_nothing = std::max(feature.raw, feature.raw_pairwise) < negligible_dependence;
  return had_nothing ? "nothing to remove" : fmt::format("{} is enough", best_name);
}

// What an examination finds of one remover.
struct ExaminedRemover {
  double residual = 0;
  double pairwise = 0;
  Distortion distortion;
};

// What an examination finds of a feature.
struct Examined {
  bool is_constant = false;
  bool by_accuracy = false;
  double raw = 0;
  double raw_pairwise = 0;
  std::vector<ExaminedRemover> removers = {};
};

}  // namespace

// Four numbers about the feature, five about each remover.
template <>
struct Codec<Examined> {
  static std::vector<double> encode(const Examined& examined) {
    std::vector<double> numbers{examined.is_constant ? 1.0 : 0.0, examined.by_accuracy ? 1.0 : 0.0, examined.raw,
                                examined.raw_pairwise};
    for (const auto& [residual, pairwise, distortion] : examined.removers) {
      const double worst = distortion.worst ? static_cast<double>(*distortion.worst + 1) : 0;  // from 1
      numbers.insert(numbers.end(), {residual, pairwise, distortion.mean_kept, distortion.least_kept, worst});
    }
    return numbers;
  }
  static std::optional<Examined> decode(std::span<const double> numbers) {
    if (numbers.size() < 4 || (numbers.size() - 4) % 5 != 0) return std::nullopt;
    Examined examined{numbers[0] != 0, numbers[1] != 0, numbers[2], numbers[3], {}};
    for (auto rest = numbers.subspan(4); !rest.empty(); rest = rest.subspan(5)) {
      Distortion distortion{.mean_kept = rest[2], .least_kept = rest[3]};
      if (rest[4] >= 1 && rest[4] < 1e9) distortion.worst = static_cast<std::size_t>(rest[4]) - 1;
      examined.removers.push_back({rest[0], rest[1], distortion});
    }
    return examined;
  }
};

namespace {

RemoverDiagnosis diagnosis_of(const ExaminedRemover& remover, const std::vector<std::string>& features) {
  const bool has_column = remover.distortion.worst && *remover.distortion.worst < features.size();
  return {.residual = remover.residual,
          .pairwise = remover.pairwise,
          .kept_mean = remover.distortion.mean_kept,
          .kept_worst = remover.distortion.least_kept,
          .worst_column = has_column ? features[*remover.distortion.worst] : std::string()};
}

FeatureDiagnosis diagnosis_of(std::size_t i, const Examined& examined, const std::vector<std::string>& features,
                              const std::vector<std::string>& removers) {
  FeatureDiagnosis result;
  result.name = features[i];
  result.measure = examined.by_accuracy ? "accuracy_above_null" : "r2";
  if (examined.is_constant) {
    result.removers.resize(removers.size());
    result.verdict = "only one value";
    return result;
  }
  result.raw = examined.raw;
  result.raw_pairwise = examined.raw_pairwise;
  for (const ExaminedRemover& remover : examined.removers) result.removers.push_back(diagnosis_of(remover, features));
  result.prefer = preferred(result);
  result.verdict = verdict_on(result, removers);
  return result;
}

std::optional<Examined> find_examined(const ItemStore& store, std::size_t feature, std::size_t removers) {
  auto examined = find_item<Examined>(store, {"examined", 0, static_cast<std::uint32_t>(feature)});
  const bool is_whole = examined && (examined->is_constant || examined->removers.size() == removers);
  return is_whole ? examined : std::nullopt;
}

// The removers, and what they are judged by.
class Examination {
 public:
  Examination(const FeatureSet& data, const std::vector<UsedRemover>& used, const DiagnoseOptions& options)
      : table_(data.feature_table()),
        view_(data.features()),
        subjects_(data.subjects()),
        data_{table_, view_, data.sample()},
        removal_(table_, data.sample()),
        distortion_(removal_, options.seed),
        forest_{.trees = static_cast<std::uint32_t>(options.trees), .seed = options.seed} {
    for (const UsedRemover& remover : used)
      removers_.push_back(remover.entry->make(removal_, {.options = remover.options, .seed = options.seed}));
  }
  Examination(const Examination&) = delete;
  Examination& operator=(const Examination&) = delete;

  Examined examine(std::size_t i, Workers& workers) const {
    Examined result{.is_constant = view_[i].is_constant, .by_accuracy = is_measured_by_accuracy(table_[i])};
    if (result.is_constant) return result;
    std::vector<FreedSet> freed;
    for (const auto& remover : removers_) freed.emplace_back(*remover->protect(subjects_[i]), view_.size(), workers);
    std::vector<const FreedSet*> sets{nullptr};
    for (const FreedSet& set : freed) sets.push_back(&set);
    const std::vector<double> dependence = measure_dependence(data_, i, sets, forest_, workers);
    result.raw = dependence[0];
    result.raw_pairwise = measure_pairwise_dependence(removal_, i, nullptr);
    for (std::size_t r = 0; r < freed.size(); ++r)
      result.removers.push_back({dependence[r + 1], measure_pairwise_dependence(removal_, i, &freed[r]),
                                 distortion_.measure(i, freed[r], workers)});
    return result;
  }

 private:
  const Table& table_;
  FeatureView view_;
  const std::vector<Subject>& subjects_;
  DependenceData data_;
  RemovalData removal_;
  std::vector<std::unique_ptr<const Remover>> removers_;
  DistortionMeter distortion_;
  forest::ForestOptions forest_;
};

class ExamineStage final : public Stage {
 public:
  ExamineStage(const FeatureSet& data, std::vector<UsedRemover> used, const DiagnoseOptions& options, ItemStore& store)
      : data_(data), used_(std::move(used)), options_(options), store_(store) {}

  std::vector<WorkItem> items() const override {
    std::vector<WorkItem> result(data_.subjects().size());
    for (std::uint32_t i = 0; i < result.size(); ++i) result[i].place = i;
    return result;
  }
  bool is_finished(const WorkItem& item) const override {
    return find_examined(store_, item.place, used_.size()).has_value();
  }
  void run(std::span<const WorkItem> items, const Context& context) override {
    const Examination examination(data_, used_, options_);
    Workers workers(context);
    const std::size_t all = data_.subjects().size();
    ProgressCounter progress(context, all, all - items.size());
    for_each_job(workers, items.size(), data_.rows().size(), [&](std::size_t k) {
      keep_item(store_, {"examined", 0, items[k].place}, examination.examine(items[k].place, workers));
      progress.advance();
    });
  }

 private:
  const FeatureSet& data_;
  std::vector<UsedRemover> used_;
  const DiagnoseOptions& options_;
  ItemStore& store_;
};

template <class Part>
double mean_over(const std::vector<FeatureDiagnosis>& features, const Part& part) {
  std::vector<double> values(features.size());
  std::transform(features.begin(), features.end(), values.begin(), part);
  return mean_of(values);
}

}  // namespace

std::optional<DiagnoseResult> summarize_diagnosis(const DiagnoseFacts& facts, const DiagnoseOptions& options,
                                                  const Parts& parts, const ItemStore& store) {
  DiagnoseResult result;
  const std::vector<UsedRemover> removers = removers_for(options, parts);
  for (std::size_t i = 0; i < facts.features.size(); ++i)
    if (const auto examined = find_examined(store, i, removers.size()))
      result.features.push_back(diagnosis_of(i, *examined, facts.features, options.removers));
  if (result.features.empty()) return std::nullopt;
  result.options = options;
  result.option_values = values_of(options, parts);
  result.mean_raw = mean_over(result.features, [](const FeatureDiagnosis& feature) { return feature.raw; });
  for (std::size_t r = 0; r < removers.size(); ++r)
    result.removers.push_back({.name = removers[r].entry->name,
                               .title = removers[r].entry->title,
                               .text = removers[r].text(),
                               .mean_residual = mean_over(result.features, [r](const auto& feature) {
                                 return feature.removers[r].residual;
                               })});
  result.rows = facts.rows;
  result.dropped = facts.dropped;
  result.use = facts.use;
  return result;
}

DiagnoseResult diagnose(const Table& table, const DiagnoseOptions& asked, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  const Parts& parts = parts_of(context);
  check_options(asked, parts);
  const DiagnoseOptions options = resolved(asked, parts);
  const FeatureSet data(table, {options.target, options.features, options.drop, {}});
  context.tell(data.use().remarks);
  say_missing(data.use().missing, context);
  if (data.features().candidates() < 2)
    throw DataError("fewer than two features vary, so that there is no dependence to remove");
  const DiagnoseFacts facts{
      .features = data.feature_names(), .rows = data.rows().size(), .dropped = data.dropped_rows(), .use = data.use()};
  ItemMemory memory;
  ItemStore& store = context.store != nullptr ? *context.store : memory;
  if (context.store != nullptr) store.begin(record_of(options, facts, table, parts));
  ExamineStage stage(data, removers_for(options, parts), options, store);
  bool is_complete = true;
  try {
    ThreadExecutor().run(stage, context);
  } catch (const OutOfTime&) {
    is_complete = false;
  }

  std::optional<DiagnoseResult> result = summarize_diagnosis(facts, options, parts, store);
  if (!result) throw OutOfTime();
  if (!is_complete)
    context.say(Severity::warning,
                fmt::format("time was up when {} of {} features were examined; the others are left out",
                            result->features.size(), facts.features.size()));
  result->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(*result);
}

}  // namespace umfi
