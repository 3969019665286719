#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>

#include "data/fingerprint.hpp"
#include "experiments/experiment.hpp"
#include "experiments/parts.hpp"
#include "umfi/csv.hpp"
#include "umfi/error.hpp"
#include "umfi/item_store.hpp"

namespace umfi {
namespace {

using Run = ExperimentResult (*)(std::string_view, const ExperimentOptions&, const Context&);

// Figures are named by what they show, since their numbers differ between the paper's versions.
constexpr std::array<Experiment, 13> catalogue{{
    {"interactions", "simulated data, (a); supplement: other methods and extra-trees",
     "two features that interact, two that do not", "", 100},
    {"correlated-interactions", "simulated data, (b); supplement: other methods and extra-trees",
     "the same with correlated features", "", 100},
    {"correlation", "simulated data, (c); supplement: other methods and extra-trees",
     "a feature and its near copy share no importance away", "", 100},
    {"blood-relation", "simulated data, (d); supplement: other methods and extra-trees",
     "features that only help to read others get nothing", "", 100},
    {"brca-permuted", "Table 1, figure of BRCA; supplement: ablation, PI and CPI",
     "50 genes, of which 40 are permuted: the truth is known", "brca_permuted.csv", 200},
    {"brca-5000-lr", "supplement: 5000 iterations, (a)", "the same, UMFI by linear regression, many repeats",
     "brca_permuted.csv", 5000},
    {"brca-5000-ot", "supplement: 5000 iterations, (b)", "the same, UMFI by optimal transport, many repeats",
     "brca_permuted.csv", 5000},
    {"brca", "supplement: unpermuted BRCA, two figures", "the 50 genes as they are", "brca.csv", 100},
    {"brca-dependence", "supplement: removing dependencies", "what removal leaves on BRCA", "brca.csv", 1},
    {"brca-distortion", "supplement: distortion", "what removal costs on BRCA", "brca.csv", 1},
    {"camels-dependence", "supplement: hydrology, dependence", "what removal leaves on CAMELS", "camels.csv", 1},
    {"camels", "supplement: hydrology, importance", "29 attributes of catchments and their mean streamflow",
     "camels.csv", 100},
    {"time", "Table 1, last column; figures of time", "seconds for 5 to 50 genes; features in an hour", "brca.csv", 10},
}};
constexpr std::array<Run, catalogue.size()> runs{paper::run_simulation, paper::run_simulation,    paper::run_simulation,
                                                 paper::run_simulation, paper::run_brca_permuted, paper::run_brca_long,
                                                 paper::run_brca_long,  paper::run_brca_original, paper::run_dependence,
                                                 paper::run_distortion, paper::run_dependence,    paper::run_camels,
                                                 paper::run_time};

std::size_t find(std::string_view name) {
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    if (catalogue[i].name == name) return i;
    known.push_back(catalogue[i].name);
  }
  throw UsageError::unknown_name("experiment", name, fmt::format("{}", fmt::join(known, ", ")));
}

void check(const ExperimentOptions& options) {
  if (options.repeats < 0) throw UsageError::out_of_range("repeats", "at least 1");
  if (options.mci_repeats < 1) throw UsageError::out_of_range("mci_repeats", "at least 1");
  if (!(options.time_limit > 0)) throw UsageError::out_of_range("time_limit", "above 0 seconds");
}

// What is kept of an experiment besides its work items.
StudyRecord record_of(const Experiment& experiment, const ExperimentOptions& options, const Context& context) {
  const auto number = [](auto value) { return std::vector{fmt::format("{}", value)}; };
  const std::string data(experiment.data);
  return {.verb = "reproduce",
          .fingerprint = data.empty() ? "simulated" : fingerprint(paper::read_data(options, data, context)),
          .features = {},
          .options = {{"experiment", {std::string(experiment.name)}, OptionRule::same},
                      {"repeats", number(options.repeats), OptionRule::at_least},
                      {"mci_repeats", number(options.mci_repeats), OptionRule::at_least},
                      {"trees", number(options.trees), OptionRule::same},
                      {"seed", number(options.seed), OptionRule::same}},
          .facts = {}};
}

}  // namespace

std::span<const Experiment> experiments() {
  return catalogue;
}

ExperimentResult reproduce(std::string_view name, const ExperimentOptions& asked, const Context& context) {
  const auto start = std::chrono::steady_clock::now();
  const std::size_t which = find(name);
  check(asked);
  ExperimentOptions options = asked;
  if (options.repeats == 0) options.repeats = catalogue[which].repeats;
  if (context.store != nullptr) context.store->begin(record_of(catalogue[which], options, context));
  const paper::WatchedWork watched(context);
  ExperimentResult result = runs[which](name, options, watched.context());
  result.name = name;
  result.is_resumed = watched.was_begun_earlier();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace umfi

namespace umfi::paper {

std::vector<MethodChoice> umfi_methods() {
  return {{"UMFI lr", "umfi", "lr"}, {"UMFI ot", "umfi", "ot"}};
}

std::vector<MethodChoice> set_methods() {
  std::vector<MethodChoice> methods = umfi_methods();
  methods.push_back({"MCI", "mci"});
  return methods;
}

std::vector<MethodChoice> all_methods() {
  std::vector<MethodChoice> methods = umfi_methods();
  methods.push_back({"ablation", "ablation"});
  methods.push_back({"PI", "permutation"});
  methods.push_back({"CPI", "conditional"});
  methods.push_back({"MCI", "mci"});
  return methods;
}

RankOptions ranking(const MethodChoice& choice, const std::string& target, const ExperimentOptions& options) {
  RankOptions result{.target = target,
                     .method = choice.method,
                     .remove = choice.remove,
                     .removal_check = choice.remove.empty(),  // there is none without a remover
                     .repeats = options.repeats,
                     .seed = options.seed,
                     .inference = false,
                     .settings = paper_settings(choice.remove)};
  result.settings.set("trees", options.trees);
  result.settings.set("own_mtry", true);  // mtry as the authors' program, by ranger
  return result;
}

OptionValues paper_settings(std::string_view remover) {
  OptionValues settings;
  if (remover == "lr") settings.set("lr_rule", "paper");
  return settings;
}

RankOptions ranking_of_many(const MethodChoice& choice, const std::string& target, const ExperimentOptions& options) {
  RankOptions result = ranking(choice, target, options);
  if (choice.is("mci")) {
    result.settings.set("mci_k", 2);
    result.repeats = std::min(options.repeats, options.mci_repeats);
  }
  return result;
}

Table read_data(const ExperimentOptions& options, const std::string& file, const Context& context) {
  const std::filesystem::path path = std::filesystem::path(options.data) / file;
  if (options.data.empty() || !std::filesystem::exists(path))
    throw UsageError(fmt::format(
        "this experiment needs {}, which is {}: {} names its folder, and README.md says where to get it", file,
        options.data.empty() ? "public data" : fmt::format("not in {}", options.data), option_mention("data")));
  return read_csv(path.string(), {}, context);
}

int bin_size_for(std::size_t rows, std::size_t bins) {
  return static_cast<int>((rows + bins) / (bins + 1));
}

std::size_t bins_of_text(std::size_t rows, int size) {
  const auto s = static_cast<std::size_t>(size);
  return (rows + s - 1) / s;
}

std::vector<std::string> features_of(const Table& table, const std::string& target) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < table.size(); ++c)
    if (table[c].name() != target) names.push_back(table[c].name());
  return names;
}

}  // namespace umfi::paper
