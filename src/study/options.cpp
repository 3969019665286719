#include "umfi/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/chosen_parts.hpp"
#include "study/own_options.hpp"
#include "umfi/error.hpp"
#include "umfi/nearest_name.hpp"

namespace umfi {
namespace {

// Options of parts, each once, with the names of all parts that take it.
class PartOptions {
 public:
  void add(const std::vector<OptionEntry>& entries, const std::string& part) {
    for (OptionEntry entry : entries) {
      const auto known =
          std::find_if(all_.begin(), all_.end(), [&](const OptionEntry& other) { return other.name == entry.name; });
      if (known == all_.end()) {
        entry.parts = {part};
        all_.push_back(std::move(entry));
      } else if (std::find(known->parts.begin(), known->parts.end(), part) == known->parts.end()) {
        known->parts.push_back(part);
      }
    }
  }
  template <class Entry>
  void add_all(const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) add(entry.options, entry.name);
  }
  void add_all(const std::vector<UsedRemover>& removers) {
    for (const UsedRemover& remover : removers) add(remover.entry->options, remover.entry->name);
  }
  std::vector<OptionEntry> take() { return std::move(all_); }

 private:
  std::vector<OptionEntry> all_;
};

// Where one set of features is measured, nothing is compared with and without a feature.
std::vector<OptionEntry> without_pair_options(std::vector<OptionEntry> options) {
  std::erase_if(options, [](const OptionEntry& entry) { return entry.is_about_pairs; });
  return options;
}

// Of all parts that a study may use.
template <class Options>
std::vector<OptionEntry> possible_part_options(const Parts& parts) {
  constexpr bool is_ranking = std::is_same_v<Options, RankOptions> || std::is_same_v<Options, CompareOptions>;
  PartOptions options;
  if constexpr (is_ranking) options.add_all(parts.methods);
  if constexpr (!std::is_same_v<Options, PowerOptions>) options.add_all(parts.removers);
  if constexpr (is_ranking || std::is_same_v<Options, PowerOptions>) options.add_all(parts.powers);
  return is_ranking ? options.take() : without_pair_options(options.take());
}

void add_used(PartOptions& options, const RankParts& used) {
  options.add(used.method->options, used.method->name);
  options.add_all(used.removers);
  options.add(used.power.entry->options, used.power.entry->name);
}

// Of the parts that were chosen.
std::vector<OptionEntry> used_part_options(const RankOptions& asked, const Parts& parts) {
  PartOptions options;
  RankOptions named = resolved(asked, parts);
  named.settings = {};
  add_used(options, parts_for(named, parts));
  return options.take();
}

std::vector<OptionEntry> used_part_options(const CompareOptions& asked, const Parts& parts) {
  PartOptions options;
  for (const ComparedChoice& choice : chosen_methods(asked, parts)) {
    if (is_left_out(choice, asked)) continue;
    CompareOptions plain = asked;
    plain.rank.settings = {};
    if (!choice.method->power.empty()) plain.rank.power.clear();
    add_used(options, parts_for(ranking_of(choice, plain, parts), parts));
  }
  return options.take();
}

std::vector<OptionEntry> used_part_options(const PowerOptions& asked, const Parts& parts) {
  PartOptions options;
  const UsedPower power = power_for(resolved(asked, parts).power, {}, parts);
  options.add(power.entry->options, power.entry->name);
  return without_pair_options(options.take());
}

template <class Options>
std::vector<OptionEntry> used_part_options(const Options& asked, const Parts& parts) {
  PartOptions options;
  Options named = resolved(asked, parts);
  named.settings = {};
  options.add_all(removers_for(named, parts));
  return options.take();
}

OptionValues& settings_of(CompareOptions& options) {
  return options.rank.settings;
}
template <class Options>
OptionValues& settings_of(Options& options) {
  return options.settings;
}
const OptionValues& settings_of(const CompareOptions& options) {
  return options.rank.settings;
}
template <class Options>
const OptionValues& settings_of(const Options& options) {
  return options.settings;
}

const OptionEntry* find(const std::vector<OptionEntry>& entries, std::string_view name) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

// Refuses an option of the study itself that was set although what it is about does not take place.
void refuse_idle(const RankOptions& options, const Parts& parts) {
  const RankOptions standard;
  const MethodEntry& method = parts.method(resolved(options, parts).method);
  const auto refuse = [](bool is_idle, std::string_view option, const std::string& reason) {
    if (is_idle) throw UsageError::does_not_apply(option, reason);
  };
  const std::string frees_nothing = fmt::format("{} importance does not free features of each other", method.name);
  refuse(!method.takes_remover && !options.remove.empty(), "remove", frees_nothing);
  if (!method.takes_remover && !options.removal_check)
    throw UsageError::does_not_apply("removal_check", frees_nothing, "no");
  refuse(options.explain && method.alone_by.empty(), "explain",
         fmt::format("{} importance has no parts to explain", method.name));
  refuse(!method.power.empty() && !options.power.empty() && options.power != method.power, "power",
         fmt::format("{} importance looks inside a {}", method.name, method.power));
  const std::string first_look = fmt::format("{} is a first look, without it", option_mention("quick"));
  refuse(options.quick && options.precision.has_value(), "precision", first_look);
  refuse(options.quick && options.confidence != standard.confidence, "confidence", first_look);
  refuse(options.quick && options.fdr != standard.fdr, "fdr", first_look);
  refuse(options.quick && options.adjust != standard.adjust, "adjust", first_look);
  refuse(options.quick && options.repeats > standard.repeats, "repeats",
         fmt::format("{} is a first look, of a few repeats", option_mention("quick")));
  if (options.inference) return;
  const std::string no_inference = fmt::format("there is none with {}", option_mention("inference", "no"));
  refuse(options.confidence != standard.confidence, "confidence", no_inference);
  refuse(options.fdr != standard.fdr, "fdr", no_inference);
  refuse(options.adjust != standard.adjust, "adjust", no_inference);
}

template <class Options>
void refuse_idle(const Options&, const Parts&) {}

template <class Options>
UsageError unknown_option(const std::string& name, const Parts& parts) {
  const std::vector<OptionEntry> entries = options_of<Options>(parts);
  std::vector<std::string_view> names;
  for (const OptionEntry& entry : entries) names.push_back(entry.name);
  return UsageError::unknown_option(name, nearest_name(name, names));
}

}  // namespace

template <class Options>
std::vector<OptionEntry> options_of(const Parts& parts) {
  std::vector<OptionEntry> entries;
  for (const auto& binding : own_bindings(static_cast<const Options*>(nullptr), parts))
    entries.push_back(binding.entry);
  for (OptionEntry& entry : possible_part_options<Options>(parts))
    if (find(entries, entry.name) == nullptr) entries.push_back(std::move(entry));
  return entries;
}

template <class Options>
std::vector<NamedOption> values_of(const Options& options, const Parts& parts) {
  std::vector<NamedOption> values;
  for (const auto& binding : own_bindings(static_cast<const Options*>(nullptr), parts))
    values.push_back({binding.entry.name, binding.get(options)});
  const OptionValues& settings = settings_of(options);
  for (const OptionEntry& entry : used_part_options(options, parts))
    values.push_back(
        {entry.name, settings.has(entry.name) ? checked_option(entry, settings.at(entry.name)) : entry.standard});
  return values;
}

template <class Options>
void set_option(Options& options, const std::string& name, OptionValue value, const Parts& parts) {
  for (const auto& binding : own_bindings(static_cast<const Options*>(nullptr), parts))
    if (binding.entry.name == name) return binding.set(options, checked_option(binding.entry, std::move(value)));
  const std::vector<OptionEntry> entries = possible_part_options<Options>(parts);
  const OptionEntry* const entry = find(entries, name);
  if (entry == nullptr) throw unknown_option<Options>(name, parts);
  settings_of(options).set(name, checked_option(*entry, std::move(value)));
}

template <class Options>
void check_options(const Options& options, const Parts& parts) {
  for (const auto& binding : own_bindings(static_cast<const Options*>(nullptr), parts))
    if (binding.get(options) != binding.entry.standard) checked_option(binding.entry, binding.get(options));
  const std::vector<OptionEntry> used = used_part_options(options, parts);
  const std::vector<OptionEntry> possible = possible_part_options<Options>(parts);
  for (const auto& [name, value] : settings_of(options)) {
    if (const OptionEntry* const entry = find(used, name)) {
      checked_option(*entry, value);
      continue;
    }
    const OptionEntry* const other = find(possible, name);
    if (other == nullptr) throw unknown_option<Options>(name, parts);
    throw UsageError::does_not_apply(name,
                                     fmt::format("it is for {}, and not used here", fmt::join(other->parts, ", ")));
  }
  refuse_idle(options, parts);
}

template std::vector<OptionEntry> options_of<RankOptions>(const Parts&);
template std::vector<OptionEntry> options_of<CompareOptions>(const Parts&);
template std::vector<OptionEntry> options_of<DiagnoseOptions>(const Parts&);
template std::vector<OptionEntry> options_of<PowerOptions>(const Parts&);
template std::vector<OptionEntry> options_of<RemoveOptions>(const Parts&);
template std::vector<NamedOption> values_of(const RankOptions&, const Parts&);
template std::vector<NamedOption> values_of(const CompareOptions&, const Parts&);
template std::vector<NamedOption> values_of(const DiagnoseOptions&, const Parts&);
template std::vector<NamedOption> values_of(const PowerOptions&, const Parts&);
template std::vector<NamedOption> values_of(const RemoveOptions&, const Parts&);
template void set_option(RankOptions&, const std::string&, OptionValue, const Parts&);
template void set_option(CompareOptions&, const std::string&, OptionValue, const Parts&);
template void set_option(DiagnoseOptions&, const std::string&, OptionValue, const Parts&);
template void set_option(PowerOptions&, const std::string&, OptionValue, const Parts&);
template void set_option(RemoveOptions&, const std::string&, OptionValue, const Parts&);
template void check_options(const RankOptions&, const Parts&);
template void check_options(const CompareOptions&, const Parts&);
template void check_options(const DiagnoseOptions&, const Parts&);
template void check_options(const PowerOptions&, const Parts&);
template void check_options(const RemoveOptions&, const Parts&);

}  // namespace umfi
