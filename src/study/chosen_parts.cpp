#include "study/chosen_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "umfi/error.hpp"

namespace umfi {
namespace {

UsedRemover used(const RemoverEntry& entry, const OptionValues& settings) {
  return {&entry, with_standards(settings, entry.options)};
}

std::vector<UsedRemover> standard_removers(const OptionValues& settings, const Parts& parts) {
  std::vector<UsedRemover> result;
  for (const RemoverEntry& entry : parts.removers)
    if (entry.is_standard) result.push_back(used(entry, settings));
  return result;
}

// One by name, or all that the best one is chosen from.
std::vector<UsedRemover> removers_named(const std::string& name, const OptionValues& settings, const Parts& parts) {
  if (name == best_remover) return standard_removers(settings, parts);
  return {used(parts.remover(name), settings)};
}

std::string names_of(const std::vector<UsedRemover>& removers) {
  std::vector<std::string> names;
  for (const UsedRemover& remover : removers) names.push_back(remover.entry->name);
  return fmt::format("{}", fmt::join(names, " or "));
}

std::string removal_text(const std::vector<UsedRemover>& removers) {
  if (removers.empty()) return {};
  if (removers.size() == 1) return removers.front().text();
  std::vector<std::string> texts;
  for (const UsedRemover& remover : removers) texts.push_back(remover.text());
  return fmt::format("whichever of {} left less of it, for each feature: {}",
                     removers.size() == 2 ? "two" : "several", fmt::join(texts, ", or "));
}

}  // namespace

std::string RankParts::stage() const {
  std::string name = method->name;
  if (method->stage_suffix) name += method->stage_suffix(method_options);
  if (removers.size() == 1) name += "-" + removers.front().entry->name;
  if (removers.size() > 1) name += std::string("-") + best_remover;
  return name;
}

RankOptions resolved(RankOptions options, const Parts& parts) {
  if (options.method.empty()) options.method = parts.methods.front().name;
  const MethodEntry& method = parts.method(options.method);
  if (options.remove.empty() && method.takes_remover) options.remove = parts.removers.front().name;
  if (options.power.empty()) options.power = method.power.empty() ? parts.powers.front().name : method.power;
  return options;
}

PowerOptions resolved(PowerOptions options, const Parts& parts) {
  if (options.power.empty()) options.power = parts.powers.front().name;
  return options;
}

DiagnoseOptions resolved(DiagnoseOptions options, const Parts& parts) {
  if (!options.removers.empty()) return options;
  for (const RemoverEntry& entry : parts.removers)
    if (entry.is_standard) options.removers.push_back(entry.name);
  return options;
}

RemoveOptions resolved(RemoveOptions options, const Parts& parts) {
  if (options.remove.empty()) options.remove = parts.removers.front().name;
  return options;
}

std::vector<UsedRemover> removers_for(const RankOptions& options, const Parts& parts) {
  if (!parts.method(options.method).takes_remover) return {};
  return removers_named(options.remove, options.settings, parts);
}

std::vector<UsedRemover> removers_for(const DiagnoseOptions& options, const Parts& parts) {
  std::vector<UsedRemover> result;
  for (const std::string& name : options.removers) result.push_back(used(parts.remover(name), options.settings));
  return result;
}

std::vector<UsedRemover> removers_for(const RemoveOptions& options, const Parts& parts) {
  return removers_named(options.remove, options.settings, parts);
}

UsedPower power_for(const std::string& name, const OptionValues& settings, const Parts& parts) {
  const PowerEntry& entry = parts.power(name);
  return {&entry, with_standards(settings, entry.options)};
}

void check_task(const UsedPower& power, Task task) {
  const std::vector<Task>& served = power.entry->tasks;
  if (std::find(served.begin(), served.end(), task) == served.end())
    throw UsageError::conflict(fmt::format("the {} power does not serve {}; choose another {}", power.entry->name,
                                           name_of(task), option_mention("power")));
}

RankParts parts_for(const RankOptions& options, const Parts& parts) {
  const MethodEntry& method = parts.method(options.method);
  return {.method = &method,
          .method_options = with_standards(options.settings, method.options),
          .removers = removers_for(options, parts),
          .power = power_for(options.power, options.settings, parts)};
}

std::vector<ComparedChoice> comparable_choices(const Parts& parts) {
  std::vector<ComparedChoice> all;
  for (const MethodEntry& method : parts.methods) {
    if (!method.takes_remover) all.push_back({method.name, &method});
    for (const RemoverEntry& remover : parts.removers)
      if (method.takes_remover) all.push_back({fmt::format("{}-{}", method.name, remover.name), &method, &remover});
  }
  return all;
}

std::vector<ComparedChoice> chosen_methods(const CompareOptions& options, const Parts& parts) {
  const std::vector<ComparedChoice> all = comparable_choices(parts);
  std::vector<ComparedChoice> result;
  for (const std::string& name : options.methods) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const ComparedChoice& c) { return c.name == name; });
    if (found == all.end())
      throw UsageError::unknown_name("method", name, fmt::format("{}", fmt::join(comparable_methods(parts), ", ")));
    result.push_back(*found);
  }
  if (options.methods.empty())
    std::copy_if(all.begin(), all.end(), std::back_inserter(result),
                 [](const ComparedChoice& c) { return c.remover == nullptr || c.remover->is_standard; });
  return result;
}

bool is_left_out(const ComparedChoice& choice, const CompareOptions& options) {
  const std::string& power = options.rank.power;
  const bool has_other_power = !choice.method->power.empty() && !power.empty() && power != choice.method->power;
  return options.methods.empty() && has_other_power;
}

std::string comparable_name(const RankOptions& options, const Parts& parts) {
  return parts.method(options.method).takes_remover ? fmt::format("{}-{}", options.method, options.remove)
                                                    : options.method;
}

RankOptions explaining_options(RankOptions options, const std::string& method) {
  options.method = method;
  return options;
}

RankOptions ranking_of(const ComparedChoice& choice, const CompareOptions& options, const Parts& parts) {
  RankOptions rank = options.rank;
  rank.method = choice.method->name;
  rank.remove = choice.remover != nullptr ? choice.remover->name : "";
  rank.explain = false;
  rank.inference = false;
  rank = resolved(std::move(rank), parts);
  // Settings of other methods do not apply to this one.
  const RankParts used = parts_for(rank, parts);
  OptionValues settings;
  const auto take = [&](const std::vector<OptionEntry>& entries) {
    for (const OptionEntry& entry : entries)
      if (options.rank.settings.has(entry.name)) settings.set(entry.name, options.rank.settings.at(entry.name));
  };
  take(used.method->options);
  take(used.power.entry->options);
  for (const UsedRemover& remover : used.removers) take(remover.entry->options);
  rank.settings = settings;
  return rank;
}

std::vector<std::string> comparable_methods(const Parts& parts) {
  std::vector<std::string> names;
  for (const ComparedChoice& choice : comparable_choices(parts)) names.push_back(choice.name);
  return names;
}

PartTexts texts_of(const RankParts& parts, Task task) {
  const bool has_choice = parts.removers.size() > 1;
  return {.method = parts.method->text(parts.method_options),
          .question = parts.method->question,
          .takes_remover = parts.method->takes_remover,
          .removers = names_of(parts.removers) + (has_choice ? ", whichever leaves less" : ""),
          .removal = removal_text(parts.removers),
          .power = parts.power.entry->label(parts.power.options),
          .model_sentence = parts.method->model_sentence ? parts.method->model_sentence(parts.method_options)
                                                         : parts.power.entry->sentence(task, parts.power.options)};
}

}  // namespace umfi
