// The program's verbs, one file each. A verb adds its subcommand and says what to run when it is chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "umfi/report.hpp"
#include "umfi/umfi.hpp"

namespace umfi::cli {

void add_compare(CLI::App& app);
void add_describe(CLI::App& app);
void add_diagnose(CLI::App& app);
void add_export(CLI::App& app);
void add_options_verb(CLI::App& app);
void add_power(CLI::App& app);
void add_rank(CLI::App& app);
void add_remove(CLI::App& app);
void add_report(CLI::App& app);
void add_reproduce(CLI::App& app);
void add_resume(CLI::App& app);
void add_show(CLI::App& app);
void add_simulate(CLI::App& app);

// How a table is read: the data argument and the options every verb that reads data has.
class DataArguments {
 public:
  void add_to(CLI::App& verb);
  Table read(const Context& context) const;
  // The file as the user calls it.
  std::string name() const { return path_ == "-" ? "standard input" : path_; }
  const std::string& path() const { return path_; }
  // Keeps in a run file how the data are read; and reads them so again, unless it was said otherwise.
  void remember_in(RunFile& file) const;
  void recall(const StudyRecord& record);

 private:
  // As they were typed.
  struct Texts {
    bool header = false;
    bool no_header = false;
    std::vector<std::string> categorical = {};
    std::vector<std::string> ordinal = {};
    std::vector<std::string> numeric = {};
    std::vector<std::string> na = {};
    std::string separator = {};
    std::string decimal = {};
    bool operator==(const Texts&) const = default;
  };

  std::string path_;
  Texts texts_;
};

// The number of threads, which is not an option of a study: results do not depend on it.
void add_threads(CLI::App& verb, int& threads);
// The seed of verbs that are not studies.
void add_seed(CLI::App& verb, std::uint64_t& seed);
// Whether tables show all of their columns.
void add_wide(CLI::App& verb, bool& wide);

// What a reader of a result must know. Tables say it themselves.
template <class Result>
const std::vector<std::string>& warnings_of(const Result& result) {
  static const std::vector<std::string> none;
  if constexpr (requires { result.warnings; })
    return result.warnings;
  else
    return none;
}
inline const std::vector<std::string>& warnings_of(const StudyResult& result) {
  return std::visit([](const auto& one) -> const std::vector<std::string>& { return warnings_of(one); }, result);
}

// A result as text.
template <class Result>
std::string as_text(const Result& result, Format format, const TextStyle& style) {
  return render(result, format, style);
}
inline std::string as_text(const StudyResult& result, Format format, const TextStyle& style) {
  return std::visit([&](const auto& one) { return render(one, format, style); }, result);
}

// A result as a page.
template <class Result>
std::string as_page(const Result& result, const ReportDetails& details) {
  return render_report(result, details);
}
inline std::string as_page(const StudyResult& result, const ReportDetails& details) {
  return std::visit([&](const auto& one) { return render_report(one, details); }, result);
}

// Where a result goes: standard output, or with -o a file that appears only when it is complete. A study may also name
// a run file, whose name ends in .umfi; its result then goes to standard output.
class OutputFile {
 public:
  void add_to(CLI::App& verb);
  // Fails before any work is done where the file could not be written, or is one of those that are read.
  void check(const std::vector<std::string>& read) const;
  void write(const std::string& text) const;
  // Of what is written there.
  TextStyle style() const;
  bool is_file() const { return !path_.empty() && path_ != "-" && !is_run_file(); }
  // For verbs that measure a study; others refuse names that end in .umfi.
  void allow_run_file() { allows_run_file_ = true; }
  bool is_run_file() const { return path_.ends_with(".umfi"); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool allows_run_file_ = false;
};

// -o, --format and --wide.
class OutputArguments {
 public:
  void add_to(CLI::App& verb);
  void allow_run_file() { file_.allow_run_file(); }
  void check(const std::vector<std::string>& read) const { file_.check(read); }
  const std::string& path() const { return file_.path(); }
  // Warnings of a result that is not shown as a table go to the context, so that they are seen once.
  template <class Result>
  void write(const Result& result, const Context& context) const {
    if (!is_table_shown())
      for (const std::string& warning : warnings_of(result)) context.say(Severity::warning, warning);
    file_.write(as_text(result, format_, style()));
  }
  // Empty where the result goes elsewhere.
  std::string run_file() const { return file_.is_run_file() ? file_.path() : std::string(); }

  bool is_table_shown() const { return format_ == Format::table && !file_.is_file(); }

 private:
  TextStyle style() const;

  OutputFile file_;
  Format format_ = Format::table;
  bool wide_ = false;
};

// --report: the result also as a page.
class ReportArguments {
 public:
  void add_to(CLI::App& verb);
  // Fails before any work is done where the page could not be made or written, or would overwrite what is read or
  // the other output.
  void check(const std::vector<std::string>& read, const std::string& output) const;
  template <class Result>
  void write(const Result& result, const DataArguments& data, const Table& table) const {
    if (!path_.empty()) write_file(path_, as_page(result, details(data, table)));
  }

 private:
  ReportDetails details(const DataArguments& data, const Table& table) const;

  const CLI::App* verb_ = nullptr;
  std::string path_;
};

// Throws UsageError where the name of a page is that of another kind of file, such as report.pdf.
void check_page_name(const std::string& path);

// A word as a shell takes it: in quotes where it has to be.
std::string shell_word(const std::string& word);
// What the user typed, as a shell takes it: every option that was given, under its long name.
std::string command_line(const CLI::App& verb);

}  // namespace umfi::cli
