#include <memory>
#include <sstream>

#include "cli/option_flags.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  DataArguments data;
  RemoveOptions options;
  OutputFile output;
};

void run(const Arguments& arguments) {
  arguments.output.check({arguments.data.path()});
  const Terminal terminal(0);
  const Table table = arguments.data.read(terminal.context());
  std::ostringstream out;
  write_csv(out, remove_dependence(table, arguments.options, terminal.context()));
  arguments.output.write(out.str());
}

}  // namespace

void add_remove(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("remove", "Free all columns of their dependence on one of them; write CSV");
  arguments->data.add_to(*verb);
  add_options(*verb, arguments->options);
  arguments->output.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi remove data.csv --feature rain --target y > freed.csv\n"
      "  umfi remove data.csv --feature rain --drop id --remove ot -o freed.csv");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
