// Options of the catalogue as flags of the program: mci_k is --mci-k, a flag that is on by itself is --no-NAME.
//
//   add_options(*verb, arguments->options);
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "umfi/options.hpp"

namespace umfi::cli {

// "--mci-k", "--mci-k 2", "--no-inference".
std::string spell_option(std::string_view name, std::string_view value);

// Adds one flag, which calls `set` with the value that was given. Its complaints are those of the library.
void add_option(CLI::App& verb, const OptionEntry& entry, const std::function<void(OptionValue)>& set);

// Adds every option of a study, in the order of the catalogue.
template <class Options>
void add_options(CLI::App& verb, Options& options) {
  for (const OptionEntry& entry : options_of<Options>())
    add_option(verb, entry, [&options, name = entry.name](OptionValue value) { set_option(options, name, value); });
}

// Names as a line of CSV: commas part names, double quotes hold a name together, and two of them inside stand for one.
std::vector<std::string> split_names(const std::vector<std::string>& texts);

}  // namespace umfi::cli
