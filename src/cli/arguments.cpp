#include <fmt/format.h>

#include <algorithm>
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

void add_level(OrdinalColumn& column, const std::string& level) {
  const auto& levels = column.levels;
  if (level.empty())
    throw UsageError(fmt::format("{} holds an empty level; separate levels by one <", option_mention("ordinal")));
  if (std::find(levels.begin(), levels.end(), level) != levels.end())
    throw UsageError(fmt::format("the order of '{}' holds '{}' twice; name every level once", column.name, level));
  column.levels.push_back(level);
}

// "size" or "size=small<medium<large".
OrdinalColumn parse_ordinal(const std::string& text) {
  const std::size_t equals = text.find('=');
  OrdinalColumn column{.name = text.substr(0, equals), .levels = {}};
  if (equals == std::string::npos) return column;
  std::size_t begin = equals + 1;
  for (;;) {
    const std::size_t end = text.find('<', begin);
    add_level(column, text.substr(begin, end - begin));
    if (end == std::string::npos) return column;
    begin = end + 1;
  }
}

}  // namespace

void DataArguments::add_to(CLI::App& verb) {
  verb.add_option("data", path_, "CSV file (also .gz), or - for standard input")->required();
  const auto add_names = [&](const std::string& option, std::vector<std::string>& names, const std::string& help) {
    verb.add_option_function<std::vector<std::string>>(
            option, [&names](const std::vector<std::string>& texts) { names = split_names(texts); }, help)
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all()
        ->type_name("LIST");
  };
  verb.add_flag("--header", texts_.header, "The first line holds names, although it looks like data");
  verb.add_flag("--no-header", texts_.no_header, "The first line is data; columns are called c1, c2, ...");
  add_names("--categorical", texts_.categorical, "Columns to treat as categories without an order");
  add_names("--ordinal", texts_.ordinal, "Columns with ordered levels, as c or c=low<mid<high");
  add_names("--numeric", texts_.numeric, "Columns to treat as numbers; what is no number there is missing");
  add_names("--na", texts_.na, "What stands for a missing value, besides NA, N/A, NaN, null, ? and nothing");
  verb.add_option("--separator", texts_.separator,
                  "What parts fields: a character, or comma, semicolon, tab, pipe or space (default: detected)");
  verb.add_option("--decimal", texts_.decimal, "The decimal mark, a point or a comma (default: .)");
}

Table DataArguments::read(const Context& context) const {
  const auto& [header, no_header, categorical, ordinal, numeric, na, separator, decimal] = texts_;
  if (header && no_header) throw UsageError::conflict("the first line cannot both be a header and not be one");
  if (decimal.size() > 1) throw UsageError::not_a_value("decimal", decimal, "a point or a comma");
  CsvOptions options{.header = header      ? std::optional(true)
                               : no_header ? std::optional(false)
                                           : std::nullopt,
                     .categorical = categorical,
                     .ordinal = {},
                     .numeric = numeric,
                     .na = na,
                     .separator = separator,
                     .decimal = decimal.empty() ? '.' : decimal.front()};
  for (const std::string& text : ordinal) options.ordinal.push_back(parse_ordinal(text));
  return read_csv(path_, options, context);
}

void DataArguments::remember_in(RunFile& file) const {
  const auto remember = [&](const std::string& name, const std::vector<std::string>& values) {
    file.remember({.name = name, .values = values, .rule = OptionRule::free});
  };
  const auto if_set = [](const std::string& text) {
    return text.empty() ? std::vector<std::string>() : std::vector<std::string>{text};
  };
  remember("header", texts_.header ? std::vector<std::string>{"yes"} : std::vector<std::string>());
  remember("no_header", texts_.no_header ? std::vector<std::string>{"yes"} : std::vector<std::string>());
  remember("categorical", texts_.categorical);
  remember("ordinal", texts_.ordinal);
  remember("numeric", texts_.numeric);
  remember("na", texts_.na);
  remember("separator", if_set(texts_.separator));
  remember("decimal", if_set(texts_.decimal));
}

void DataArguments::recall(const StudyRecord& record) {
  if (texts_ != Texts()) return;
  for (const StudyOption& option : record.options) {
    if (option.values.empty()) continue;
    if (option.name == "header") texts_.header = true;
    if (option.name == "no_header") texts_.no_header = true;
    if (option.name == "categorical") texts_.categorical = option.values;
    if (option.name == "ordinal") texts_.ordinal = option.values;
    if (option.name == "numeric") texts_.numeric = option.values;
    if (option.name == "na") texts_.na = option.values;
    if (option.name == "separator") texts_.separator = option.values.front();
    if (option.name == "decimal") texts_.decimal = option.values.front();
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
  return {.data_file = data.name(),
          .command_line = command_line(*verb_),
          .table = describe(table),
          .spelling = spell_option};
}

}  // namespace umfi::cli
