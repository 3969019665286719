#include <memory>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  DataArguments data;
  OutputArguments output;
};

void run(const Arguments& arguments) {
  arguments.output.check({arguments.data.path()});
  const Terminal terminal(0);
  const Table table = arguments.data.read(terminal.context());
  arguments.output.write(describe(table), terminal.context());
}

}  // namespace

void add_describe(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("describe", "Show what was understood of a table");
  arguments->data.add_to(*verb);
  arguments->output.add_to(*verb);
  verb->footer("Example:\n  umfi describe data.csv --categorical soil,region");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
