#include <memory>

#include "cli/option_flags.hpp"
#include "cli/study.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  StudyArguments study;
  RankOptions options;
};

void run(const Arguments& arguments) {
  run_study(arguments.study, [&](const Table& table, const Context& context) {
    return rank_features(table, arguments.options, context);
  });
}

}  // namespace

void add_rank(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("rank", "Rank features by how strongly they are related to a target");
  arguments->study.data.add_to(*verb);
  add_options(*verb, arguments->options);
  arguments->study.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi rank data.csv --target y\n"
      "  umfi rank data.csv --target y --drop id,date --remove ot --format json -o scores.json\n"
      "  umfi rank data.csv --target y --fdr 0.1 --precision 0.002\n"
      "  umfi rank data.csv --target y --explain --report report.html\n"
      "  umfi rank data.csv --target species --model extratrees --repeats 100 --subsample 0.9\n"
      "  umfi rank data.csv --target y --repeats 500 --time-limit 2h -o study.umfi   (umfi resume continues it)");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
