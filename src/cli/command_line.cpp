#include <algorithm>

#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./,:=+@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

namespace {

// Lists come apart when they are read; CLI11 knows what they were separated by.
std::string value_of(const CLI::Option& option) {
  const char separator = option.get_delimiter() == '\0' ? ' ' : option.get_delimiter();
  std::string text;
  for (const std::string& part : option.results()) text += (text.empty() ? "" : std::string(1, separator)) + part;
  return shell_word(text);
}

}  // namespace

std::string command_line(const CLI::App& verb) {
  std::string line = "umfi " + verb.get_name();
  for (const CLI::Option* option : verb.get_options()) {
    if (option->count() == 0) continue;
    if (!option->get_positional()) line += " " + option->get_name();
    const bool is_flag = option->get_items_expected_max() == 0;
    if (is_flag) continue;
    const std::string value = value_of(*option);
    // A value that looks like an option is none if it is tied to its own.
    const bool is_tied = value.starts_with('-') && !option->get_positional();
    line += (is_tied ? "=" : " ") + value;
  }
  return line;
}

}  // namespace umfi::cli
