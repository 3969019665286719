#include "study/study_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "data/fingerprint.hpp"
#include "study/chosen_parts.hpp"
#include "study/data_use_facts.hpp"
#include "umfi/error.hpp"
#include "umfi/options.hpp"

namespace umfi {
namespace {

// Of the columns that take part, the response last.
std::string fingerprint_of(const Table& table, std::vector<std::string> features, const std::string& target) {
  if (!target.empty()) features.push_back(target);
  return fingerprint(table.select(features));
}

// Every option that holds, as texts.
template <class Options>
std::vector<StudyOption> texts_of(const Options& options, const Parts& parts) {
  const std::vector<OptionEntry> entries = options_of<Options>(parts);
  std::vector<StudyOption> texts;
  for (const NamedOption& option : values_of(options, parts)) {
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [&](const OptionEntry& e) { return e.name == option.name; });
    texts.push_back(
        {option.name, option.value.written(), entry->rule, entry->standard.written(), !entry->parts.empty()});
  }
  return texts;
}

DataError unusable_option(const std::string& name) {
  return DataError(fmt::format("the study that was kept has no usable option {}", option_mention(name)));
}

const StudyOption* find(const StudyRecord& record, const std::string& name) {
  const auto found = std::find_if(record.options.begin(), record.options.end(),
                                  [&](const StudyOption& option) { return option.name == name; });
  return found == record.options.end() ? nullptr : &*found;
}

// Sets every option that the record names; how the data are read stands there too, and is not looked at. Options that
// always have a value must be there.
template <class Options>
Options options_from(const StudyRecord& record, const Parts& parts) {
  Options options;
  for (const OptionEntry& entry : options_of<Options>(parts)) {
    const StudyOption* const kept = find(record, entry.name);
    const bool is_list = entry.type == OptionType::texts || entry.type == OptionType::words;
    const bool must_be_there = entry.parts.empty() && entry.standard.is_set() && !is_list;
    if (kept == nullptr && must_be_there) throw unusable_option(entry.name);
    const bool is_unset = kept == nullptr || (!is_list && (kept->values.empty() || kept->values.front().empty()));
    if (is_unset) continue;
    try {
      set_option(options, entry.name, read_option(entry, kept->values), parts);
    } catch (const UsageError&) {
      throw unusable_option(entry.name);
    }
  }
  return options;
}

StudyRecord ranking_record(std::string verb, const RankFacts& facts, const Table& table, const std::string& target) {
  StudyRecord record{.verb = std::move(verb),
                     .fingerprint = fingerprint_of(table, facts.features, target),
                     .features = facts.features,
                     .options = {},
                     .facts = {{"task", std::string(name_of(facts.task))},
                               {"rows", fmt::format("{}", facts.rows)},
                               {"rows_per_repeat", fmt::format("{}", facts.rows_per_repeat)},
                               {"dropped_rows", fmt::format("{}", facts.dropped)}}};
  write_use(facts.use, record.facts);
  return record;
}

const std::string& fact(const StudyRecord& record, const std::string& name) {
  const auto found = record.facts.find(name);
  if (found == record.facts.end()) throw DataError(fmt::format("the study that was kept does not say its {}", name));
  return found->second;
}

std::size_t count_fact(const StudyRecord& record, const std::string& name) {
  const std::string& text = fact(record, name);
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size())
    throw DataError(fmt::format("the study that was kept does not say its {}", name));
  return number;
}

Task task_fact(const StudyRecord& record) {
  for (const Task known : all_tasks)
    if (name_of(known) == fact(record, "task")) return known;
  throw DataError("the study that was kept does not say its task");
}

std::vector<std::string> features_of(const StudyRecord& record) {
  if (record.features.empty()) throw DataError("the study that was kept has no features");
  return record.features;
}

}  // namespace

StudyRecord record_of(const RankOptions& options, const RankFacts& facts, const Table& table, const Parts& parts) {
  StudyRecord record = ranking_record("rank", facts, table, options.target);
  record.options = texts_of(options, parts);
  // A comparison can continue from here.
  record.options.push_back({"methods", {comparable_name(options, parts)}, OptionRule::adds});
  return record;
}

StudyRecord record_of(const CompareOptions& options, const RankFacts& facts, const Table& table, const Parts& parts) {
  StudyRecord record = ranking_record("compare", facts, table, options.rank.target);
  record.extends = "rank";
  record.options = texts_of(options, parts);
  return record;
}

StudyRecord record_of(const DiagnoseOptions& options, const DiagnoseFacts& facts, const Table& table,
                      const Parts& parts) {
  StudyRecord record{
      .verb = "diagnose",
      .fingerprint = fingerprint_of(table, facts.features, options.target),
      .features = facts.features,
      .options = texts_of(options, parts),
      .facts = {{"rows", fmt::format("{}", facts.rows)}, {"dropped_rows", fmt::format("{}", facts.dropped)}}};
  write_use(facts.use, record.facts);
  return record;
}

RankOptions rank_options_of(const StudyRecord& record, const Parts& parts) {
  return options_from<RankOptions>(record, parts);
}

CompareOptions compare_options_of(const StudyRecord& record, const Parts& parts) {
  return options_from<CompareOptions>(record, parts);
}

DiagnoseOptions diagnose_options_of(const StudyRecord& record, const Parts& parts) {
  return options_from<DiagnoseOptions>(record, parts);
}

RankFacts rank_facts_of(const StudyRecord& record) {
  return {.features = features_of(record),
          .task = task_fact(record),
          .rows = count_fact(record, "rows"),
          .rows_per_repeat = count_fact(record, "rows_per_repeat"),
          .dropped = count_fact(record, "dropped_rows"),
          .use = read_use(record.facts)};
}

DiagnoseFacts diagnose_facts_of(const StudyRecord& record) {
  return {.features = features_of(record),
          .rows = count_fact(record, "rows"),
          .dropped = count_fact(record, "dropped_rows"),
          .use = read_use(record.facts)};
}

}  // namespace umfi
