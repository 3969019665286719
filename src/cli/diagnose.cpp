#include <memory>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  DataArguments data;
  DiagnoseOptions options;
  OutputArguments output;
  ReportArguments report;
  int threads = 0;
};

void run(const Arguments& arguments) {
  arguments.output.check();
  arguments.report.check();
  const Terminal terminal(arguments.threads);
  const Table table = arguments.data.read(terminal.context());
  const DiagnoseResult result = diagnose(table, arguments.options, terminal.context());
  arguments.report.write(result, arguments.data, table);
  arguments.output.write(result);
}

}  // namespace

void add_diagnose(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  DiagnoseOptions& options = arguments->options;
  CLI::App* verb = app.add_subcommand("diagnose", "Show how well dependence is removed, feature by feature");
  arguments->data.add_to(*verb);
  verb->add_option("--target", options.target, "The response, if it is in the table: no feature");
  add_drop(*verb, options.drop);
  add_removal_settings(*verb, options.lr_alpha, options.ot_bin_size);
  verb->add_option("--trees", options.trees, "Trees per forest (default: 100)");
  add_seed(*verb, options.seed);
  add_threads(*verb, arguments->threads);
  arguments->output.add_to(*verb);
  arguments->report.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi diagnose data.csv --target y\n"
      "  umfi diagnose data.csv --target y --drop id --ot-bin-size 30 --format json");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
