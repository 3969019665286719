#include <memory>

#include "cli/option_flags.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  std::string file;
  OutputFile output;
};

void run(const Arguments& arguments) {
  arguments.output.check({arguments.file});
  check_page_name(arguments.output.path());
  check_report_page();
  const Terminal terminal(0);
  arguments.output.write(as_page(read_study(arguments.file, terminal.context()), {.spelling = spell_option}));
}

}  // namespace

void add_report(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("report", "Write the result in a run file as a page with charts");
  verb->add_option("file", arguments->file, "The run file, such as study.umfi")->required();
  arguments->output.add_to(*verb);
  verb->footer("Example:\n  umfi report study.umfi -o report.html");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
