#include <memory>

#include "cli/option_flags.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  DataArguments data;
  PowerOptions options;
  OutputArguments output;
  int threads = 0;
};

void run(const Arguments& arguments) {
  arguments.output.check({arguments.data.path()});
  Terminal terminal(arguments.threads);
  const Table table = arguments.data.read(terminal.context());
  const PowerResult result = measure_power(table, arguments.options, terminal.context());
  terminal.clear();
  arguments.output.write(result, terminal.context());
}

}  // namespace

void add_power(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("power", "Measure how well features predict a target");
  arguments->data.add_to(*verb);
  add_options(*verb, arguments->options);
  add_threads(*verb, arguments->threads);
  arguments->output.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi power data.csv --target y\n"
      "  umfi power data.csv --target y --features rain,slope --model extratrees\n"
      "  umfi power data.csv.gz --target species --drop id --format json");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
