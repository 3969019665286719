#include "umfi/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/parallel.hpp"
#include "diagnostics/distortion.hpp"
#include "diagnostics/residual_dependence.hpp"
#include "diagnostics/verdict.hpp"
#include "removal/remover.hpp"
#include "stats/summary.hpp"
#include "study/checks.hpp"
#include "study/dataset.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

RemoverSettings settings_of(const DiagnoseOptions& options, RemovalMethod method) {
  return {
      .options = {
          .method = method, .lr_alpha = options.lr_alpha, .ot_bin_size = options.ot_bin_size, .seed = options.seed}};
}

RemovalMethod preferred(const FeatureDiagnosis& feature) {
  const bool lr_suffices = is_removed(feature.lr.residual, feature.raw);
  const bool ot_suffices = is_removed(feature.ot.residual, feature.raw);
  if (lr_suffices && ot_suffices)
    return feature.ot.kept_mean > feature.lr.kept_mean ? RemovalMethod::ot : RemovalMethod::lr;
  if (lr_suffices != ot_suffices) return lr_suffices ? RemovalMethod::lr : RemovalMethod::ot;
  return feature.ot.residual < feature.lr.residual ? RemovalMethod::ot : RemovalMethod::lr;
}

// "0.31 of 0.62".
std::string left_of(const RemoverDiagnosis& remover, double raw) {
  return fmt::format("{:.2f} of {:.2f}", std::max(0.0, remover.residual), std::max(0.0, raw));
}

// Short enough to stand at the end of a line of the table.
std::string verdict_on(const FeatureDiagnosis& feature) {
  const bool prefers_lr = feature.prefer == RemovalMethod::lr;
  const RemoverDiagnosis& better = prefers_lr ? feature.lr : feature.ot;
  const RemoverDiagnosis& other = prefers_lr ? feature.ot : feature.lr;
  const char* const better_name = prefers_lr ? "lr" : "ot";
  const char* const other_name = prefers_lr ? "ot" : "lr";
  const bool had_nothing = feature.raw < negligible_dependence;
  if (!is_removed(better.residual, feature.raw)) {
    if (leaves_much(better.residual, feature.raw))
      return fmt::format("both leave much, {} {}", better_name, left_of(better, feature.raw));
    return fmt::format("{} leaves {}, {} more", better_name, left_of(better, feature.raw), other_name);
  }
  if (is_removed(other.residual, feature.raw))
    return had_nothing ? "nothing to remove" : fmt::format("{} is enough", better_name);
  return fmt::format("{} {} {}: prefer {}", other_name, other.residual > feature.raw ? "makes" : "leaves",
                     left_of(other, feature.raw), better_name);
}

RemoverDiagnosis summarize(double residual, const Distortion& distortion, const Table& features) {
  return {.residual = residual,
          .kept_mean = distortion.mean_kept,
          .kept_worst = distortion.least_kept,
          .worst_column = distortion.worst ? features[*distortion.worst].name() : std::string()};
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

  FeatureDiagnosis examine(std::size_t i, Workers& workers) const {
    FeatureDiagnosis result;
    result.name = table_[i].name();
    result.measure = is_measured_by_accuracy(table_[i]) ? "accuracy_above_null" : "r2";
    if (view_[i].is_constant) {
      result.verdict = "one single value";
      return result;
    }
    const auto lr = lr_->protect(i);
    const auto ot = ot_->protect(i);
    const FreedColumns* const sets[] = {nullptr, lr.get(), ot.get()};
    const std::vector<double> dependence = measure_dependence(data_, i, sets, forest_, workers);
    result.raw = dependence[0];
    result.lr = summarize(dependence[1], distortion_.measure(i, *lr, workers), table_);
    result.ot = summarize(dependence[2], distortion_.measure(i, *ot, workers), table_);
    result.prefer = preferred(result);
    result.verdict = verdict_on(result);
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

}  // namespace

DiagnoseResult diagnose(const Table& table, const DiagnoseOptions& options, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  check_trees(options.trees);
  check_removal(options.lr_alpha, options.ot_bin_size);
  const FeatureSet data(table, {options.target, {}, options.drop, {}}, context);
  if (data.features().candidates() < 2)
    throw DataError("fewer than two features vary, so that there is no dependence to remove");
  const Examination examination(data, options);

  DiagnoseResult result;
  result.features.resize(data.features().size());
  Workers workers(context);
  ProgressCounter progress(context, result.features.size());
  for_each_job(workers, result.features.size(), data.rows().size(), [&](std::size_t i) {
    result.features[i] = examination.examine(i, workers);
    progress.advance();
  });

  result.options = options;
  result.mean_raw = mean_over(result.features, [](const FeatureDiagnosis& feature) { return feature.raw; });
  result.mean_lr = mean_over(result.features, [](const FeatureDiagnosis& feature) { return feature.lr.residual; });
  result.mean_ot = mean_over(result.features, [](const FeatureDiagnosis& feature) { return feature.ot.residual; });
  result.rows = data.rows().size();
  result.dropped = data.dropped_rows();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace umfi
