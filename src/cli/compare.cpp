#include <memory>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  DataArguments data;
  CompareOptions options;
  OutputArguments output;
  ReportArguments report;
  int threads = 0;
};

void run(const Arguments& arguments) {
  arguments.output.check();
  arguments.report.check();
  const Terminal terminal(arguments.threads);
  const Table table = arguments.data.read(terminal.context());
  const CompareResult result = compare_methods(table, arguments.options, terminal.context());
  arguments.report.write(result, arguments.data, table);
  arguments.output.write(result);
}

}  // namespace

void add_compare(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("compare", "Show importance methods side by side");
  arguments->data.add_to(*verb);
  std::string names;
  for (const std::string& name : comparable_methods()) names += (names.empty() ? "" : ",") + name;
  verb->add_option("--methods", arguments->options.methods, "Which ones (default: " + names + ")")->delimiter(',');
  add_ranking(*verb, arguments->options.rank);
  add_threads(*verb, arguments->threads);
  arguments->output.add_to(*verb);
  arguments->report.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi compare data.csv --target y\n"
      "  umfi compare data.csv --target y --methods umfi-ot,permutation --repeats 50");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
