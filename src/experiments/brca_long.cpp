// UMFI on BRCA with known truth over many repeats: does every gene end up on its side of zero?
#include <fmt/format.h>

#include <algorithm>

#include "experiments/brca.hpp"
#include "experiments/claims.hpp"

namespace umfi::paper {
namespace {

constexpr std::size_t paper_repeats = 200;  // of Table 1

std::vector<std::string> line_of(const std::string& title, const RepeatedScores& scores) {
  const Detection found = detect(scores);
  return {title,
          figure(found.tpr),
          figure(found.tnr),
          figure(found.right),
          percent(found.siqr),
          percent(siqr_of_related(scores))};
}

ReportTable by_length(const RepeatedScores& scores) {
  ReportTable table{"By number of repeats", {"repeats", "TPR", "TNR", "right", "SIQR", "SIQR of the ten"}, {}};
  for (const std::size_t repeats : {std::size_t{50}, paper_repeats, std::size_t{1000}, scores.repeats})
    if (repeats < scores.repeats || repeats == scores.repeats)
      table.rows.push_back(line_of(fmt::format("{}", repeats), scores.part(0, repeats)));
  if (table.rows.size() > 1 && table.rows.back() == table.rows[table.rows.size() - 2]) table.rows.pop_back();
  return table;
}

// How Table 1 would have come out in other runs of its length: its Monte Carlo error, measured.
struct Runs {
  std::vector<double> tnr;
  std::vector<double> siqr;
};

Runs runs_of_paper_length(const RepeatedScores& scores) {
  Runs runs;
  for (std::size_t first = 0; first + paper_repeats <= scores.repeats; first += paper_repeats) {
    const RepeatedScores part = scores.part(first, paper_repeats);
    runs.tnr.push_back(detect(part).tnr);
    runs.siqr.push_back(detect(part).siqr);
  }
  return runs;
}

std::vector<std::string> range_line(const std::string& title, std::vector<double> values, double paper,
                                    std::string (*format)(double)) {
  std::sort(values.begin(), values.end());
  const auto reached = std::count_if(values.begin(), values.end(), [&](double value) { return value >= paper; });
  return {title,
          format(values.front()),
          format(quantile_of_sorted(values, 0.5)),
          format(values.back()),
          format(paper),
          fmt::format("{} of {}", reached, values.size())};
}

ReportTable by_run(const Runs& runs, const std::string& label) {
  const Detection paper = *paper_detection(label);
  return {fmt::format("{} separate runs of {} repeats: how far Table 1 can move", runs.tnr.size(), paper_repeats),
          {"figure", "least", "median", "largest", "paper", "runs that reach the paper's"},
          {range_line("TNR", runs.tnr, paper.tnr, figure), range_line("SIQR", runs.siqr, paper.siqr, percent)}};
}

// The permuted genes that stay above zero, with their medians.
std::string false_finds(const RepeatedScores& scores) {
  std::vector<std::string> names;
  for (const ScoredFeature* feature : scores.ranked())
    if (!feature->is_related && feature->quartiles.median > 0)
      names.push_back(fmt::format("{} {:.4f}", feature->name, feature->quartiles.median));
  return names.empty() ? "no permuted gene is above zero" : "above zero: " + listed(names);
}

}  // namespace

ExperimentResult run_brca_long(std::string_view name, const ExperimentOptions& options, const Context& context) {
  const Table table = read_data(options, "brca_permuted.csv", context);
  const MethodChoice choice = name.ends_with("lr") ? umfi_methods().front() : umfi_methods().back();
  const RepeatedScores scores = score_all(table, {on_patients(choice, options)}, associated_genes(), context).front();
  const Detection found = detect(scores);
  ExperimentResult result;
  result.title = fmt::format("BRCA with known truth, {} over {} repeats", choice.label, options.repeats);
  result.summary = fmt::format(
      "Each repeat on {} random patients of {}, forests of {} trees. A gene is found if its median is above 0. With "
      "more "
      "repeats a median settles at the value that belongs to these data, and that of an unrelated gene need not be "
      "below zero: "
      "whether all of them are rejected also depends on how the 40 genes were permuted.",
      patients_per_repeat, table.rows(), options.trees);
  result.claims = {judged("after 5000 repeats all ten associated genes are found", {found.tpr == 1},
                          fmt::format("{:.0f} of 10 after {} repeats", 10 * found.tpr, scores.repeats)),
                   judged("after 5000 repeats all 40 permuted genes have zero median importance", {found.tnr == 1},
                          fmt::format("{:.0f} of 40; {}", 40 * found.tnr, false_finds(scores)))};
  result.claims.push_back({"both sides together: overall accuracy 1 (partly: at least 0.9)",
                           found.right == 1 ? Verdict::yes : (found.right >= 0.9 ? Verdict::partly : Verdict::no),
                           figure(found.right)});
  result.tables.push_back(by_length(scores));
  const Runs runs = runs_of_paper_length(scores);
  if (!runs.tnr.empty()) result.tables.push_back(by_run(runs, choice.label));
  result.charts.emplace_back(bars(scores, "accuracy"));
  add_raw(result, scores);
  return result;
}

}  // namespace umfi::paper
