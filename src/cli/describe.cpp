#include <memory>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  DataArguments data;
  std::string target;
  OutputArguments output;
};

void run(const Arguments& arguments) {
  arguments.output.check({arguments.data.path()});
  const Terminal terminal(0);
  const Table table = arguments.data.read(terminal.context());
  const TableSummary summary = describe(table, arguments.target);
  if (!arguments.output.is_table_shown()) terminal.context().tell(summary.remarks);
  arguments.output.write(summary, terminal.context());
}

}  // namespace

void add_describe(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("describe", "Show what was understood of a table");
  arguments->data.add_to(*verb);
  verb->add_option("--target", arguments->target, "Also look for columns that give this one away");
  arguments->output.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi describe data.csv\n"
      "  umfi describe data.csv --target y --categorical soil,region --na -9999");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
