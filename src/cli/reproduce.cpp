#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>

#include "cli/option_flags.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "experiments/reproduce.hpp"

namespace umfi::cli {
namespace {

struct Arguments {
  std::string name;
  bool is_list = false;
  bool wide = false;
  std::string out;
  ExperimentOptions options;
  int threads = 0;
};

std::string path_in(const std::string& folder, std::string_view name, std::string_view ending) {
  return (std::filesystem::path(folder) / fmt::format("{}.{}", name, ending)).string();
}

void prepare_folder(const std::string& folder, const std::vector<std::string_view>& names) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw FileError::cannot_write(folder, error.message());
  for (const std::string_view name : names) check_writable(path_in(folder, name, "json"));
}

// Everything that is kept of a finished experiment.
void write_outputs(const ExperimentResult& result, const std::string& folder) {
  write_file(path_in(folder, result.name, "txt"), render(result, Format::table, {.width = 110, .wide = true, .spelling = spell_option}));
  write_file(path_in(folder, result.name, "json"), render(result, Format::json));
  write_file(path_in(folder, result.name, "csv"), render(result, Format::csv));
  if (has_report_page())
    write_file(path_in(folder, result.name, "html"),
               render_report(result, {.command_line = fmt::format("umfi reproduce {}", result.name)}));
}

std::string list_of_experiments() {
  std::string text;
  for (const Experiment& experiment : experiments()) {
    text += fmt::format("{:<24} {}\n", experiment.name, experiment.what);
    text += fmt::format("{:<24} {}\n", "", experiment.shows);
    text += fmt::format("{:<24} {}{}\n\n", "",
                        experiment.repeats > 1 ? fmt::format("{} repeats; ", experiment.repeats) : "",
                        experiment.data.empty() ? "no data needed" : fmt::format("needs {}", experiment.data));
  }
  return text;
}

// "all": those that can be run with the data at hand.
std::vector<std::string_view> chosen(const Arguments& arguments, const Context& context) {
  if (arguments.name != "all") return {arguments.name};
  std::vector<std::string_view> names;
  for (const Experiment& experiment : experiments()) {
    const bool has_data = experiment.data.empty() ||
                          (!arguments.options.data.empty() &&
                           std::filesystem::exists(std::filesystem::path(arguments.options.data) / experiment.data));
    if (has_data)
      names.push_back(experiment.name);
    else
      context.say(Severity::note,
                  fmt::format("{} is left out: it needs {} (--data DIR)", experiment.name, experiment.data));
  }
  return names;
}

// What the library cannot know: which options were given.
void check_given(const CLI::App& verb, std::string_view name) {
  if (name == "time" || name == "all") return;
  for (const char* option : {"--time-limit", "--r-times"})
    if (verb.count(option) > 0) throw UsageError::conflict(fmt::format("{} is for the experiment `time`", option));
}

// With a folder, all that is finished is kept in a run file, and found there by the next run.
ExperimentResult run_experiment(std::string_view name, const Arguments& arguments, Context context) {
  if (arguments.out.empty()) return reproduce(name, arguments.options, context);
  RunFile file(path_in(arguments.out, name, "umfi"), context);
  context.store = &file;
  const ExperimentResult result = reproduce(name, arguments.options, context);
  file.finish(render(result, Format::json));
  write_outputs(result, arguments.out);
  return result;
}

void run(const Arguments& arguments) {
  const OutputFile standard_output;
  if (arguments.is_list) return standard_output.write(list_of_experiments());
  if (arguments.name.empty())
    throw UsageError("which experiment? umfi reproduce --list shows them, and all runs every one");
  Terminal terminal(arguments.threads);
  terminal.hint_for_long_work(arguments.out.empty() ? "with --out FOLDER it could be stopped and resumed"
                                                    : "Ctrl-C stops it, and the same command resumes it");
  const std::vector<std::string_view> names = chosen(arguments, terminal.context());
  if (!arguments.out.empty()) prepare_folder(arguments.out, names);
  TextStyle style = standard_output.style();
  style.wide = arguments.wide;
  for (const std::string_view name : names)
    standard_output.write(render(run_experiment(name, arguments, terminal.context()), Format::table, style));
}

// What is counted or measured.
void add_counts(CLI::App& verb, ExperimentOptions& options) {
  const OptionRange counts{.lowest = 1, .highest = 1e6, .text = "from 1 to 1,000,000"};
  const auto add = [&](OptionEntry entry, int& number) {
    entry.type = OptionType::integer;
    entry.range = counts;
    add_option(verb, entry, [&number](const OptionValue& value) { number = static_cast<int>(value.integer()); });
  };
  add({.name = "repeats", .help = "Replications or repeats", .standard_text = "as many as in the paper"},
      options.repeats);
  add({.name = "mci_repeats", .help = "At most this many for MCI on real data", .standard = 10}, options.mci_repeats);
  add({.name = "trees", .help = "Trees per forest", .standard_text = "100, as in the paper"}, options.trees);
  add_option(verb,
             {.name = "time_limit",
              .type = OptionType::number,
              .help = "time: seconds that one measurement may take; what is beyond is extrapolated",
              .standard = 120,
              .range = {.lowest = 0, .without_lowest = true, .text = "above 0"}},
             [&options](const OptionValue& value) { options.time_limit = value.number(); });
}

}  // namespace

void add_reproduce(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  ExperimentOptions& options = arguments->options;
  CLI::App* verb = app.add_subcommand("reproduce", "Run an experiment of the UMFI paper, beside the paper's numbers");
  verb->add_option("experiment", arguments->name, "Which one, or all; see --list");
  verb->add_flag("--list", arguments->is_list, "Show the experiments");
  verb->add_flag("--wide", arguments->wide, "Show all columns of tables, however wide they get");
  verb->add_option("--data", options.data, "The folder of brca.csv, brca_permuted.csv and camels.csv")
      ->type_name("FOLDER");
  add_counts(*verb, options);
  verb->add_option("--r-times", options.r_times,
                   "time: a CSV file (method, features, seconds) of the times of R, to be shown beside ours; "
                   "bench/time/r_times.R makes it")
      ->type_name("FILE");
  verb->add_option(
          "--out", arguments->out,
          "Also write text, JSON, raw values (CSV), a page with charts and a run file into this folder; the same "
          "command again resumes from the run file")
      ->type_name("FOLDER");
  add_seed(*verb, options.seed);
  add_threads(*verb, arguments->threads);
  verb->footer(
      "Examples:\n  umfi reproduce --list\n  umfi reproduce blood-relation --out results\n"
      "  umfi reproduce brca-permuted --data data --repeats 20\n  umfi reproduce all --data data --out results");
  verb->callback([arguments, verb] {
    check_given(*verb, arguments->name);
    run(*arguments);
  });
}

}  // namespace umfi::cli
