#include "cli/help_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "cli/terminal.hpp"
#include "umfi/terminal_text.hpp"

namespace umfi::cli {
namespace {

// A heading of a page, and the names of what stands below it.
struct Group {
  std::string_view title;
  std::vector<std::string_view> names;

  bool holds(std::string_view name) const { return std::find(names.begin(), names.end(), name) != names.end(); }
};

const std::vector<Group>& verb_groups() {
  static const std::vector<Group> groups{
      {"Find out what is related", {"rank", "compare", "diagnose", "power"}},
      {"Look at tables and make them", {"describe", "remove", "simulate"}},
      {"Continue and show studies that were kept with -o study.umfi", {"resume", "show", "report", "export"}},
      {"For papers and programs", {"reproduce", "options"}}};
  return groups;
}

// Options that are in no group, such as those of a part, come between the last two.
const std::vector<Group>& option_groups() {
  static const std::vector<Group> groups{
      {"Main options",
       {"--target", "--feature", "--features", "--drop", "--methods", "--removers", "--list", "--data", "--rows",
        "--report", "--output", "--format", "--wide", "--out"}},
      {"How it is measured",
       {"--method", "--remove", "--power", "--explain", "--quick", "--repeats", "--subsample", "--task",
        "--accuracy-floor", "--seed", "--mci-repeats", "--trees", "--r-times"}},
      {"How sure it is", {"--no-inference", "--confidence", "--fdr", "--adjust", "--precision", "--no-removal-check"}},
      {"How the table is read",
       {"--header", "--no-header", "--categorical", "--ordinal", "--numeric", "--na", "--separator", "--decimal"}},
      {"Running", {"--threads", "--time-limit", "--help"}}};
  return groups;
}

constexpr const char* group_by_default = "Options";  // of CLI11
constexpr const char* further_options = "Further options";
constexpr std::size_t label_width = 26;

std::size_t page_width() {
  return static_cast<std::size_t>(output_style().width);
}

std::string long_name(const CLI::Option& option) {
  return option.get_lnames().empty() ? "" : "--" + option.get_lnames().front();
}

std::string_view group_of(const CLI::Option& option) {
  if (option.get_group() != group_by_default) return option.get_group();
  for (const Group& group : option_groups())
    if (group.holds(long_name(option))) return group.title;
  return further_options;
}

std::vector<std::string_view> option_titles() {
  std::vector<std::string_view> titles;
  for (const Group& group : option_groups()) titles.push_back(group.title);
  titles.insert(titles.end() - 1, {part_options, further_options});
  return titles;
}

std::string entry_lines(const std::string& label, const std::string& help) {
  return beside("  " + label, help, label_width, page_width());
}

// A line of an example or a formula; what does not fit is continued below, indented further.
std::string footer_line(std::string_view line) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  if (indent == line.size()) return "\n";
  const std::size_t further = indent == 0 ? 0 : 4;
  const std::string lines = wrapped(line.substr(indent), page_width() - std::min(page_width() - 1, indent), further);
  std::string text;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = lines.find('\n', begin) + 1;
    text += std::string(indent, ' ') + lines.substr(begin, end - begin);
    begin = end;
  }
  return text;
}

std::string footer_lines(std::string_view footer) {
  std::string text;
  while (!footer.empty()) {
    const std::size_t end = std::min(footer.find('\n'), footer.size());
    text += footer_line(footer.substr(0, end));
    footer.remove_prefix(std::min(end + 1, footer.size()));
  }
  return text;
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& verb) {
  return verb.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string usage_of(const CLI::App& verb, const std::string& name) {
  std::string usage = "Usage: " + name;
  for (const CLI::Option* option : positionals_of(verb))
    usage += option->get_required() ? " " + label_of(*option) : " [" + label_of(*option) + "]";
  for (const CLI::Option* option : verb.get_options())
    if (option->get_required() && !option->get_positional()) usage += " " + label_of(*option);
  return wrapped(usage + " [OPTIONS]", page_width(), 4);
}

// Where an option stands in its group; those of parts stay in the order of the catalogue.
std::size_t place_of(const CLI::Option& option) {
  std::size_t place = 0;
  for (const Group& group : option_groups())
    for (const std::string_view name : group.names) {
      if (name == long_name(option)) return place;
      ++place;
    }
  return place;
}

std::string options_of_group(const CLI::App& verb, std::string_view title) {
  std::vector<const CLI::Option*> options = verb.get_options(
      [&](const CLI::Option* option) { return !option->get_positional() && group_of(*option) == title; });
  std::stable_sort(options.begin(), options.end(),
                   [](const CLI::Option* a, const CLI::Option* b) { return place_of(*a) < place_of(*b); });
  std::string text;
  for (const CLI::Option* option : options) text += entry_lines(label_of(*option), option->get_description());
  return text.empty() ? text : fmt::format("\n{}:\n{}", title, text);
}

std::string verb_page(const CLI::App& verb, const std::string& name) {
  std::string text = wrapped(fmt::format("{}: {}", name, without_capital(verb.get_description())), page_width()) +
                     "\n" + usage_of(verb, name) + "\n" + footer_lines(verb.get_footer());
  std::string arguments;
  for (const CLI::Option* option : positionals_of(verb))
    arguments += entry_lines(label_of(*option), option->get_description());
  if (!arguments.empty()) text += "\n" + arguments;
  for (const std::string_view title : option_titles()) text += options_of_group(verb, title);
  return text;
}

std::string verbs_of_group(const CLI::App& app, const Group& group) {
  std::string text = fmt::format("\n{}:\n", group.title);
  for (const std::string_view name : group.names) {
    const CLI::App* const verb = app.get_subcommand(std::string(name));
    text += beside(fmt::format("  {}", name), verb->get_description(), 13, page_width());
  }
  return text;
}

std::string program_page(const CLI::App& app) {
  std::string text = wrapped("umfi: " + without_capital(app.get_description()), page_width()) +
                     "\nStart with these:\n" + first_steps();
  for (const Group& group : verb_groups()) text += verbs_of_group(app, group);
  return text + "\n" + footer_lines(app.get_footer());
}

class HelpPages final : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const override {
    return app->get_parent() == nullptr ? program_page(*app) : verb_page(*app, name);
  }
};

}  // namespace

std::string first_steps() {
  constexpr std::size_t width = 34;
  return beside("  umfi describe data.csv", "what is in the table?", width, page_width()) +
         beside("  umfi rank data.csv --target y", "what is related to column y, how strongly?", width, page_width()) +
         beside("  umfi rank data.csv --target y --report report.html", "the same as a page with charts", width,
                page_width());
}

std::shared_ptr<CLI::FormatterBase> help_formatter() {
  return std::make_shared<HelpPages>();
}

std::string without_capital(std::string sentence) {
  const auto is_upper = [&](std::size_t k) {
    return k < sentence.size() && std::isupper(static_cast<unsigned char>(sentence[k])) != 0;
  };
  if (is_upper(0) && !is_upper(1))
    sentence.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(sentence.front())));
  return sentence;
}

std::string label_of(const CLI::Option& option) {
  if (option.get_positional()) return upper(option.get_name());
  std::string label;
  for (const std::string& name : option.get_snames()) label += "-" + name + ", ";
  label += long_name(option);
  const bool takes_value = option.get_items_expected_max() > 0;
  return takes_value ? label + " " + option.get_type_name() : label;
}

}  // namespace umfi::cli
