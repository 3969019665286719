#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "cli/file_clash.hpp"
#include "cli/option_flags.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

// "size" or "size=small<medium<large".
OrdinalColumn parse_ordinal(const std::string& text) {
  const std::size_t equals = text.find('=');
  OrdinalColumn column{.name = text.substr(0, equals), .levels = {}};
  if (equals == std::string::npos) return column;
  std::size_t begin = equals + 1;
  for (;;) {
    const std::size_t end = text.find('<', begin);
    column.levels.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return column;
    begin = end + 1;
  }
}

}  // namespace

void DataArguments::add_to(CLI::App& verb) {
  verb.add_option("data", path_, "CSV file (also .gz), or - for standard input")->required();
  verb.add_flag("--no-header", no_header_, "The first line is data; columns are called c1, c2, ...");
  verb.add_option("--categorical", categorical_, "Columns to treat as categories without an order")->delimiter(',');
  verb.add_option("--ordinal", ordinal_, "Columns with ordered levels, as c or c=low<mid<high")->delimiter(',');
}

Table DataArguments::read(const Context& context) const {
  CsvOptions options{.header = !no_header_, .categorical = categorical_, .ordinal = {}};
  for (const std::string& text : ordinal_) options.ordinal.push_back(parse_ordinal(text));
  return read_csv(path_, options, context);
}

void DataArguments::remember_in(RunFile& file) const {
  const auto remember = [&](const std::string& name, const std::vector<std::string>& values) {
    file.remember({.name = name, .values = values, .rule = OptionRule::free});
  };
  if (no_header_) remember("no_header", {"yes"});
  remember("categorical", categorical_);
  remember("ordinal", ordinal_);
}

void DataArguments::recall(const StudyRecord& record) {
  if (no_header_ || !categorical_.empty() || !ordinal_.empty()) return;
  for (const StudyOption& option : record.options) {
    if (option.name == "no_header") no_header_ = true;
    if (option.name == "categorical") categorical_ = option.values;
    if (option.name == "ordinal") ordinal_ = option.values;
  }
}

void add_seed(CLI::App& verb, std::uint64_t& seed) {
  add_option(verb, {.name = "seed", .type = OptionType::natural, .help = "Same seed, same result", .standard = seed},
             [&seed](const OptionValue& value) { seed = value.natural(); });
}

void add_threads(CLI::App& verb, int& threads) {
  add_option(verb,
             {.name = "threads",
              .type = OptionType::integer,
              .help = "Threads to use; they change the time, not the result",
              .standard_text = "the cores this process may use",
              .range = {.lowest = 1, .highest = 4096, .text = "from 1 to 4096"}},
             [&threads](const OptionValue& value) { threads = static_cast<int>(value.integer()); });
}

void add_wide(CLI::App& verb, bool& wide) {
  verb.add_flag("--wide", wide, "Show all columns of tables, however wide they get");
}

void OutputFile::add_to(CLI::App& verb) {
  verb.add_option("-o,--output", path_,
                  allows_run_file_ ? "Write to this file instead of standard output; study.umfi keeps the study itself"
                                   : "Write to this file instead of standard output")
      ->type_name("FILE");
}

void OutputFile::check(const std::vector<std::string>& read) const {
  check_files(read, {path_});
  if (is_run_file() && !allows_run_file_)
    throw UsageError("there is no study to keep in " + path_ +
                     ": names that end in .umfi are for rank, compare and diagnose; choose another name");
  if (is_file()) check_writable(path_);
}

TextStyle OutputFile::style() const {
  TextStyle style = output_style();
  style.colour = style.colour && !is_file();
  style.spelling = spell_option;
  return style;
}

void OutputFile::write(const std::string& text) const {
  if (is_file()) return write_file(path_, text);
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw FileError::cannot_write("standard output", std::strerror(errno));
}

void OutputArguments::add_to(CLI::App& verb) {
  add_option(verb,
             {.name = "format",
              .type = OptionType::word,
              .help = "How the result is written, for people, programs or spreadsheets",
              .standard = "table",
              .words = {"table", "json", "csv"}},
             [this](const OptionValue& value) {
               format_ = value.text() == "json" ? Format::json : value.text() == "csv" ? Format::csv : Format::table;
             });
  add_wide(verb, wide_);
  file_.add_to(verb);
}

TextStyle OutputArguments::style() const {
  TextStyle style = file_.style();
  style.wide = wide_;
  return style;
}

void check_page_name(const std::string& path) {
  const std::filesystem::path name(path);
  const std::string ending = name.extension().string();
  if (ending.empty() || ending == ".html" || ending == ".htm" || ending == ".xhtml") return;
  const std::string page = std::filesystem::path(name).replace_extension(".html").string();
  const char* const advice = ending == ".pdf"                        ? ", and print it to PDF from a browser"
                             : ending == ".png" || ending == ".svg"  ? ", and save its charts from there"
                             : ending == ".csv" || ending == ".json" ? "; --format and -o write the numbers"
                                                                     : "";
  throw UsageError("the report is an HTML page; name it " + page + advice);
}

void ReportArguments::add_to(CLI::App& verb) {
  verb_ = &verb;
  verb.add_option("--report", path_, "Also write a page with charts to this file, such as report.html")
      ->type_name("FILE");
}

void ReportArguments::check(const std::vector<std::string>& read, const std::string& output) const {
  check_files(read, {output, path_});
  if (path_.empty()) return;
  check_page_name(path_);
  check_report_page();
  check_writable(path_);
}

ReportDetails ReportArguments::details(const DataArguments& data, const Table& table) const {
  return {.data_file = data.name(), .command_line = command_line(*verb_), .table = describe(table), .spelling = spell_option};
}

}  // namespace umfi::cli
