#include "run/record_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "umfi/error.hpp"

namespace umfi {
namespace {

using Values = std::vector<std::string>;

// What a study does not name has its standard value; an option of a part that it does not use fits any value.
Values held_values(const StudyRecord& held, const StudyOption& asked) {
  for (const StudyOption& option : held.options)
    if (option.name == asked.name) return option.values;
  return asked.is_of_part && !asked.standard.empty() ? asked.values : asked.standard;
}

// "--trees 100", "no --mci-k", as a face spells it.
std::string shown(const std::string& name, const Values& values) {
  return values.empty() ? "no " + option_mention(name) : option_mention(name, fmt::format("{}", fmt::join(values, ",")));
}

double number_of(const Values& values) {
  double number = 0;
  if (!values.empty()) std::from_chars(values.front().data(), values.front().data() + values.front().size(), number);
  return number;
}

// An empty list stands for all there is.
Values added(const Values& held, const Values& asked) {
  if (held.empty() || asked.empty()) return {};
  Values all = held;
  for (const std::string& value : asked)
    if (std::find(held.begin(), held.end(), value) == held.end()) all.push_back(value);
  return all;
}

[[noreturn]] void refuse(const std::string& name, const std::string& held, const std::string& asked) {
  throw UsageError(
      fmt::format("{} was made with {}, but this run has {}; give the options it was made with, or choose another file",
                  name, held, asked));
}

Values merged_values(const Values& held, const StudyOption& asked, const std::string& name) {
  switch (asked.rule) {
    case OptionRule::free: return asked.values;
    case OptionRule::adds: return added(held, asked.values);
    case OptionRule::at_least:
      if (number_of(asked.values) >= number_of(held)) return asked.values;
      throw UsageError(fmt::format("{} was made with {}, but this run has {}; it can be made larger, not smaller", name,
                                   shown(asked.name, held), shown(asked.name, asked.values)));
    case OptionRule::same: break;
  }
  if (held != asked.values) refuse(name, shown(asked.name, held), shown(asked.name, asked.values));
  return asked.values;
}

void check_data(const StudyRecord& held, const StudyRecord& asked, const std::string& name) {
  if (held.fingerprint == asked.fingerprint) return;
  const auto refuse_data = [&](const std::string& how) {
    throw UsageError(fmt::format(
        "{} was made from other data: {}; give the data it was made from, or choose another file", name, how));
  };
  if (held.features.size() != asked.features.size())
    refuse_data(fmt::format("it had {} features, these are {}", held.features.size(), asked.features.size()));
  for (std::size_t i = 0; i < held.features.size(); ++i)
    if (held.features[i] != asked.features[i])
      refuse_data(fmt::format("feature {} was '{}' and is '{}'", i + 1, held.features[i], asked.features[i]));
  const auto rows = [](const StudyRecord& record) {
    const auto found = record.facts.find("rows");
    return found == record.facts.end() ? std::string() : found->second;
  };
  if (rows(held) != rows(asked)) refuse_data(fmt::format("it had {} rows, these are {}", rows(held), rows(asked)));
  refuse_data("names and numbers of columns and rows are the same, but some values or kinds of columns differ");
}

}  // namespace

StudyRecord merge_records(const StudyRecord& held, const StudyRecord& asked, const std::string& name) {
  if (held.verb != asked.verb && held.verb != asked.extends)
    throw UsageError(
        fmt::format("{} was made by umfi {}, and this is umfi {}; choose another file", name, held.verb, asked.verb));
  StudyRecord merged = asked;
  for (StudyOption& option : merged.options)
    option.values = merged_values(held_values(held, option), option, name);
  check_data(held, asked, name);
  // Options of parts that only the held study uses stay as they are.
  for (const StudyOption& option : held.options) {
    const bool is_asked = std::any_of(asked.options.begin(), asked.options.end(),
                                      [&](const StudyOption& other) { return other.name == option.name; });
    if (!is_asked) merged.options.push_back(option);
  }
  return merged;
}

}  // namespace umfi
