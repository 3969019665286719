#include "cli/study.hpp"

#include <fmt/format.h>

#include <charconv>

#include "cli/option_flags.hpp"

namespace umfi::cli {
namespace {

// "90s", "10m", "2h"; a plain number is seconds.
double parse_duration(const std::string& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const std::string unit(stop, end);
  const double factor = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (error != std::errc{} || !(number > 0) || factor == 0)
    throw UsageError::not_a_value("time_limit", text, "a duration such as 90s, 10m or 2h");
  return number * factor;
}

}  // namespace

void StudyArguments::add_to(CLI::App& verb) {
  add_threads(verb, threads);
  verb.add_option_function<std::string>(
          "--time-limit", [this](const std::string& text) { time_limit = parse_duration(text); },
          "Stop gracefully after this long, as 90s, 10m or 2h, with the result of what is finished")
      ->type_name("TIME");
  output.allow_run_file();
  output.add_to(verb);
  report.add_to(verb);
}

StudySession::StudySession(const StudyArguments& arguments, const std::string& run_file)
    : terminal_(arguments.threads), time_limit_(arguments.time_limit) {
  if (arguments.output.is_table_shown()) terminal_.show_interim_results();
  context_ = terminal_.context();
  if (!run_file.empty()) file_ = std::make_unique<RunFile>(run_file, context_);
  context_.store = file_.get();
  terminal_.hint_for_long_work(file_ ? "Ctrl-C stops it, and umfi resume continues it"
                                     : "with -o study.umfi it could be stopped and resumed");
  if (time_limit_ > 0) context_.out_of_time = [this] { return is_late(); };
}

bool StudySession::is_late() const {
  return time_limit_ > 0 &&
         std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() > time_limit_;
}

std::string StudySession::how_to_resume(const DataArguments& data) const {
  return fmt::format("what is finished is kept in {0}; the same command again, or umfi resume {0} {1}, continues it",
                     file_->path(), data.path());
}

Error StudySession::explained(const Error& error, const DataArguments& data) const {
  const bool has_begun = file_ && file_->record();
  const std::string sentence = error.sentence(spell_option);
  return {error.exit_code(), has_begun ? fmt::format("{}; {}", sentence, how_to_resume(data)) : sentence};
}

}  // namespace umfi::cli
