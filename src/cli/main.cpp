#include <cstdio>
#include <exception>

#include "cli/option_flags.hpp"
#include "cli/verbs.hpp"

namespace {

int complain(std::string_view sentence, umfi::ExitCode code) {
  std::fprintf(stderr, "umfi: %s\n", umfi::printable(sentence).c_str());
  return static_cast<int>(code);
}

// Help and version go to standard output; a usage error is one sentence and a hint.
int parse_failed(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
  std::fprintf(stderr, "umfi: %s (see umfi --help)\n", umfi::printable(error.what()).c_str());
  return static_cast<int>(umfi::ExitCode::usage);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Which variables are related to the outcome, and how strongly? Ultra-marginal feature importance.",
               "umfi"};
  app.set_version_flag("--version", umfi::version);
  app.set_help_flag("-h,--help", "Print this help");
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 1 defect in umfi, 2 wrong option, 3 unusable data, 4 file problem, 5 time limit, 130 "
      "stopped.\n"
      "umfi VERB --help lists its options and gives examples.");
  try {
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
    app.parse(argc, argv);
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
