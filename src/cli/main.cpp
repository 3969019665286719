#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>

#include "cli/command_check.hpp"
#include "cli/help_text.hpp"
#include "cli/option_flags.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace {

int complain(std::string_view sentence, umfi::ExitCode code) {
  umfi::cli::print_sentence({}, sentence);
  return static_cast<int>(code);
}

int print_help(const CLI::App& app, const CLI::ParseError& error) {
  errno = 0;
  const int code = app.exit(error);
  if (std::cout.flush()) return code;
  return complain(fmt::format("cannot write standard output: {}", std::strerror(errno)), umfi::ExitCode::file);
}

// Help and version go to standard output. Mistakes were found before; what CLI11 says of the rest is not for users.
int parse_failed(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return print_help(app, error);
  return complain("this command line cannot be understood; umfi --help shows how commands are written",
                  umfi::ExitCode::usage);
}

int say_how_to_start() {
  std::fprintf(stderr, "umfi: say what to do. Start with these:\n%sumfi --help lists all commands.\n",
               umfi::cli::first_steps().c_str());
  return static_cast<int>(umfi::ExitCode::usage);
}

void add_verbs(CLI::App& app) {
  umfi::cli::add_rank(app);
  umfi::cli::add_compare(app);
  umfi::cli::add_power(app);
  umfi::cli::add_remove(app);
  umfi::cli::add_diagnose(app);
  umfi::cli::add_report(app);
  umfi::cli::add_resume(app);
  umfi::cli::add_show(app);
  umfi::cli::add_export(app);
  umfi::cli::add_describe(app);
  umfi::cli::add_simulate(app);
  umfi::cli::add_reproduce(app);
  umfi::cli::add_options_verb(app);
  umfi::cli::take_one_value_each(app);
}

void run(CLI::App& app, int argc, char** argv) {
  add_verbs(app);
  umfi::cli::check_command_line(app, {argv + 1, argv + argc});
  app.parse(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grew too large is an error with a sentence, not the end
  CLI::App app{"Which variables are related to an outcome, how strongly, and how sure can we be?", "umfi"};
  app.formatter(umfi::cli::help_formatter());
  app.set_version_flag("--version", umfi::version);
  app.set_help_flag("-h,--help", "Print this help");
  app.require_subcommand(1);
  app.footer(
      "umfi COMMAND --help has examples and lists the options. umfi --version tells the version.\n"
      "Exit codes: 0 done, 1 defect in umfi, 2 wrong option, 3 unusable data, 4 file problem, 5 time limit, "
      "130 stopped.");
  if (argc < 2) return say_how_to_start();
  try {
    run(app, argc, argv);
    return static_cast<int>(umfi::ExitCode::ok);
  } catch (const CLI::ParseError& error) {
    return parse_failed(app, error);
  } catch (const umfi::Error& error) {
    return complain(error.sentence(umfi::cli::spell_option), error.exit_code());
  } catch (const std::bad_alloc&) {
    return complain("there is not enough memory for this table", umfi::ExitCode::data);
  } catch (const std::exception& error) {
    return complain(error.what(), umfi::ExitCode::internal);
  }
}
