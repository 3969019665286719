#include <memory>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  DataArguments data;
  RankOptions options;
  OutputArguments output;
  int threads = 0;
};

void run(const Arguments& arguments) {
  arguments.output.check();
  const Terminal terminal(arguments.threads);
  const Table table = arguments.data.read(terminal.context());
  const RankResult result = rank_features(table, arguments.options, terminal.context());
  arguments.output.write(result);
}

}  // namespace

void add_rank(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  RankOptions& options = arguments->options;
  CLI::App* verb = app.add_subcommand("rank", "Rank features by how strongly they are related to a target");
  arguments->data.add_to(*verb);
  verb->add_option("--target", options.target, "The response: the column that features are related to")->required();
  add_drop(*verb, options.drop);
  add_removal(*verb, options.remove, options.lr_alpha, options.ot_bin_size);
  verb->add_flag("!--no-removal-check", options.check_removal, "Do not measure what removal leaves");
  add_model(*verb, options.model);
  add_task(*verb, options.task);
  verb->add_option("--trees", options.trees, "Trees per forest (default: 100)");
  verb->add_option("--repeats", options.repeats, "Repeats with other random numbers (default: 20)");
  verb->add_option("--subsample", options.subsample,
                   "Rows per repeat, as a share such as 0.9 or a number such as 500 (default: all)");
  verb->add_option("--accuracy-floor", options.accuracy_floor,
                   "Raise accuracies below it before taking differences (default: the null model)");
  add_seed(*verb, options.seed);
  add_threads(*verb, arguments->threads);
  arguments->output.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi rank data.csv --target y\n"
      "  umfi rank data.csv --target y --drop id,date --remove ot --format json -o scores.json\n"
      "  umfi rank data.csv --target species --model extratrees --repeats 100 --subsample 0.9");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
