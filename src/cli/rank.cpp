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
      "  umfi rank data.csv --target y --drop id,date --report report.html\n"
      "  umfi rank data.csv --target y --format csv -o scores.csv\n"
      "  umfi rank data.csv --target y --remove ot --explain\n"
      "  umfi rank data.csv --target species --repeats 100 --subsample 0.9\n"
      "  umfi rank data.csv --target y --repeats 500 --time-limit 2h -o study.umfi\n"
      "  umfi resume study.umfi data.csv");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
