#include "cli/command_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "cli/help_text.hpp"
#include "umfi/error.hpp"
#include "umfi/nearest_name.hpp"

namespace umfi::cli {
namespace {

bool looks_like_option(std::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

bool asks_for_help(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word == "-h" || word == "--help" || word == "--version"; });
}

bool is_list(const CLI::Option& option) {
  return option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
}

// What an option takes, as help calls it, in words.
std::string value_text(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type == "COLUMN") return "the name of a column";
  if (type == "COLUMNS") return "names of columns, separated by commas,";
  if (type == "FILE") return "the name of a file";
  if (type == "FOLDER") return "the name of a folder";
  if (type == "N") return "a whole number";
  if (type == "NUMBER") return "a number";
  return "a value";
}

std::string empty_text(const CLI::Option& option, const std::string& name) {
  const std::string type = option.get_type_name();
  if (type.starts_with("COLUMN")) return fmt::format("{} names no column", name);
  if (type == "FILE" || type == "FOLDER")
    return fmt::format("{} names no {}", name, type == "FILE" ? "file" : "folder");
  return fmt::format("{} needs {} after it", name, value_text(option));
}

// The verb's arguments, one after the other.
class ArgumentCheck {
 public:
  ArgumentCheck(const CLI::App& verb, std::vector<std::string> words) : verb_(verb), words_(std::move(words)) {}

  void run() {
    bool has_options = true;  // until "--"
    for (place_ = 0; place_ < words_.size(); ++place_) {
      if (has_options && words_[place_] == "--")
        has_options = false;
      else if (has_options && looks_like_option(words_[place_]))
        take_option();
      else
        take_positional();
    }
    require_all();
  }

 private:
  void take_option();
  void take_value(const CLI::Option& option, const std::string& name);
  void take_positional();
  void require_all() const;
  bool is_option(const std::string& word) const { return verb_.get_option_no_throw(word) != nullptr; }
  bool is_of_another(const std::string& name) const;
  UsageError unknown_option(const std::string& name) const;
  std::string meant_by(const std::string& name) const;
  std::string long_for(char letter) const;
  std::vector<std::string> names() const;

  const CLI::App& verb_;
  std::vector<std::string> words_;
  std::size_t place_ = 0;
  std::size_t positionals_ = 0;
  std::set<const CLI::Option*> given_;
};

// "--name", "--name=value", "-n" or "-nvalue".
void ArgumentCheck::take_option() {
  const std::string& word = words_[place_];
  const bool is_long = word.starts_with("--");
  std::string name = is_long ? word.substr(0, word.find('=')) : word;
  if (!is_long && !is_option(name) && is_option(name.substr(0, 2))) name.resize(2);
  const CLI::Option* const option = verb_.get_option_no_throw(name);
  if (option == nullptr) throw unknown_option(name);
  if (!given_.insert(option).second && !is_list(*option))
    throw UsageError(fmt::format("{} was given twice; give it once", name));
  const bool is_flag = option->get_items_expected_max() == 0;
  if (!is_flag) return take_value(*option, name);
  if (name.size() < word.size()) throw UsageError(fmt::format("{} takes no value; write it alone", name));
}

void ArgumentCheck::take_value(const CLI::Option& option, const std::string& name) {
  const std::size_t name_size = name.size();
  const std::string& word = words_[place_];
  if (name_size < word.size()) {
    const bool is_tied = word[name_size] == '=';
    if (is_tied && name_size + 1 == word.size()) throw UsageError(empty_text(option, name));
    if (is_tied && !name.starts_with("--"))
      throw UsageError(fmt::format("{} is not followed by =; write {} {}", name, name, word.substr(name_size + 1)));
    return;
  }
  const bool is_missing = place_ + 1 == words_.size() || is_option(words_[place_ + 1]);
  if (is_missing) throw UsageError(fmt::format("{} needs {} after it", name, value_text(option)));
  ++place_;
  if (words_[place_].empty()) throw UsageError(empty_text(option, name));
}

void ArgumentCheck::take_positional() {
  ++positionals_;
  const auto places = verb_.get_options([](const CLI::Option* option) { return option->get_positional(); });
  if (positionals_ > places.size())
    throw UsageError(
        fmt::format("'{}' is one argument too many for {}; if it belongs to a list, write the list with commas and "
                    "without blanks, as a,b",
                    words_[place_], verb_.get_name()));
  if (words_[place_].empty())
    throw UsageError(fmt::format("{} names nothing; umfi {} --help has examples", label_of(*places[positionals_ - 1]),
                                 verb_.get_name()));
}

void ArgumentCheck::require_all() const {
  std::size_t positional = 0;
  for (const CLI::Option* option : verb_.get_options()) {
    const bool is_there = option->get_positional() ? positional++ < positionals_ : given_.contains(option);
    if (is_there || !option->get_required()) continue;
    throw UsageError(fmt::format("{0} needs {1} ({2}); umfi {0} --help has examples", verb_.get_name(),
                                 label_of(*option), without_capital(option->get_description())));
  }
}

std::vector<std::string> ArgumentCheck::names() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb_.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// Of a letter the first option that begins with it, as help lists them.
std::string ArgumentCheck::long_for(char letter) const {
  for (const std::string& name : names())
    if (name[2] == letter) return name;
  return {};
}

// Empty where nothing is near.
std::string ArgumentCheck::meant_by(const std::string& name) const {
  const bool is_letter = name.size() == 2;
  if (is_letter) return long_for(name[1]);
  const std::vector<std::string> known = names();
  const std::vector<std::string_view> views(known.begin(), known.end());
  if (const std::string_view nearest = nearest_name(name, views); !nearest.empty()) return std::string(nearest);
  const auto begins = [&](const std::string& one) { return one.starts_with(name); };
  return std::count_if(known.begin(), known.end(), begins) == 1 ? *std::find_if(known.begin(), known.end(), begins)
                                                                : "";
}

// Of another verb, where it is spelled right: no other option is meant.
bool ArgumentCheck::is_of_another(const std::string& name) const {
  const auto verbs = verb_.get_parent()->get_subcommands([](const CLI::App*) { return true; });
  return name.size() > 2 && std::any_of(verbs.begin(), verbs.end(), [&](const CLI::App* verb) {
           return verb->get_option_no_throw(name) != nullptr;
         });
}

UsageError ArgumentCheck::unknown_option(const std::string& name) const {
  std::string meant = is_of_another(name) ? "" : meant_by(name);
  if (meant.empty())
    return UsageError(fmt::format("{0} has no option {1}; umfi {0} --help lists all", verb_.get_name(), name));
  const bool has_value = place_ + 1 < words_.size() && words_[place_] == name &&
                         !looks_like_option(words_[place_ + 1]) &&
                         verb_.get_option(meant)->get_items_expected_max() > 0;
  if (has_value) meant += " " + words_[place_ + 1];
  return UsageError(fmt::format("there is no option {}; did you mean {}?", name, meant));
}

UsageError unknown_verb(const CLI::App& app, const std::string& name) {
  const std::vector<const CLI::App*> verbs = app.get_subcommands([](const CLI::App*) { return true; });
  std::vector<std::string_view> names;
  for (const CLI::App* verb : verbs) names.emplace_back(verb->get_name());
  const std::string_view nearest = nearest_name(name, names);
  const bool is_file = name.find('.') != std::string::npos;
  const std::string meant = !nearest.empty() ? fmt::format("did you mean '{}'? (umfi --help lists all)", nearest)
                            : is_file        ? fmt::format("say what to do with it, as in umfi describe {}", name)
                                             : "umfi --help lists all";
  return UsageError(fmt::format("there is no command '{}'; {}", name, meant));
}

}  // namespace

void check_command_line(const CLI::App& app, const std::vector<std::string>& words) {
  if (asks_for_help(words) || words.empty()) return;
  const std::string& name = words.front();
  if (looks_like_option(name))
    throw UsageError(
        fmt::format("{} stands before the command; write the command first, as in umfi rank data.csv", name));
  const auto found = app.get_subcommands([&](const CLI::App* verb) { return verb->get_name() == name; });
  if (found.empty()) throw unknown_verb(app, name);
  ArgumentCheck(*found.front(), {words.begin() + 1, words.end()}).run();
}

void take_one_value_each(CLI::App& app) {
  for (CLI::App* verb : app.get_subcommands([](CLI::App*) { return true; }))
    for (CLI::Option* option : verb->get_options())
      if (!option->get_positional() && option->get_items_expected_max() > 1)
        option->expected(1)->allow_extra_args(false)->take_all();
}

}  // namespace umfi::cli
