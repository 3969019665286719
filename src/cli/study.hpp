// What verbs that measure for long have in common: threads, a time limit, where the result goes, and with -o study.umfi
// a run file from which an interrupted study is resumed.
//
//   run_study(arguments, [&](const Table& table, const Context& context) { return diagnose(table, options, context);
//   });
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {

struct StudyArguments {
  DataArguments data;
  OutputArguments output;
  ReportArguments report;
  int threads = 0;
  double time_limit = 0;  // seconds; 0: none

  // --threads, --time-limit, --format, --wide, -o and --report. The data are added where the verb wants them.
  void add_to(CLI::App& verb);
};

// A study while it is measured.
class StudySession {
 public:
  // `run_file` may be empty. Fails where the file cannot be used.
  StudySession(const StudyArguments& arguments, const std::string& run_file);
  StudySession(const StudySession&) = delete;
  StudySession& operator=(const StudySession&) = delete;

  // Null without a run file.
  RunFile* file() const { return file_.get(); }
  const Context& context() const { return context_; }

  // Reads the data, measures, and brings the result where it is wanted. What stops it says how to resume.
  template <class Measure>
  void run(const DataArguments& data, const OutputArguments& output, const ReportArguments& report,
           const Measure& measure) {
    Table table;
    const auto result = [&] {
      try {
        table = data.read(context_);
        if (file_) data.remember_in(*file_);
        return measure(table, context_);
      } catch (const Interrupted& error) {
        throw explained(error, data);
      } catch (const OutOfTime& error) {
        throw explained(error, data);
      }
    }();
    end(result, data);
    report.write(result, data, table);
    terminal_.clear();
    output.write(result, context_);
  }

 private:
  bool is_late() const;
  Error explained(const Error& error, const DataArguments& data) const;
  std::string how_to_resume(const DataArguments& data) const;
  template <class Result>
  void end(const Result& result, const DataArguments& data) const {
    if (!file_) return;
    file_->finish(as_text(result, Format::json, {}));
    if (is_late()) context_.say(Severity::note, how_to_resume(data));
  }

  Terminal terminal_;
  Context context_;
  double time_limit_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::unique_ptr<RunFile> file_;
};

template <class Measure>
void run_study(const StudyArguments& arguments, const Measure& measure) {
  arguments.output.check({arguments.data.path()});
  arguments.report.check({arguments.data.path()}, arguments.output.path());
  StudySession(arguments, arguments.output.run_file()).run(arguments.data, arguments.output, arguments.report, measure);
}

}  // namespace umfi::cli
