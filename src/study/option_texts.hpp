// Options as texts and back, for files that keep a study: one row per option.
//
//   const std::vector<OptionRow<DiagnoseOptions>> rows{option_row("trees", &DiagnoseOptions::trees)};
//   const std::vector<StudyOption> texts = write_options(rows, options);
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

#include "umfi/error.hpp"
#include "umfi/item_store.hpp"

namespace umfi {

using Texts = std::vector<std::string>;

inline Texts texts_of(const std::string& text) {
  return {text};
}
inline Texts texts_of(const Texts& list) {
  return list;
}
inline Texts texts_of(bool flag) {
  return {flag ? "yes" : "no"};
}
// Floating-point numbers in the fewest digits that read back to the same bits.
template <class Number>
requires std::is_arithmetic_v<Number> Texts texts_of(Number number) {
  return {fmt::format("{}", number)};
}
template <class Choice>
requires std::is_enum_v<Choice> Texts texts_of(Choice choice) {
  return {std::string(name_of(choice))};
}
template <class Value>
Texts texts_of(const std::optional<Value>& value) {
  return value ? texts_of(*value) : Texts{};
}

// Each says whether the texts made sense.
inline bool read_texts(const Texts& texts, Texts& list) {
  list = texts;
  return true;
}
inline bool read_texts(const Texts& texts, std::string& text) {
  if (texts.size() == 1) text = texts.front();
  return texts.size() == 1;
}
inline bool read_texts(const Texts& texts, bool& flag) {
  flag = texts == Texts{"yes"};
  return flag || texts == Texts{"no"};
}
template <class Number>
requires std::is_arithmetic_v<Number>
bool read_texts(const Texts& texts, Number& number) {
  if (texts.size() != 1) return false;
  const char* const end = texts.front().data() + texts.front().size();
  const auto [stop, error] = std::from_chars(texts.front().data(), end, number);
  return error == std::errc{} && stop == end;
}
template <class Value>
bool read_texts(const Texts& texts, std::optional<Value>& value) {
  value.reset();
  return texts.empty() || read_texts(texts, value.emplace());
}
// A choice is one of these, by its name.
template <class Choice>
bool read_choice(const Texts& texts, const std::vector<Choice>& all, Choice& choice) {
  const auto found = std::find_if(all.begin(), all.end(), [&](Choice known) { return texts_of(known) == texts; });
  if (found != all.end()) choice = *found;
  return found != all.end();
}
template <class Choice>
bool read_choice(const Texts& texts, const std::vector<Choice>& all, std::optional<Choice>& choice) {
  choice.reset();
  return texts.empty() || read_choice(texts, all, choice.emplace());
}

template <class Options>
struct OptionRow {
  std::string name;
  OptionRule rule;
  std::function<Texts(const Options&)> write;
  std::function<bool(const Texts&, Options&)> read;
};

template <class Options, class Value>
OptionRow<Options> option_row(std::string name, Value Options::*member, OptionRule rule = OptionRule::same) {
  return {std::move(name), rule, [member](const Options& options) { return texts_of(options.*member); },
          [member](const Texts& texts, Options& options) { return read_texts(texts, options.*member); }};
}

template <class Options, class Value, class Choice>
OptionRow<Options> choice_row(std::string name, Value Options::*member, std::vector<Choice> all,
                              OptionRule rule = OptionRule::same) {
  return {std::move(name), rule, [member](const Options& options) { return texts_of(options.*member); },
          [member, all](const Texts& texts, Options& options) { return read_choice(texts, all, options.*member); }};
}

template <class Options>
void write_options(const std::vector<OptionRow<Options>>& rows, const Options& options,
                   std::vector<StudyOption>& texts) {
  for (const OptionRow<Options>& row : rows) texts.push_back({row.name, row.write(options), row.rule});
}

// Throws DataError where an option is missing or makes no sense.
template <class Options>
void read_options(const std::vector<OptionRow<Options>>& rows, std::span<const StudyOption> texts, Options& options) {
  for (const OptionRow<Options>& row : rows) {
    const auto found =
        std::find_if(texts.begin(), texts.end(), [&](const StudyOption& option) { return option.name == row.name; });
    if (!row.read(found == texts.end() ? Texts{} : found->values, options))
      throw DataError(fmt::format("the study that was kept has no usable option --{}", row.name));
  }
}

}  // namespace umfi
