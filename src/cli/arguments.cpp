#include <cerrno>
#include <cstdio>
#include <cstring>

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

// As a line of CSV: commas part names, double quotes hold a name together, and two of them inside stand for one.
void split_names(const std::string& text, std::vector<std::string>& names) {
  names.emplace_back();
  bool is_quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool is_quote = text[k] == '"';
    if (is_quote && is_quoted && k + 1 < text.size() && text[k + 1] == '"') {
      names.back() += text[k++];
    } else if (is_quote) {
      is_quoted = !is_quoted;
    } else if (text[k] == ',' && !is_quoted) {
      names.emplace_back();
    } else {
      names.back() += text[k];
    }
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

void add_names(CLI::App& verb, const std::string& option, std::vector<std::string>& names, const std::string& help) {
  verb.add_option_function<std::vector<std::string>>(
      option,
      [&names](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) split_names(text, names);
      },
      help);
}

void DataArguments::remember_in(RunFile& file) const {
  const auto remember = [&](const std::string& name, const std::vector<std::string>& values) {
    file.remember({.name = name, .values = values, .rule = OptionRule::free});
  };
  if (no_header_) remember("no-header", {"yes"});
  remember("categorical", categorical_);
  remember("ordinal", ordinal_);
}

void DataArguments::recall(const StudyRecord& record) {
  if (no_header_ || !categorical_.empty() || !ordinal_.empty()) return;
  for (const StudyOption& option : record.options) {
    if (option.name == "no-header") no_header_ = true;
    if (option.name == "categorical") categorical_ = option.values;
    if (option.name == "ordinal") ordinal_ = option.values;
  }
}

void add_drop(CLI::App& verb, std::vector<std::string>& drop) {
  add_names(verb, "--drop", drop, "Columns that are no features, such as ids; quote names with commas: '\"a,b\",c'");
}

void add_removal_method(CLI::App& verb, RemovalMethod& method) {
  add_choice<RemovalMethod>(
      verb, "--remove", method,
      "How dependence is removed: lr (linear regression, default), ot (optimal transport) or best "
      "(per feature the one that leaves less)",
      {{"lr", RemovalMethod::lr}, {"ot", RemovalMethod::ot}, {"best", RemovalMethod::best}});
}

void add_removal_settings(CLI::App& verb, double& lr_alpha, int& ot_bin_size) {
  verb.add_option("--lr-alpha", lr_alpha, "lr: leave features alone unless p is below this (default: 0.01)");
  verb.add_option("--ot-bin-size", ot_bin_size, "ot: rows per bin, about (default: 150)");
}

void add_model(CLI::App& verb, Model& model) {
  add_choice<Model>(verb, "--model", model, "forest (random forest, default) or extratrees",
                    {{"forest", Model::forest}, {"extratrees", Model::extratrees}});
}

void add_task(CLI::App& verb, std::optional<Task>& task) {
  add_choice<std::optional<Task>>(
      verb, "--task", task, "auto (default), regression or classification",
      {{"auto", std::nullopt}, {"regression", Task::regression}, {"classification", Task::classification}});
}

void add_seed(CLI::App& verb, std::uint64_t& seed) {
  verb.add_option("--seed", seed, "Same seed, same result (default: 1)")->check(CLI::NonNegativeNumber.description(""));
}

void add_threads(CLI::App& verb, int& threads) {
  verb.add_option("--threads", threads, "Threads to use (default: the cores this process may use)")
      ->check(CLI::Range(1, 4096));
}

void add_ranking(CLI::App& verb, RankOptions& options) {
  verb.add_option("--target", options.target, "The response: the column that features are related to")->required();
  add_drop(verb, options.drop);
  add_removal_settings(verb, options.lr_alpha, options.ot_bin_size);
  verb.add_option("--mci-k", options.mci_k, "mci: look at sets of up to so many other features (default: all sets)");
  add_choice<PowerKind>(verb, "--power", options.power,
                        "forest (default), or gaussian: closed form for linear relations between numbers",
                        {{"forest", PowerKind::forest}, {"gaussian", PowerKind::gaussian}});
  add_model(verb, options.model);
  add_task(verb, options.task);
  verb.add_option("--trees", options.trees, "Trees per forest (default: 100)");
  verb.add_option("--repeats", options.repeats, "Repeats with other random numbers (default: 20)");
  verb.add_option("--subsample", options.subsample,
                  "Rows per repeat, as a share such as 0.9 or a number such as 500 (default: all)");
  verb.add_option("--accuracy-floor", options.accuracy_floor,
                  "Raise accuracies below it before taking differences (default: the null model)");
  verb.add_flag(
      "--own-mtry", options.own_mtry,
      "Candidates per node by the number of each forest's own features, as R's ranger (default: alike with and "
      "without a feature)");
  add_seed(verb, options.seed);
}

void OutputFile::add_to(CLI::App& verb) {
  verb.add_option("-o,--output", path_,
                  allows_run_file_ ? "Write to this file instead of standard output; study.umfi keeps the study itself"
                                   : "Write to this file instead of standard output");
}

void OutputFile::check() const {
  if (is_run_file() && !allows_run_file_)
    throw UsageError("there is no study to keep in " + path_ +
                     ": names that end in .umfi are for rank, compare and diagnose; choose another name");
  if (is_file()) check_writable(path_);
}

void OutputFile::write(const std::string& text) const {
  if (is_file()) return write_file(path_, text);
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw FileError::cannot_write("standard output", std::strerror(errno));
}

void OutputArguments::add_to(CLI::App& verb) {
  add_choice<Format>(verb, "--format", format_, "Output: table, json or csv (default: table)",
                     {{"table", Format::table}, {"json", Format::json}, {"csv", Format::csv}});
  file_.add_to(verb);
}

TextStyle OutputArguments::style() const {
  return file_.is_file() ? TextStyle{} : output_style();
}

void ReportArguments::add_to(CLI::App& verb) {
  verb_ = &verb;
  verb.add_option("--report", path_, "Also write a page with charts to this file, such as report.html");
}

void ReportArguments::check() const {
  if (path_.empty()) return;
  check_report_page();
  check_writable(path_);
}

ReportDetails ReportArguments::details(const DataArguments& data, const Table& table) const {
  return {.data_file = data.name(), .command_line = command_line(*verb_), .table = describe(table)};
}

}  // namespace umfi::cli
