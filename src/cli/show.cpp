#include <memory>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  std::string file;
  OutputFile output;
  bool wide = false;
};

void run(const Arguments& arguments) {
  arguments.output.check({arguments.file});
  const Terminal terminal(0);
  const StudyResult result = read_study(arguments.file, terminal.context());
  TextStyle style = arguments.output.style();
  style.wide = arguments.wide;
  std::string text = as_text(result, Format::table, style);
  if (const auto* ranking = std::get_if<RankResult>(&result)) text += "\n" + score_chart(*ranking, style);
  arguments.output.write(text);
}

}  // namespace

void add_show(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("show", "Print the result in a run file again, finished or not");
  verb->add_option("file", arguments->file, "The run file, such as study.umfi")->required();
  add_wide(*verb, arguments->wide);
  arguments->output.add_to(*verb);
  verb->footer("Example:\n  umfi show study.umfi");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
