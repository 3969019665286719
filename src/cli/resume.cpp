#include <memory>

#include "cli/study.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  std::string file;
  StudyArguments study;
};

void run(const Arguments& arguments) {
  const std::vector<std::string> read{arguments.file, arguments.study.data.path()};
  arguments.study.output.check(read);
  arguments.study.report.check(read, arguments.study.output.path());
  if (!arguments.study.output.run_file().empty())
    throw UsageError("umfi resume continues in the file that it is given; -o is for the table, as csv, json or text");
  read_run_file(arguments.file);  // a file that is not there must not be made
  StudySession session(arguments.study, arguments.file);
  DataArguments data = arguments.study.data;
  if (session.file()->record()) data.recall(*session.file()->record());
  session.run(data, arguments.study.output, arguments.study.report, [&](const Table& table, const Context& context) {
    return resume_study(*session.file(), table, context);
  });
}

}  // namespace

void add_resume(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand("resume", "Resume a study that was interrupted, in the run file of -o");
  verb->add_option("file", arguments->file, "The run file, such as study.umfi")->required();
  arguments->study.data.add_to(*verb);
  arguments->study.add_to(*verb);
  verb->footer("Example:\n  umfi resume study.umfi data.csv");
  verb->callback([arguments] { run(*arguments); });
}

}  // namespace umfi::cli
