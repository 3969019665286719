#include "study/method_catalogue.hpp"

#include <fmt/format.h>

#include <limits>
#include <cmath>

#include "importance/ablation.hpp"
#include "importance/conditional_permutation.hpp"
#include "importance/marginal_contribution.hpp"
#include "importance/permutation.hpp"
#include "importance/ultra_marginal.hpp"
#include "power/gaussian_power.hpp"
#include "study/removal_check.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

using StepDone = std::function<void()>;

std::size_t largest_set(const RankOptions& options) {
  return options.mci_k ? static_cast<std::size_t>(*options.mci_k) : std::numeric_limits<std::size_t>::max() - 1;
}

void run_ultra_marginal(const MethodInput& input, Workers& workers) {
  const RankOptions& options = input.options;
  const RemovalData removal(input.data.feature_table(), input.rows);
  const auto remover = make_remover(removal, ranking_remover(options, input.choice, input.repeats.front().number()));
  const forest::FeatureView features = input.data.features();
  measure_ultra_marginal({features, *remover, needs_ranks(options)}, input.power, input.floor, input.repeats, workers,
                         input.progress);
}

void run_permutation(const MethodInput& input, const RepeatItems& repeat, Workers& workers, const StepDone& step_done) {
  const forest::FeatureView features = input.data.features();
  const forest::TrainingData data{features, input.data.response(), input.rows};
  const forest::ForestOptions options{.model = input.options.model,
                                      .trees = static_cast<std::uint32_t>(input.options.trees),
                                      .seed = input.options.seed,
                                      .repeat = repeat.number()};
  const bool is_conditional = input.options.method == Method::conditional;
  const std::vector<double> scores = is_conditional
                                         ? conditional_permutation_importance(data, options, workers, step_done)
                                         : permutation_importance(data, options, workers, step_done);
  repeat.need_full([&] { return input.power.nu(features, repeat.number(), workers).score; });
  for (std::size_t i = 0; i < scores.size(); ++i) repeat.keep(i, {.value = scores[i]});
}

void run_once(const MethodInput& input, const RepeatItems& repeat, Workers& workers) {
  const forest::FeatureView features = input.data.features();
  if (repeat.measures(features.size())) return;
  const StepDone step_done = [&] { input.progress(1); };
  switch (input.options.method) {
    case Method::mci:
      return measure_marginal_contribution(features, largest_set(input.options), input.power, input.floor, repeat,
                                           workers, step_done);
    case Method::ablation: return measure_ablation(features, input.power, input.floor, repeat, workers, step_done);
    case Method::bivariate: return measure_bivariate(features, input.power, input.floor, repeat, workers, step_done);
    default: return run_permutation(input, repeat, workers, step_done);
  }
}

std::string number_in_words(double number) {
  if (std::isinf(number)) return "more than 10^308";
  return number < 1e15 ? fmt::format("{:.3g}", number) : fmt::format("about 10^{:.0f}", std::log10(number));
}

std::string smaller_mci(std::size_t features) {
  const std::size_t largest = largest_possible_sets(features);
  if (largest == 0) return "use fewer features";
  return fmt::format("use --mci-k {}{}, or fewer features", largest, largest > 1 ? " or less" : "");
}

}  // namespace

RemoverSettings ranking_remover(const RankOptions& options, std::span<const RemovalMethod> choice,
                                std::uint32_t repeat) {
  return {.options = removal_of(options),
          .repeat = repeat,
          .scale = options.model == Model::forest ? FreedScale::units : FreedScale::probability,
          .choice = choice};
}

bool needs_ranks(const RankOptions& options) {
  return options.power == PowerKind::forest && options.model == Model::forest;
}

std::unique_ptr<const Power> make_power(const Dataset& data, std::span<const std::uint32_t> rows,
                                        const RankOptions& options) {
  if (options.power == PowerKind::gaussian) return std::make_unique<GaussianPower>(data.response(), rows);
  return std::make_unique<ForestPower>(data.response(), rows,
                                       forest::ForestOptions{.model = options.model,
                                                             .trees = static_cast<std::uint32_t>(options.trees),
                                                             .own_mtry = options.own_mtry,
                                                             .seed = options.seed});
}

bool is_permuting(Method method) {
  return method == Method::permutation || method == Method::conditional;
}

void check_method(const RankOptions& options, std::size_t features) {
  if (is_permuting(options.method) && options.power != PowerKind::forest)
    throw UsageError::conflict(
        fmt::format("{} importance looks inside a forest; leave out --power", name_of(options.method)));
  if (options.mci_k && *options.mci_k < 1) throw UsageError::out_of_range("the size of sets for MCI", "at least 1");
  if (options.explain && options.method != Method::umfi)
    throw UsageError::conflict("only ultra-marginal importance is explained; leave out --explain or --method");
  if (options.method != Method::mci) return;
  const double models = marginal_contribution_models(features, largest_set(options));
  if (models > most_marginal_contribution_models)
    throw UsageError::conflict(
        fmt::format("MCI of {} features would train {} models per repeat, and {:.0f} are the most; {}", features,
                    number_in_words(models), most_marginal_contribution_models, smaller_mci(features)));
}

bool shares_repeats(const RankOptions& options, const Dataset& data) {
  return options.method == Method::umfi && !is_random(RemovalData(data.feature_table(), data.rows()));
}

std::size_t method_steps(const RankOptions& options, std::size_t features) {
  const auto trees = options.power == PowerKind::forest ? static_cast<std::size_t>(options.trees) : 1;
  switch (options.method) {
    case Method::umfi: return features * trees;
    case Method::mci: return static_cast<std::size_t>(marginal_contribution_models(features, largest_set(options)));
    case Method::ablation: return ablation_blocks(features) * trees;
    case Method::bivariate: return features;
    default: return trees;
  }
}

std::size_t missing_steps(const RankOptions& options, std::size_t features, const RepeatItems& repeat) {
  const std::size_t missing = repeat.missing(features).size();
  const std::size_t all = method_steps(options, features);
  if (missing == 0) return 0;
  switch (options.method) {
    case Method::umfi: return all / features * missing;
    case Method::mci: return all - known_contribution_models(repeat, all);
    case Method::ablation: return all / ablation_blocks(features) * ablation_blocks(missing);
    case Method::bivariate: return missing;
    default: return all;
  }
}

std::string item_kind(const RankOptions& options) {
  const std::string name(name_of(options.method));
  if (options.method == Method::umfi) return fmt::format("{}-{}", name, name_of(options.remove));
  if (options.method == Method::mci && options.mci_k) return fmt::format("{}-{}", name, *options.mci_k);
  return name;
}

void run_method(const MethodInput& input, Workers& workers) {
  if (input.options.method == Method::umfi) return run_ultra_marginal(input, workers);
  for (const RepeatItems& repeat : input.repeats) run_once(input, repeat, workers);
}

}  // namespace umfi
