// Help that fits the terminal: a page for the program, which begins with what a newcomer needs, and one for each verb,
// with examples first and the options that matter most before the rest.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

namespace umfi::cli {

// The three commands to begin with.
std::string first_steps();

// To be set before verbs are added, which take it over.
std::shared_ptr<CLI::FormatterBase> help_formatter();

// The group of options of methods, removers and powers, each of which says whose it is.
inline constexpr const char* part_options = "Options of methods, removers and powers";

// A sentence as the middle of another one; "CSV" stays as it is.
std::string without_capital(std::string sentence);

// "-o, --output FILE", "--explain", "DATA".
std::string label_of(const CLI::Option& option);

}  // namespace umfi::cli
