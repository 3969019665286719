#include <memory>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  DataArguments data;
  PowerOptions options;
  std::string task = "auto";
  Format format = Format::table;
  int threads = 0;
};

void run(const Arguments& arguments) {
  const Terminal terminal(arguments.threads);
  const Table table = arguments.data.read(terminal.context());
  PowerOptions options = arguments.options;
  if (arguments.task != "auto") options.task = arguments.task == "regression" ? Task::regression : Task::classification;
  const PowerResult result = measure_power(table, options, terminal.context());
  print_result(render(result, arguments.format, output_style()));
}

}  // namespace

void add_power(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  PowerOptions& options = arguments->options;
  CLI::App* verb = app.add_subcommand("power", "Measure how well features predict a target, out of bag");
  arguments->data.add_to(*verb);
  verb->add_option("--target", options.target, "The column to predict")->required();
  verb->add_option("--features", options.features, "The features to predict from (default: all other columns)")
      ->delimiter(',');
  verb->add_option("--drop", options.drop, "Columns that are no features, such as ids")->delimiter(',');
  add_choice<Model>(*verb, "--model", options.model, "forest (random forest, default) or extratrees",
                    {{"forest", Model::forest}, {"extratrees", Model::extratrees}});
  verb->add_option("--task", arguments->task, "auto (default), regression or classification")
      ->check(CLI::IsMember({"auto", "regression", "classification"}).description(""));
  verb->add_option("--trees", options.trees, "Trees per forest (default: 100)");
  verb->add_option("--repeats", options.repeats, "Forests with other random numbers (default: 10)");
  verb->add_option("--seed", options.seed, "Same seed, same result (default: 1)")
      ->check(CLI::NonNegativeNumber.description(""));
  add_threads(*verb, arguments->threads);
  add_format(*verb, arguments->format);
  verb->footer(
      "Examples:\n  umfi power data.csv --target y\n"
      "  umfi power data.csv --target y --features rain,slope --model extratrees\n"
      "  umfi power data.csv.gz --target species --drop id --format json");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
