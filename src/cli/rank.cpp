#include <memory>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  DataArguments data;
  RankOptions options;
  OutputArguments output;
  ReportArguments report;
  int threads = 0;
};

void run(const Arguments& arguments) {
  arguments.output.check();
  arguments.report.check();
  const Terminal terminal(arguments.threads);
  const Table table = arguments.data.read(terminal.context());
  const RankResult result = rank_features(table, arguments.options, terminal.context());
  arguments.report.write(result, arguments.data, table);
  arguments.output.write(result);
}

}  // namespace

void add_rank(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  RankOptions& options = arguments->options;
  CLI::App* verb = app.add_subcommand("rank", "Rank features by how strongly they are related to a target");
  arguments->data.add_to(*verb);
  std::map<std::string, Method> names;
  for (const MethodDescription& method : methods()) names[std::string(method.name)] = method.method;
  add_choice<Method>(*verb, "--method", options.method,
                     "umfi (ultra-marginal, default), mci, ablation, bivariate, permutation or conditional", names);
  add_removal_method(*verb, options.remove);
  verb->add_flag("--explain", options.explain, "umfi: also show what is said alone, shared, and only together");
  verb->add_flag("!--no-removal-check", options.check_removal, "umfi: do not measure what removal leaves");
  add_ranking(*verb, options);
  add_threads(*verb, arguments->threads);
  arguments->output.add_to(*verb);
  arguments->report.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi rank data.csv --target y\n"
      "  umfi rank data.csv --target y --drop id,date --remove ot --format json -o scores.json\n"
      "  umfi rank data.csv --target species --model extratrees --repeats 100 --subsample 0.9\n"
      "  umfi rank data.csv --target y --explain --report report.html");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
