#include "cli/option_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/help_text.hpp"
#include "umfi/error.hpp"

#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

std::string dashed(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

// "(ot, lr) Rows per bin, about (default: 150)".
std::string help_of(const OptionEntry& entry) {
  std::string text;
  if (!entry.parts.empty()) text += fmt::format("({}) ", fmt::join(entry.parts, ", "));
  text += entry.help;
  if (!entry.words.empty()) text += fmt::format(": {}", fmt::join(entry.words, ", "));
  const std::vector<std::string> standard = entry.standard.written();
  const bool has_value = entry.standard_text.empty() && !standard.empty() && !standard.front().empty();
  if (entry.type == OptionType::flag) return text;
  if (has_value) return fmt::format("{} (default: {})", text, fmt::join(standard, ","));
  return entry.standard_text.empty() ? text : fmt::format("{} (default: {})", text, entry.standard_text);
}

bool is_on_by_itself(const OptionEntry& entry) {
  return entry.type == OptionType::flag && entry.standard.is_set() && entry.standard.flag();
}

// What help calls the value. Texts of the catalogue are names of columns.
const char* value_name(OptionType type) {
  switch (type) {
    case OptionType::flag: return "";
    case OptionType::integer:
    case OptionType::natural: return "N";
    case OptionType::number: return "NUMBER";
    case OptionType::text: return "COLUMN";
    case OptionType::texts: return "COLUMNS";
    case OptionType::word: return "WORD";
    case OptionType::words: return "WORDS";
  }
  return "";
}

// A comma too many is not a column without a name.
std::vector<std::string> names_in(const OptionEntry& entry, const std::vector<std::string>& texts) {
  std::vector<std::string> names = split_names(texts);
  if (std::find(names.begin(), names.end(), "") != names.end())
    throw UsageError(fmt::format("{} holds an empty name; separate names by one comma", option_mention(entry.name)));
  return names;
}

CLI::Option* add_flag(CLI::App& verb, const OptionEntry& entry, const std::function<void(OptionValue)>& set) {
  const bool turns_off = is_on_by_itself(entry);
  std::string help = help_of(entry);
  if (turns_off) help = "Do not " + without_capital(help);
  return verb.add_flag_callback(
      spell_option(entry.name, turns_off ? "no" : ""), [set, turns_off] { set(!turns_off); }, help);
}

}  // namespace

std::string spell_option(std::string_view name, std::string_view value) {
  if (value == "no") return "--no-" + dashed(name);
  if (value.empty() || value == "yes") return "--" + dashed(name);
  return fmt::format("--{} {}", dashed(name), shell_word(std::string(value)));
}

std::vector<std::string> split_names(const std::vector<std::string>& texts) {
  std::vector<std::string> names;
  for (const std::string& text : texts) {
    names.emplace_back();
    bool is_quoted = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
      const bool is_quote = text[k] == '"';
      if (is_quote && is_quoted && k + 1 < text.size() && text[k + 1] == '"') {
        names.back() += text[k++];
      } else if (is_quote) {
        is_quoted = !is_quoted;
      } else if (text[k] == ',' && !is_quoted) {
        names.emplace_back();
      } else {
        names.back() += text[k];
      }
    }
    if (is_quoted) throw UsageError(fmt::format("in {} a quote (\") is opened and never closed", text));
  }
  return names;
}

namespace {

CLI::Option* add_valued(CLI::App& verb, const OptionEntry& entry, const std::function<void(OptionValue)>& set) {
  const bool is_list = entry.type == OptionType::texts || entry.type == OptionType::words;
  CLI::Option* option = verb.add_option_function<std::vector<std::string>>(
      spell_option(entry.name, {}),
      [entry, set, is_list](const std::vector<std::string>& texts) {
        const OptionValue value = read_option(entry, is_list ? names_in(entry, texts) : texts);
        const bool is_number = entry.type == OptionType::integer || entry.type == OptionType::number;
        if (is_number && !entry.range.holds(value.number()))
          throw UsageError::out_of_range(entry.name, entry.range.text);
        set(value);
      },
      help_of(entry));
  // One value each time: what follows is another argument.
  option->expected(1)->allow_extra_args(false);
  if (is_list)
    option->take_all();
  else
    option->take_last();
  return option->type_name(value_name(entry.type))->required(entry.is_required);
}

}  // namespace

void add_option(CLI::App& verb, const OptionEntry& entry, const std::function<void(OptionValue)>& set) {
  CLI::Option* option = entry.type == OptionType::flag ? add_flag(verb, entry, set) : add_valued(verb, entry, set);
  if (!entry.parts.empty()) option->group(part_options);
}

}  // namespace umfi::cli
