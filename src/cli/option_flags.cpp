#include "cli/option_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

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

void add_flag(CLI::App& verb, const OptionEntry& entry, std::function<void(OptionValue)> set) {
  const bool turns_off = is_on_by_itself(entry);
  std::string help = help_of(entry);
  if (turns_off) {
    help.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(help.front())));
    help = "Do not " + help;
  }
  verb.add_flag_callback(spell_option(entry.name, turns_off ? "no" : ""), [set, turns_off] { set(!turns_off); }, help);
}

}  // namespace

std::string spell_option(std::string_view name, std::string_view value) {
  if (value == "no") return "--no-" + dashed(name);
  if (value.empty() || value == "yes") return "--" + dashed(name);
  return fmt::format("--{} {}", dashed(name), value);
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
  }
  return names;
}

void add_option(CLI::App& verb, const OptionEntry& entry, std::function<void(OptionValue)> set) {
  if (entry.type == OptionType::flag) return add_flag(verb, entry, std::move(set));
  const bool is_list = entry.type == OptionType::texts || entry.type == OptionType::words;
  CLI::Option* option = verb.add_option_function<std::vector<std::string>>(
      spell_option(entry.name, {}),
      [entry, set, is_list](const std::vector<std::string>& texts) {
        set(read_option(entry, is_list ? split_names(texts) : texts));
      },
      help_of(entry));
  // One value each time: what follows is another argument.
  option->expected(1)->allow_extra_args(false);
  if (is_list)
    option->take_all();
  else
    option->take_last();
  option->type_name(is_list ? "LIST" : entry.type == OptionType::word || entry.type == OptionType::text ? "TEXT" : "NUMBER");
  option->required(entry.is_required);
}

}  // namespace umfi::cli
