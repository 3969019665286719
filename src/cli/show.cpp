#include <memory>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

void run(const std::string& file, const OutputFile& output) {
  output.check({file});
  const Terminal terminal(0);
  const StudyResult result = read_study(file, terminal.context());
  const TextStyle style = output.style();
  std::string text = as_text(result, Format::table, style);
  if (const auto* ranking = std::get_if<RankResult>(&result)) text += "\n" + score_chart(*ranking, style);
  output.write(text);
}

}  // namespace

void add_show(CLI::App& app) {
  struct Arguments {
    std::string file;
    OutputFile output;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("show", "Print the result in a run file again, finished or not");
  verb->add_option("file", arguments->file, "The run file, such as study.umfi")->required();
  arguments->output.add_to(*verb);
  verb->footer("Example:\n  umfi show study.umfi");
  verb->callback([arguments] { run(arguments->file, arguments->output); });
}

}  // namespace umfi::cli
