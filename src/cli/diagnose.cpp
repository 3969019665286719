#include <memory>

#include "cli/option_flags.hpp"
#include "cli/study.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  StudyArguments study;
  DiagnoseOptions options;
};

void run(const Arguments& arguments) {
  run_study(arguments.study,
            [&](const Table& table, const Context& context) { return diagnose(table, arguments.options, context); });
}

}  // namespace

void add_diagnose(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("diagnose", "Show how well dependence is removed, feature by feature");
  arguments->study.data.add_to(*verb);
  add_options(*verb, arguments->options);
  arguments->study.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi diagnose data.csv --target y\n"
      "  umfi diagnose data.csv --target y --drop id --ot-bin-size 30 --format json");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
