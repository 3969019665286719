#include "umfi/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <span>

#include "core/parallel.hpp"
#include "diagnostics/distortion.hpp"
#include "diagnostics/pairwise_dependence.hpp"
#include "diagnostics/residual_dependence.hpp"
#include "diagnostics/verdict.hpp"
#include "removal/remover.hpp"
#include "run/item_memory.hpp"
#include "stats/summary.hpp"
#include "study/checks.hpp"
#include "study/dataset.hpp"
#include "study/study_record.hpp"
#include "study/summaries.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

RemoverSettings settings_of(const DiagnoseOptions& options, RemovalMethod method) {
  return {
      .options = {
          .method = method, .lr_alpha = options.lr_alpha, .ot_bin_size = options.ot_bin_size, .seed = options.seed}};
}

LeftDependence left_by(const RemoverDiagnosis& remover, const FeatureDiagnosis& feature) {
  return graver({remover.residual, feature.raw}, {remover.pairwise, feature.raw_pairwise});
}

bool suffices(const RemoverDiagnosis& remover, const FeatureDiagnosis& feature) {
  return gravity(left_by(remover, feature)) == Gravity::removed;
}

RemovalMethod preferred(const FeatureDiagnosis& feature) {
  const bool lr_suffices = suffices(feature.lr, feature);
  const bool ot_suffices = suffices(feature.ot, feature);
  if (lr_suffices && ot_suffices)
    return feature.ot.kept_mean > feature.lr.kept_mean ? RemovalMethod::ot : RemovalMethod::lr;
  if (lr_suffices != ot_suffices) return lr_suffices ? RemovalMethod::lr : RemovalMethod::ot;
  return is_graver(left_by(feature.lr, feature), left_by(feature.ot, feature)) ? RemovalMethod::ot : RemovalMethod::lr;
}

// "0.31 of 0.62".
std::string text_of(const LeftDependence& left) {
  return fmt::format("{:.2f} of {:.2f}", std::max(0.0, left.residual), std::max(0.0, left.raw));
}

// Short enough to stand at the end of a line of the table.
std::string verdict_on(const FeatureDiagnosis& feature) {
  const bool prefers_lr = feature.prefer == RemovalMethod::lr;
  const RemoverDiagnosis& better = prefers_lr ? feature.lr : feature.ot;
  const RemoverDiagnosis& other = prefers_lr ? feature.ot : feature.lr;
  const char* const better_name = prefers_lr ? "lr" : "ot";
  const char* const other_name = prefers_lr ? "ot" : "lr";
  const bool had_nothing = std::max(feature.raw, feature.raw_pairwise) < negligible_dependence;
  const LeftDependence left = left_by(better, feature);
  if (!suffices(better, feature)) {
    if (gravity(left) == Gravity::much_is_left)
      return fmt::format("both leave much, {} {}", better_name, text_of(left));
    return fmt::format("{} leaves {}, {} more", better_name, text_of(left), other_name);
  }
  if (suffices(other, feature)) return had_nothing ? "nothing to remove" : fmt::format("{} is enough", better_name);
  const LeftDependence left_by_other = left_by(other, feature);
  return fmt::format("{} {} {}: prefer {}", other_name, left_by_other.residual > left_by_other.raw ? "makes" : "leaves",
                     text_of(left_by_other), better_name);
}

// What is kept of an examined feature, as numbers: four about the feature, five about each remover.
namespace task {
enum Place : std::size_t { is_constant, by_accuracy, raw, raw_pairwise, lr, ot = lr + 5, size = ot + 5 };
}
using Examined = std::array<double, task::size>;

// A remover takes five places: what is left, by two measures, the mean and the least that is kept, and of which column
// (from 1; or 0).
void write_remover(double residual, double pairwise, const Distortion& distortion, double* places) {
  places[0] = residual;
  places[1] = pairwise;
  places[2] = distortion.mean_kept;
  places[3] = distortion.least_kept;
  places[4] = distortion.worst ? static_cast<double>(*distortion.worst + 1) : 0;
}

RemoverDiagnosis read_remover(const double* places, const std::vector<std::string>& features) {
  const double column = places[4];
  const bool has_column = column >= 1 && column <= static_cast<double>(features.size());
  return {.residual = places[0],
          .pairwise = places[1],
          .kept_mean = places[2],
          .kept_worst = places[3],
          .worst_column = has_column ? features[static_cast<std::size_t>(column) - 1] : std::string()};
}

FeatureDiagnosis read_diagnosis(std::size_t i, std::span<const double> examined,
                                const std::vector<std::string>& features) {
  FeatureDiagnosis result;
  result.name = features[i];
  result.measure = examined[task::by_accuracy] != 0 ? "accuracy_above_null" : "r2";
  if (examined[task::is_constant] != 0) {
    result.verdict = "one single value";
    return result;
  }
  result.raw = examined[task::raw];
  result.raw_pairwise = examined[task::raw_pairwise];
  result.lr = read_remover(&examined[task::lr], features);
  result.ot = read_remover(&examined[task::ot], features);
  result.prefer = preferred(result);
  result.verdict = verdict_on(result);
  return result;
}

ItemKey key_of(std::size_t feature) {
  return {"examined", 0, static_cast<std::uint32_t>(feature)};
}

std::optional<std::vector<double>> find_examined(const ItemStore& store, std::size_t feature) {
  auto examined = store.find(key_of(feature));
  return examined && examined->size() == task::size ? examined : std::nullopt;
}

// Both removers, and what they are judged by.
class Examination {
 public:
  Examination(const FeatureSet& data, const DiagnoseOptions& options)
      : table_(data.feature_table()),
        view_(data.features()),
        data_{table_, view_, data.rows()},
        removal_(table_, data.rows()),
        lr_(make_remover(removal_, settings_of(options, RemovalMethod::lr))),
        ot_(make_remover(removal_, settings_of(options, RemovalMethod::ot))),
        distortion_(removal_, options.seed),
        forest_{.trees = static_cast<std::uint32_t>(options.trees), .seed = options.seed} {}
  Examination(const Examination&) = delete;
  Examination& operator=(const Examination&) = delete;

  Examined examine(std::size_t i, Workers& workers) const {
    Examined result{};
    result[task::by_accuracy] = is_measured_by_accuracy(table_[i]) ? 1 : 0;
    result[task::is_constant] = view_[i].is_constant ? 1 : 0;
    if (view_[i].is_constant) return result;
    const auto lr = lr_->protect(i);
    const auto ot = ot_->protect(i);
    const FreedColumns* const sets[] = {nullptr, lr.get(), ot.get()};
    const std::vector<double> dependence = measure_dependence(data_, i, sets, forest_, workers);
    const auto pairwise = [&](std::size_t set) { return measure_pairwise_dependence(removal_, i, sets[set]); };
    result[task::raw] = dependence[0];
    result[task::raw_pairwise] = pairwise(0);
    write_remover(dependence[1], pairwise(1), distortion_.measure(i, *lr, workers), &result[task::lr]);
    write_remover(dependence[2], pairwise(2), distortion_.measure(i, *ot, workers), &result[task::ot]);
    return result;
  }

 private:
  const Table& table_;
  forest::FeatureView view_;
  DependenceData data_;
  RemovalData removal_;
  std::unique_ptr<const Remover> lr_;
  std::unique_ptr<const Remover> ot_;
  DistortionMeter distortion_;
  forest::ForestOptions forest_;
};

template <class Part>
double mean_over(const std::vector<FeatureDiagnosis>& features, const Part& part) {
  std::vector<double> values(features.size());
  std::transform(features.begin(), features.end(), values.begin(), part);
  return mean_of(values);
}

// Examines the features that the store misses; whether there was time for all.
bool complete(const FeatureSet& data, const DiagnoseOptions& options, ItemStore& store, const Context& context) {
  std::vector<std::size_t> missing;
  const std::size_t features = data.features().size();
  for (std::size_t i = 0; i < features; ++i)
    if (!find_examined(store, i)) missing.push_back(i);
  const Examination examination(data, options);
  Workers workers(context);
  ProgressCounter progress(context, features, features - missing.size());
  try {
    for_each_job(workers, missing.size(), data.rows().size(), [&](std::size_t k) {
      store.keep(key_of(missing[k]), examination.examine(missing[k], workers));
      progress.advance();
    });
  } catch (const OutOfTime&) {
    return false;
  }
  return true;
}

}  // namespace

std::optional<DiagnoseResult> summarize_diagnosis(const DiagnoseFacts& facts, const DiagnoseOptions& options,
                                                  const ItemStore& store) {
  DiagnoseResult result;
  for (std::size_t i = 0; i < facts.features.size(); ++i) {
    if (const auto examined = find_examined(store, i))
      result.features.push_back(read_diagnosis(i, *examined, facts.features));
  }
  if (result.features.empty()) return std::nullopt;
  result.options = options;
  result.mean_raw = mean_over(result.features, [](const FeatureDiagnosis& feature) { return feature.raw; });
  result.mean_lr = mean_over(result.features, [](const FeatureDiagnosis& feature) { return feature.lr.residual; });
  result.mean_ot = mean_over(result.features, [](const FeatureDiagnosis& feature) { return feature.ot.residual; });
  result.rows = facts.rows;
  result.dropped = facts.dropped;
  return result;
}

DiagnoseResult diagnose(const Table& table, const DiagnoseOptions& options, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  check_trees(options.trees);
  check_removal(options.lr_alpha, options.ot_bin_size);
  const FeatureSet data(table, {options.target, {}, options.drop, {}}, context);
  if (data.features().candidates() < 2)
    throw DataError("fewer than two features vary, so that there is no dependence to remove");
  const DiagnoseFacts facts{
      .features = data.feature_names(), .rows = data.rows().size(), .dropped = data.dropped_rows()};
  ItemMemory memory;
  ItemStore& store = context.store != nullptr ? *context.store : memory;
  if (context.store != nullptr) store.begin(record_of(options, facts, table));
  const bool is_complete = complete(data, options, store, context);

  std::optional<DiagnoseResult> result = summarize_diagnosis(facts, options, store);
  if (!result) throw OutOfTime();
  if (!is_complete)
    context.say(Severity::warning,
                fmt::format("time was up when {} of {} features were examined; the others are left out",
                            result->features.size(), facts.features.size()));
  result->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(*result);
}

}  // namespace umfi
