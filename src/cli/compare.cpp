#include <memory>

#include "cli/option_flags.hpp"
#include "cli/study.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  StudyArguments study;
  CompareOptions options;
};

void run(const Arguments& arguments) {
  run_study(arguments.study, [&](const Table& table, const Context& context) {
    return compare_methods(table, arguments.options, context);
  });
}

}  // namespace

void add_compare(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("compare", "Show importance methods side by side");
  arguments->study.data.add_to(*verb);
  add_options(*verb, arguments->options);
  arguments->study.add_to(*verb);
  verb->footer(
      "Examples:\n  umfi compare data.csv --target y\n"
      "  umfi compare data.csv --target y --methods umfi-ot,permutation --repeats 50");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
