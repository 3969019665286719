// Mistakes in a command line, in plain sentences and in the order in which they were typed: a command or an option that
// does not exist, a value that is missing, an argument too many. What values mean is checked by the options themselves.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace umfi::cli {

// Throws UsageError for the first mistake. `words` are what was typed after the program's name; nothing is checked
// where they ask for help.
void check_command_line(const CLI::App& app, const std::vector<std::string>& words);

// Every option takes one value each time it is given; what follows is another argument.
void take_one_value_each(CLI::App& app);

}  // namespace umfi::cli
