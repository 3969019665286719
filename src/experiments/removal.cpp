// The supplement's comparison of linear regression and optimal transport: what is left of dependence, and what it
// costs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/claims.hpp"
#include "experiments/experiment.hpp"
#include "experiments/parts.hpp"
#include "experiments/progress.hpp"
#include "experiments/published.hpp"
#include "stats/mic.hpp"
#include "stats/summary.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/remove.hpp"

namespace umfi::paper {
namespace {

constexpr int usual_bins = 150;
constexpr int small_bins = 30;
// Dependence is measured by one forest per feature instead of many repeats, so by a larger one, as in the R reference.
constexpr int times_as_many_trees = 5;

// The dependence of all features, as they are and after removal.
struct Dependence {
  std::vector<std::string> names;
  std::vector<double> raw;
  std::vector<double> lr;
  std::vector<double> ot;
  int bin_size = 0;
};

Dependence examine(const Table& table, const DiagnoseOptions& options, const Context& context) {
  Dependence result;
  result.bin_size = static_cast<int>(options.settings.integer("ot_bin_size"));
  const DiagnoseResult diagnosis = in_part(fmt::format("bins of {}", result.bin_size), context,
                                           [&](const Context& part) { return diagnose(table, options, part); });
  for (const FeatureDiagnosis& feature : diagnosis.features) {
    result.names.push_back(feature.name);
    result.raw.push_back(feature.raw);
    result.lr.push_back(feature.removers[0].residual);
    result.ot.push_back(feature.removers[1].residual);
  }
  return result;
}

std::size_t count_above(const std::vector<double>& values, double limit) {
  return static_cast<std::size_t>(
      std::count_if(values.begin(), values.end(), [&](double value) { return value > limit; }));
}

LineChart::Series series_of(const std::string& name, const std::vector<double>& values) {
  LineChart::Series series{name, {}};
  for (std::size_t i = 0; i < values.size(); ++i) series.points.emplace_back(static_cast<double>(i + 1), values[i]);
  return series;
}

struct NamedValues {
  std::string name;
  const std::vector<double>& values;
  double reference;
};

// The three lines of the paper's figure, and a fourth where two bin sizes are compared.
std::vector<NamedValues> lines_of(const std::string& file, const std::vector<Dependence>& runs) {
  std::vector<NamedValues> lines;
  const ReferenceDependence reference = reference_dependence(file, runs.front().bin_size);
  lines.push_back({"as they are", runs.front().raw, reference.raw});
  lines.push_back({"freed by lr", runs.front().lr, reference.lr});
  for (const Dependence& run : runs)
    lines.push_back(
        {fmt::format("freed by ot, bins of {}", run.bin_size), run.ot, reference_dependence(file, run.bin_size).ot});
  return lines;
}

void add_lines(ExperimentResult& result, const std::vector<NamedValues>& lines, const std::vector<std::string>& names) {
  ReportTable table{"R² by which all other features predict a feature: ours, and R's ranger with 500 trees",
                    {"other features", "mean", "median", "above 0.2", "above 0.05", "R mean"},
                    {}};
  LineChart chart{"How well the others predict each feature", "feature", "R² out of bag", false, {}};
  for (const NamedValues& line : lines) {
    table.rows.push_back({line.name, fmt::format("{:.3f}", mean_of(line.values)),
                          fmt::format("{:.3f}", quartiles_of(line.values).median),
                          fmt::format("{}", count_above(line.values, 0.2)),
                          fmt::format("{}", count_above(line.values, 0.05)), fmt::format("{:.3f}", line.reference)});
    chart.series.push_back(series_of(line.name, line.values));
    for (std::size_t i = 0; i < names.size(); ++i) result.raw.push_back({line.name, names[i], {line.values[i]}});
  }
  result.tables.push_back(std::move(table));
  result.charts.emplace_back(std::move(chart));
}

std::vector<ClaimCheck> claims_on_brca(const Dependence& d) {
  const std::size_t half = d.names.size() / 2;
  return {judged("most genes are predicted by the others with R² above 0.2", {count_above(d.raw, 0.2) > half},
                 fmt::format("{} of {}", count_above(d.raw, 0.2), d.names.size())),
          judged("many with R² above 0.4 (a fifth; partly: a tenth)",
                 {5 * count_above(d.raw, 0.4) >= d.names.size(), 10 * count_above(d.raw, 0.4) >= d.names.size()},
                 fmt::format("{}", count_above(d.raw, 0.4))),
          judged("linear regression cannot remove all dependence (R² above 0.05 left for most genes)",
                 {count_above(d.lr, 0.05) > half},
                 fmt::format("left for {} genes, mean R² {:.2f} of {:.2f}", count_above(d.lr, 0.05), mean_of(d.lr),
                             mean_of(d.raw))),
          judged("after optimal transport no gene can be predicted (R² at most 0.01)", {count_above(d.ot, 0.01) == 0},
                 fmt::format("{} genes above 0.01, largest R² {:.3f}", count_above(d.ot, 0.01),
                             *std::max_element(d.ot.begin(), d.ot.end())))};
}

std::vector<ClaimCheck> claims_on_camels(const std::vector<Dependence>& runs) {
  const Dependence& d = runs.front();
  const double least = *std::min_element(d.raw.begin(), d.raw.end());
  const std::size_t half = d.names.size() / 2;
  return {
      judged("every attribute is predicted by the others with R² of at least 0.65", {least >= 0.64},
             fmt::format("least {:.2f}", least)),
      judged("linear regression fails to remove the dependence (R² above 0.2 left for most)",
             {count_above(d.lr, 0.2) > half},
             fmt::format("left for {} of {}, mean R² {:.2f}", count_above(d.lr, 0.2), d.names.size(), mean_of(d.lr))),
      judged("optimal transport, bins of 30, fails too (R² above 0.2 left for most)", {count_above(d.ot, 0.2) > half},
             fmt::format("left for {} of {}, mean R² {:.2f}; with bins of 150 {} and {:.2f}", count_above(d.ot, 0.2),
                         d.names.size(), mean_of(d.ot), count_above(runs.back().ot, 0.2), mean_of(runs.back().ot)))};
}

// MIC_e between genes and what a remover leaves of them, per protected gene.
struct Kept {
  std::vector<std::string> genes;
  std::vector<std::vector<double>> values;

  std::vector<double> all() const {
    std::vector<double> joined;
    for (const auto& part : values) joined.insert(joined.end(), part.begin(), part.end());
    return joined;
  }
};

std::vector<double> kept_of_others(const Table& genes, const std::string& gene, const std::string& remover,
                                   const Context& context) {
  const Table freed = remove_dependence(genes, {.feature = gene, .remove = remover, .settings = paper_settings(remover)}, context);
  std::vector<double> kept;
  for (std::size_t c = 0; c < genes.size(); ++c)
    if (genes[c].name() != gene) kept.push_back(mic_e(genes[c].values(), freed.column(genes[c].name()).values()));
  return kept;
}

double least_of(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

double share_within(const std::vector<double>& values, double low, double high) {
  const auto count =
      std::count_if(values.begin(), values.end(), [&](double value) { return value >= low && value <= high; });
  return static_cast<double>(count) / static_cast<double>(values.size());
}

std::vector<std::string> kept_line(const std::string& name, const std::vector<double>& values, double paper_least,
                                   const std::string& paper_range) {
  return {name,
          fmt::format("{:.2f}", mean_of(values)),
          fmt::format("{:.2f}", least_of(values)),
          percent(share_within(values, 0.6, 0.9)),
          percent(share_within(values, 0.9, 2)),
          fmt::format("{:.2f}", paper_least),
          paper_range};
}

std::vector<ClaimCheck> claims_on_distortion(const std::vector<double>& lr, const std::vector<double>& ot) {
  return {
      judged("linear regression usually leaves genes near 1 (more than half of the pairs above 0.9, mean above 0.8)",
             {share_within(lr, 0.9, 2) > 0.5, mean_of(lr) > 0.8},
             fmt::format("{} above 0.9, mean {:.2f}", percent(share_within(lr, 0.9, 2)), mean_of(lr))),
      judged("its least is 0.42 (within 0.02)", {std::abs(least_of(lr) - paper_least_kept_lr) < 0.02},
             fmt::format("{:.3f}", least_of(lr))),
      judged("optimal transport mostly leaves 0.6 to 0.9", {share_within(ot, 0.6, 0.9) > 0.5},
             percent(share_within(ot, 0.6, 0.9))),
      judged("its least is 0.37 (within 0.02)", {std::abs(least_of(ot) - paper_least_kept_ot) < 0.02},
             fmt::format("{:.3f}", least_of(ot))),
      judged("optimal transport distorts more than linear regression", {mean_of(ot) < mean_of(lr)},
             fmt::format("mean {:.2f} against {:.2f}", mean_of(ot), mean_of(lr)))};
}

ReportTable kept_table(const std::vector<double>& lr, const std::vector<double>& ot) {
  return {fmt::format("What is kept, {} pairs of genes", lr.size()),
          {"remover", "mean", "least", "0.6 to 0.9", "above 0.9", "paper least", "paper"},
          {kept_line("lr", lr, paper_least_kept_lr, "usually near 1"),
           kept_line("ot", ot, paper_least_kept_ot, "mostly 0.6 to 0.9")}};
}

BoxChart::Group group_of(const std::string& name, const Kept& kept) {
  BoxChart::Group group{name, {}};
  for (std::size_t i = 0; i < kept.genes.size(); ++i) group.items.push_back({kept.genes[i], kept.values[i]});
  return group;
}

}  // namespace

ExperimentResult run_dependence(std::string_view name, const ExperimentOptions& options, const Context& context) {
  const bool is_brca = name.starts_with("brca");
  const std::string file = is_brca ? "brca.csv" : "camels.csv";
  const Table table = read_data(options, file, context);
  DiagnoseOptions asked{.target = is_brca ? subtype : "q_mean",
                        .removers = {"lr", "ot"},
                        .trees = times_as_many_trees * options.trees,
                        .seed = options.seed};
  if (!is_brca) asked.drop = {"gauge_id"};
  asked.settings = paper_settings("lr");
  OverallProgress progress(context, is_brca ? 1 : 2);
  std::vector<Dependence> runs;
  for (const int bin_size : is_brca ? std::vector{usual_bins} : std::vector{small_bins, usual_bins}) {
    asked.settings.set("ot_bin_size", bin_size);
    runs.push_back(examine(table, asked, progress.part(1)));
  }
  ExperimentResult result;
  result.title = fmt::format("What removal leaves on {}", is_brca ? "BRCA" : "CAMELS");
  result.summary = fmt::format(
      "How well each of {} features is predicted from all others, out of bag, by a random forest of {} trees: from the "
      "others as they are, and freed of it by linear regression (lr) and by pairwise optimal transport (ot). 0 is "
      "perfect removal; below 0 "
      "is noise.",
      runs.front().names.size(), asked.trees);
  result.claims = is_brca ? claims_on_brca(runs.front()) : claims_on_camels(runs);
  add_lines(result, lines_of(file, runs), runs.front().names);
  return result;
}

ExperimentResult run_distortion(std::string_view, const ExperimentOptions& options, const Context& context) {
  constexpr std::size_t shown = 15;  // as in the paper's figure
  const Table table = read_data(options, "brca.csv", context);
  std::vector<std::string> genes = features_of(table, subtype);
  genes.resize(shown);
  const Table first = table.select(genes);
  OverallProgress progress(context, 2 * shown);
  std::vector<Kept> both;
  for (const std::string remover : {"lr", "ot"}) {
    both.push_back({genes, {}});
    for (const std::string& gene : genes) {
      const Context part = progress.part(1);
      both.back().values.push_back(kept_of_others(first, gene, remover, part));
      if (part.progress) part.progress({.done = 1, .total = 1});
    }
  }
  ExperimentResult result;
  result.title = "Distortion on BRCA: what genes keep of their own";
  result.summary = fmt::format(
      "MIC_e between each gene and its version freed of another one, for the first {} genes; 1 is unchanged.", shown);
  result.claims = claims_on_distortion(both[0].all(), both[1].all());
  result.tables.push_back(kept_table(both[0].all(), both[1].all()));
  result.charts.emplace_back(BoxChart{
      "What the other 14 genes keep, per protected gene", "MIC_e", {group_of("lr", both[0]), group_of("ot", both[1])}});
  for (std::size_t m = 0; m < both.size(); ++m)
    for (std::size_t i = 0; i < shown; ++i) result.raw.push_back({m == 0 ? "lr" : "ot", genes[i], both[m].values[i]});
  return result;
}

}  // namespace umfi::paper
