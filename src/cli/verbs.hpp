// The program's verbs, one file each. A verb adds its subcommand and says what to run when it is chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "umfi/umfi.hpp"

namespace umfi::cli {

void add_compare(CLI::App& app);
void add_describe(CLI::App& app);
void add_diagnose(CLI::App& app);
void add_power(CLI::App& app);
void add_rank(CLI::App& app);
void add_remove(CLI::App& app);
void add_reproduce(CLI::App& app);
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

// Options that several verbs have, in one wording.
void add_drop(CLI::App& verb, std::vector<std::string>& drop);
void add_removal_method(CLI::App& verb, RemovalMethod& method);
// What the removers need besides being chosen.
void add_removal_settings(CLI::App& verb, double& lr_alpha, int& ot_bin_size);
void add_model(CLI::App& verb, Model& model);
void add_task(CLI::App& verb, std::optional<Task>& task);
void add_seed(CLI::App& verb, std::uint64_t& seed);
void add_threads(CLI::App& verb, int& threads);
// What every importance method is told: target, model, repeats and the like.
void add_ranking(CLI::App& verb, RankOptions& options);

// Where a result goes: standard output, or with -o a file that appears only when it is complete.
class OutputFile {
 public:
  void add_to(CLI::App& verb);
  // Fails before any work is done where the file could not be written.
  void check() const;
  void write(const std::string& text) const;
  bool is_file() const { return !path_.empty() && path_ != "-"; }

 private:
  std::string path_;
};

// -o and --format.
class OutputArguments {
 public:
  void add_to(CLI::App& verb);
  void check() const { file_.check(); }
  template <class Result>
  void write(const Result& result) const {
    file_.write(render(result, format_, style()));
  }

 private:
  TextStyle style() const;

  OutputFile file_;
  Format format_ = Format::table;
};

}  // namespace umfi::cli
