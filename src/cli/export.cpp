#include <memory>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  std::string file;
  OutputArguments output;
};

void run(const Arguments& arguments) {
  arguments.output.check({arguments.file});
  const Terminal terminal(0);
  arguments.output.write(read_study(arguments.file, terminal.context()), terminal.context());
}

}  // namespace

void add_export(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("export", "Write the result in a run file for other programs");
  verb->add_option("file", arguments->file, "The run file, such as study.umfi")->required();
  arguments->output.add_to(*verb);
  verb->footer("Example:\n  umfi export study.umfi --format csv -o scores.csv");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
