#include "importance/marginal_contribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "umfi/error.hpp"

namespace umfi {
namespace {

using FeatureSet = std::vector<std::uint32_t>;  // ascending

// Sets that are finished together.
constexpr std::size_t block_size = 256;

// All non-empty sets of up to `largest` of the features, each after those it extends.
std::vector<FeatureSet> sets_up_to(std::size_t features, std::size_t largest) {
  std::vector<FeatureSet> sets{{}};
  for (std::size_t k = 0; k < sets.size(); ++k) {
    if (sets[k].size() == largest) continue;
    for (auto f = sets[k].empty() ? 0U : sets[k].back() + 1; f < features; ++f) {
      sets.push_back(sets[k]);
      sets.back().push_back(f);
    }
  }
  sets.erase(sets.begin());
  return sets;
}

// The columns of these subjects.
FeatureView view_of(const FeatureSet& set, const MethodInput& input) {
  std::vector<const FeatureColumn*> columns;
  for (const auto subject : set)
    for (const std::size_t column : input.subjects[subject].columns) columns.push_back(&input.features[column]);
  return FeatureView(std::move(columns));
}

FeatureSet without(const FeatureSet& set, std::uint32_t feature) {
  FeatureSet rest;
  std::copy_if(set.begin(), set.end(), std::back_inserter(rest), [&](auto f) { return f != feature; });
  return rest;
}

// nu of every set, block by block.
std::vector<double> powers_of(const std::vector<FeatureSet>& sets, const MethodInput& input, const RepeatItems& repeat,
                              Workers& workers) {
  std::vector<double> powers(sets.size());
  for (std::size_t first = 0; first < sets.size(); first += block_size) {
    const auto block = std::span(powers).subspan(first, std::min(block_size, sets.size() - first));
    if (const auto known = repeat.find_block(first / block_size); known && known->size() == block.size()) {
      std::copy(known->begin(), known->end(), block.begin());
      continue;
    }
    workers.for_each(block.size(), [&](std::size_t s) {
      block[s] = input.power.nu(view_of(sets[first + s], input), repeat.stream(), workers).value;
      input.progress(1);
    });
    repeat.keep_block(first / block_size, block);
  }
  return powers;
}

std::size_t known_models(const RepeatItems& repeat, std::size_t models) {
  std::size_t known = 0;
  for (std::size_t first = 0; first < models; first += block_size)
    if (repeat.find_block(first / block_size)) known += std::min(block_size, models - first);
  return known;
}

std::size_t largest_set(const OptionValues& options) {
  const OptionValue& k = options.at("mci_k");
  return k.is_set() ? static_cast<std::size_t>(k.integer()) : std::numeric_limits<std::size_t>::max() - 1;
}

std::size_t models_of(const StepCount& count) {
  return static_cast<std::size_t>(marginal_contribution_models(count.subjects, largest_set(count.options)));
}

void measure_repeat(const MethodInput& input, const RepeatItems& repeat, Workers& workers) {
  const std::size_t subjects = input.subjects.size();
  const std::size_t largest = largest_set(input.options);
  const std::vector<FeatureSet> sets = sets_up_to(subjects, largest < subjects ? largest + 1 : subjects);
  const std::vector<double> powers = powers_of(sets, input, repeat, workers);
  std::map<FeatureSet, double> power_of{{{}, input.power.null().value}};
  for (std::size_t s = 0; s < sets.size(); ++s) power_of.emplace_hint(power_of.end(), sets[s], powers[s]);

  const bool has_all = sets.back().size() == subjects;
  repeat.need_full(
      [&] { return has_all ? powers.back() : input.power.nu(input.features, repeat.stream(), workers).value; });
  std::vector<FeatureMeasure> best(subjects, {.value = -std::numeric_limits<double>::infinity()});
  for (std::size_t s = 0; s < sets.size(); ++s) {
    for (const std::uint32_t f : sets[s]) {
      const FeatureMeasure measure = measure_of(powers[s], power_of.at(without(sets[s], f)), input.floor);
      if (measure.value > best[f].value) best[f] = measure;
    }
  }
  for (std::size_t f = 0; f < best.size(); ++f) repeat.keep(f, best[f]);
}

std::string number_in_words(double number) {
  if (std::isinf(number)) return "more than 10^308";
  return number < 1e15 ? fmt::format("{:.3g}", number) : fmt::format("about 10^{:.0f}", std::log10(number));
}

std::string smaller_sets(std::size_t features) {
  const std::size_t largest = largest_possible_sets(features);
  if (largest == 0) return "use fewer features";
  return fmt::format("use {}{}, or fewer features", option_mention("mci_k", fmt::format("{}", largest)),
                     largest > 1 ? " or less" : "");
}

void check_models(const OptionValues& options, std::size_t subjects) {
  const double models = marginal_contribution_models(subjects, largest_set(options));
  if (models > most_marginal_contribution_models)
    throw UsageError::conflict(
        fmt::format("MCI of {} features would train {} models per repeat, and {:.0f} are the most; {}", subjects,
                    number_in_words(models), most_marginal_contribution_models, smaller_sets(subjects)));
}

// In a comparison: up to this many models it is exact without being asked, and up to this many it is done at all.
constexpr double few_models = 5'000;
constexpr double many_models = 50'000;

EffortFit fit_effort(const OptionValues& settings, std::size_t subjects, bool is_asked_for) {
  const bool has_size = settings.has("mci_k") && settings.at("mci_k").is_set();
  if (has_size || marginal_contribution_models(subjects, subjects) <= few_models) return {.settings = settings};
  const double models = marginal_contribution_models(subjects, 2);
  if (models > many_models && !is_asked_for)
    return {.is_possible = false,
            .settings = settings,
            .note = fmt::format("MCI is left out: even sets of up to three features are {:.3g} models per repeat",
                                models)};
  EffortFit fit{.settings = settings,
                .note = fmt::format("MCI looks at sets of up to two others: {:.0f} models per repeat", models)};
  fit.settings.set("mci_k", 2);
  return fit;
}

MethodText text_of(const OptionValues& options) {
  const OptionValue& k = options.at("mci_k");
  const std::string sets =
      k.is_set() ? fmt::format("sets of up to {} other features", k.integer()) : "all sets of other features";
  return {"marginal contribution feature importance (Catav et al., 2021)",
          "the largest gain in predictive power from adding the feature to a set, over " + sets};
}

}  // namespace

double marginal_contribution_models(std::size_t features, std::size_t largest) {
  double total = 0;
  double sets = 1;
  const std::size_t sizes = largest < features ? largest + 1 : features;
  for (std::size_t size = 1; size <= sizes && std::isfinite(total); ++size) {
    sets *= static_cast<double>(features - size + 1) / static_cast<double>(size);
    total += sets;
  }
  return total;
}

std::size_t largest_possible_sets(std::size_t features) {
  std::size_t largest = 0;
  while (largest < features && marginal_contribution_models(features, largest + 1) <= most_marginal_contribution_models)
    ++largest;
  return largest;
}

void measure_marginal_contribution(const MethodInput& input, Workers& workers) {
  for (const RepeatItems& repeat : input.repeats)
    if (!repeat.missing().empty() || !repeat.has_full()) measure_repeat(input, repeat, workers);
}

MethodEntry marginal_contribution_entry() {
  const OptionEntry k{.name = "mci_k",
                      .type = OptionType::integer,
                      .help = "Look at sets of at most this many other features",
                      .standard_text = "all sets",
                      .range = {.lowest = 1, .text = "at least 1"}};
  return {.name = "mci",
          .question = "the most that the feature adds to any set of others; also credits unrelated features that help to "
                      "read others",
          .options = {k},
          .stage_suffix =
              [](const OptionValues& options) {
                const OptionValue& size = options.at("mci_k");
                return size.is_set() ? fmt::format("-{}", size.integer()) : std::string();
              },
          .check = check_models,
          .fit_effort = fit_effort,
          .steps = models_of,
          .missing_steps =
              [](const StepCount& count, const RepeatItems& repeat) {
                const std::size_t models = models_of(count);
                return repeat.missing().empty() ? 0 : models - known_models(repeat, models);
              },
          .measure = measure_marginal_contribution,
          .text = text_of};
}

}  // namespace umfi
