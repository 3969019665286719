// The program's verbs, one file each. A verb adds its subcommand and says what to run when it is chosen.
#pragma once

#include <CLI/CLI.hpp>
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

// --threads and --format, as every verb that computes has them.
void add_threads(CLI::App& verb, int& threads);
void add_format(CLI::App& verb, Format& format);
// Writes the whole text to standard output; a closed pipe or a full disk is an error.
void print_result(const std::string& text);

}  // namespace umfi::cli
