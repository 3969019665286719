#include <memory>

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
  DiagnoseOptions& options = arguments->options;
  CLI::App* verb = app.add_subcommand("diagnose", "Show how well dependence is removed, feature by feature");
  arguments->study.data.add_to(*verb);
  verb->add_option("--target", options.target, "The response, if it is in the table: no feature");
  add_drop(*verb, options.drop);
  add_removal_settings(*verb, options.lr_alpha, options.ot_bin_size);
  verb->add_option("--trees", options.trees, "Trees per forest (default: 100)");
  add_seed(*verb, options.seed);
  arguments->study.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi diagnose data.csv --target y\n"
      "  umfi diagnose data.csv --target y --drop id --ot-bin-size 30 --format json");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
