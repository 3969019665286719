// An option and the member of a study's options that holds its value.
//
//   const Binding<DiagnoseOptions> trees = bound({.name = "trees", .type = OptionType::integer}, &DiagnoseOptions::trees);
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "umfi/inference.hpp"
#include "umfi/option.hpp"
#include "umfi/task.hpp"

namespace umfi {

template <class Options>
struct Binding {
  OptionEntry entry;
  std::function<OptionValue(const Options&)> get;
  std::function<void(Options&, const OptionValue&)> set;
};

inline constexpr const char* automatic = "auto";

// A member as a value, and back.
template <class Value>
OptionValue to_value(const Value& value) {
  return value;
}
inline OptionValue to_value(Adjustment adjustment) {
  return std::string(name_of(adjustment));
}
inline OptionValue to_value(const std::optional<Task>& task) {
  return task ? OptionValue(std::string(name_of(*task))) : OptionValue();
}

inline void from_value(const OptionValue& value, std::string& text) {
  text = value.is_set() ? value.text() : std::string();
}
inline void from_value(const OptionValue& value, std::vector<std::string>& texts) {
  texts = value.is_set() ? value.texts() : std::vector<std::string>();
}
inline void from_value(const OptionValue& value, bool& flag) {
  flag = value.flag();
}
inline void from_value(const OptionValue& value, int& number) {
  number = static_cast<int>(value.integer());
}
inline void from_value(const OptionValue& value, std::uint64_t& number) {
  number = value.natural();
}
inline void from_value(const OptionValue& value, double& number) {
  number = value.number();
}
inline void from_value(const OptionValue& value, std::optional<double>& number) {
  number = value.is_set() ? std::optional(value.number()) : std::nullopt;
}
inline void from_value(const OptionValue& value, Adjustment& adjustment) {
  for (const Adjustment known : all_adjustments)
    if (name_of(known) == value.text()) adjustment = known;
}
inline void from_value(const OptionValue& value, std::optional<Task>& task) {
  task.reset();
  for (const Task known : all_tasks)
    if (value.is_set() && name_of(known) == value.text()) task = known;
}

// The standard value is that of Options{}.
template <class Options, class Value>
Binding<Options> bound(OptionEntry entry, Value Options::*member) {
  entry.standard = to_value(Options{}.*member);
  return {std::move(entry), [member](const Options& options) { return to_value(options.*member); },
          [member](Options& options, const OptionValue& value) { from_value(value, options.*member); }};
}

// The same option of something that holds these options.
template <class Outer, class Options>
Binding<Outer> lifted(const Binding<Options>& binding, Options Outer::*member) {
  return {binding.entry, [=](const Outer& outer) { return binding.get(outer.*member); },
          [=](Outer& outer, const OptionValue& value) { binding.set(outer.*member, value); }};
}

}  // namespace umfi
