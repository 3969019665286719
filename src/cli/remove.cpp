#include <memory>
#include <sstream>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  DataArguments data;
  RemovalRequest request;
  std::string target;
  OutputFile output;
};

void run(const Arguments& arguments) {
  arguments.output.check();
  const Terminal terminal(0);
  const Table table = arguments.data.read(terminal.context());
  RemovalRequest request = arguments.request;
  if (!arguments.target.empty()) request.keep.push_back(arguments.target);
  std::ostringstream out;
  write_csv(out, remove_dependence(table, request, terminal.context()));
  arguments.output.write(out.str());
}

}  // namespace

void add_remove(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  RemovalRequest& request = arguments->request;
  CLI::App* verb = app.add_subcommand("remove", "Free all columns of their dependence on one of them; write CSV");
  arguments->data.add_to(*verb);
  verb->add_option("--feature", request.feature, "The column that the others are freed of; itself left as it is")
      ->required();
  verb->add_option("--target", arguments->target, "The response, if it is in the table: left as it is");
  add_drop(*verb, request.drop);
  add_removal_method(*verb, request.options.method);
  add_removal_settings(*verb, request.options.lr_alpha, request.options.ot_bin_size);
  add_seed(*verb, request.options.seed);
  arguments->output.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi remove data.csv --feature rain --target y > freed.csv\n"
      "  umfi remove data.csv --feature rain --drop id --remove ot -o freed.csv");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
