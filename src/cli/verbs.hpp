// The program's verbs, one file each. A verb adds its subcommand and says what to run when it is chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "umfi/umfi.hpp"

namespace umfi::cli {

void add_describe(CLI::App& app);
void add_power(CLI::App& app);
void add_simulate(CLI::App& app);

// How a table is read: the data argument and the options every verb that reads data has.
class DataArguments {
 public:
  void add_to(CLI::App& verb);
  Table read(const Context& context) const;

 private:
  std::string path_;
  bool no_header_ = false;
  std::vector<std::string> categorical_;
  std::vector<std::string> ordinal_;
};

// An option that takes one of a few words. CLI11's own transformer would print enumerators as bytes in its complaint.
template <class Choice>
void add_choice(CLI::App& verb, const std::string& option, Choice& choice, const std::string& help,
                const std::map<std::string, Choice>& names) {
  verb.add_option_function<std::string>(
          option, [&choice, names](const std::string& name) { choice = names.at(name); }, help)
      ->check(CLI::IsMember(names).description(""));
}

// --threads and --format, as every verb that computes has them.
void add_threads(CLI::App& verb, int& threads);
void add_format(CLI::App& verb, Format& format);
// Writes the whole text to standard output; a closed pipe or a full disk is an error.
void print_result(const std::string& text);

}  // namespace umfi::cli
