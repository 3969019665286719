// Table 1 and the BRCA figures with known truth: 40 of 50 genes are permuted, so that only ten can be found.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/brca.hpp"
#include "experiments/claims.hpp"

namespace umfi::paper {
namespace {

constexpr int patients_per_bin = 150;
constexpr int repeats_to_compare_floors = 2;  // the same repeats with another floor differ by nothing else
constexpr double floor_of_script = 0.5;

std::string bins_label() {
  return fmt::format("UMFI ot, {} bins", bins_of_text(patients_per_repeat, patients_per_bin));
}

const std::string mci_with_floor = "MCI, floor 0.5";
const std::string umfi_with_floor = "UMFI lr, floor 0.5";

// The paper's methods, and what differs between its text, its program and ours.
std::vector<RepeatedSetting> settings_of(const ExperimentOptions& options) {
  std::vector<RepeatedSetting> settings;
  for (const MethodChoice& choice : all_methods()) settings.push_back(on_patients(choice, options));
  RepeatedSetting bins = on_patients(umfi_methods().back(), options);
  bins.label = bins_label();
  bins.options.settings.set("ot_bin_size",
                            bin_size_for(patients_per_repeat, bins_of_text(patients_per_repeat, patients_per_bin)));
  RepeatedSetting umfi = on_patients(umfi_methods().front(), options);
  umfi.label = umfi_with_floor;
  umfi.options.accuracy_floor = floor_of_script;
  umfi.options.repeats = std::min(options.repeats, repeats_to_compare_floors);
  RepeatedSetting mci = settings.back();
  mci.label = mci_with_floor;
  mci.options.accuracy_floor = floor_of_script;
  mci.options.repeats = std::min(mci.options.repeats, repeats_to_compare_floors);
  settings.insert(settings.end() - 1, {bins, umfi});
  settings.push_back(mci);
  return settings;
}

ReportTable found_table(const std::vector<RepeatedScores>& all) {
  ReportTable table{"Genes found (median above 0): ours, the paper's, and the authors' R program after 51 repeats",
                    {"method", "repeats", "TPR", "TNR", "right", "paper TPR", "paper TNR", "paper right", "R TPR",
                     "R TNR", "seconds per repeat"},
                    {}};
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (const RepeatedScores& scores : all) {
    const Detection ours = detect(scores);
    const Detection paper = paper_detection(scores.label).value_or(Detection{none, none, none, none});
    const Detection reference = reference_detection(scores.label).value_or(Detection{none, none, none, none});
    table.rows.push_back({scores.label, fmt::format("{}", scores.repeats), figure(ours.tpr), figure(ours.tnr),
                          figure(ours.right), figure(paper.tpr), figure(paper.tnr), figure(paper.right),
                          figure(reference.tpr), figure(reference.tnr),
                          scores.seconds ? fmt::format("{:.3g}", *scores.seconds) : "–"});
  }
  return table;
}

double siqr_of_all(const RepeatedScores& scores) {
  return detect(scores).siqr;
}

double tnr_of(const RepeatedScores& scores) {
  return detect(scores).tnr;
}

std::string with_interval(double value, const Interval& interval) {
  return fmt::format("{} ({} to {})", percent(value), percent(interval.low), percent(interval.high));
}

ReportTable spread_table(const std::vector<RepeatedScores>& all, std::uint64_t seed) {
  ReportTable table{"SIQR: mean interquartile range over mean median, with the range of 95 % of runs of this length",
                    {"method", "all 50 genes", "the ten associated genes", "paper", "R, 50 genes"},
                    {}};
  for (const RepeatedScores& scores : all) {
    const auto paper = paper_detection(scores.label);
    const auto reference = reference_detection(scores.label);
    table.rows.push_back({scores.label, with_interval(siqr_of_all(scores), interval_of(scores, siqr_of_all, seed)),
                          with_interval(siqr_of_related(scores), interval_of(scores, siqr_of_related, seed)),
                          paper ? percent(paper->siqr) : "–", reference ? percent(reference->siqr) : "–"});
  }
  return table;
}

// A line of Table 1: yes where the paper's figure lies where 95 % of our runs of this length do.
ClaimCheck tnr_claim(const RepeatedScores& scores, std::uint64_t seed) {
  const double paper = paper_detection(scores.label)->tnr;
  const double ours = tnr_of(scores);
  const Interval interval = interval_of(scores, tnr_of, seed);
  return judged(fmt::format("{}: the true negative rate is {} (within Monte Carlo error)", scores.label, figure(paper)),
                {interval.holds(paper) || ours == paper},
                fmt::format("{} ({} to {} in 95 % of runs of {} repeats)", figure(ours), figure(interval.low),
                            figure(interval.high), scores.repeats));
}

ClaimCheck siqr_claim(const RepeatedScores& scores, std::uint64_t seed) {
  const double paper = paper_detection(scores.label)->siqr;
  const Interval all = interval_of(scores, siqr_of_all, seed);
  const Interval related = interval_of(scores, siqr_of_related, seed);
  return judged(fmt::format("{}: SIQR is {} (within Monte Carlo error)", scores.label, percent(paper)),
                {all.holds(paper), related.holds(paper)},
                fmt::format("{} over the 50 genes, {} over the ten associated ones",
                            with_interval(siqr_of_all(scores), all), with_interval(siqr_of_related(scores), related)));
}

ClaimCheck all_ten_are_found(const std::vector<const RepeatedScores*>& methods) {
  std::vector<bool> holds;
  std::vector<std::string> figures;
  for (const RepeatedScores* scores : methods) {
    const double found = detect(*scores).tpr;
    holds.push_back(found == 1);
    figures.push_back(fmt::format("{} {:.0f} of 10", scores->label, 10 * found));
  }
  return judged("MCI and UMFI find all ten associated genes", holds, listed(figures));
}

ClaimCheck most_are_rejected(const std::vector<const RepeatedScores*>& methods) {
  std::vector<bool> holds;
  std::vector<std::string> figures;
  for (const RepeatedScores* scores : methods) {
    holds.push_back(tnr_of(*scores) > 0.5);
    figures.push_back(fmt::format("{} {:.0f} of 40", scores->label, 40 * tnr_of(*scores)));
  }
  return judged("UMFI gives zero median importance to the majority of the permuted genes", holds, listed(figures));
}

ClaimCheck separation(const RepeatedScores& mci, const std::vector<const RepeatedScores*>& umfi) {
  std::vector<bool> holds;
  std::vector<std::string> figures{fmt::format("MCI {} right", figure(detect(mci).right))};
  for (const RepeatedScores* scores : umfi) {
    const Detection ours = detect(*scores);
    holds.push_back(ours.right > detect(mci).right);
    holds.push_back(ours.siqr > detect(mci).siqr);
    figures.push_back(fmt::format("{} {} right", scores->label, figure(ours.right)));
  }
  figures.push_back("SIQR in the table");
  return judged("UMFI separates the two groups better than MCI, and varies more (SIQR)", holds, listed(figures));
}

std::vector<ClaimCheck> on_other_methods(const std::vector<RepeatedScores>& all) {
  const RepeatedScores& ablation = find(all, "ablation");
  const RepeatedScores& pi = find(all, "PI");
  const RepeatedScores& cpi = find(all, "CPI");
  const double ten_by_ablation = 10 * detect(ablation).tpr;
  std::vector<std::string> above;
  for (const ScoredFeature* feature : cpi.ranked())
    if (!feature->is_related && feature->quartiles.median > cpi.feature("CDK6").quartiles.median)
      above.push_back(feature->name);
  double least = cpi.feature("CDK6").quartiles.median;
  for (const ScoredFeature& feature : cpi.features)
    if (feature.is_related) least = std::min(least, feature.quartiles.median);
  const auto intruders = std::count_if(cpi.features.begin(), cpi.features.end(), [&](const ScoredFeature& feature) {
    return !feature.is_related && feature.quartiles.median > least;
  });
  return {
      judged("ablation finds eight of the ten associated genes (one more or less)",
             {std::abs(ten_by_ablation - 8) <= 1}, fmt::format("{:.0f}", ten_by_ablation)),
      judged("ablation gives exactly zero to all others", {tnr_of(ablation) == 1},
             fmt::format("{:.0f} of 40", 40 * tnr_of(ablation))),
      judged("ablation's scores are small and uncertain (SIQR above 100 %)", {siqr_of_all(ablation) > 1},
             fmt::format("{}, largest median {:.4f}", percent(siqr_of_all(ablation)),
                         ablation.ranked().front()->quartiles.median)),
      judged("CPI finds all ten associated genes", {detect(cpi).tpr == 1}, fmt::format("{:.0f}", 10 * detect(cpi).tpr)),
      judged("CPI gives some permuted genes more than some associated ones, such as CDK6",
             {intruders > 0, !above.empty()},
             fmt::format("{} permuted genes above the weakest of the ten, {} above CDK6", intruders, above.size())),
      judged("PI gives zero to 29 of the 40 permuted genes (3 more or less)", {std::abs(40 * tnr_of(pi) - 29) <= 3},
             fmt::format("{:.0f}", 40 * tnr_of(pi)))};
}

// Whether the floor matters: the same repeats with either floor.
ReportTable floor_table(const std::vector<RepeatedScores>& all) {
  ReportTable table{"Accuracy floor: the null model (the paper's definition, ours) and 0.5 (its program), same repeats",
                    {"method", "repeats", "mean score, null model", "mean score, 0.5", "largest difference of a score"},
                    {}};
  for (const auto& [label, other] : {std::pair{std::string("UMFI lr"), umfi_with_floor}, {"MCI", mci_with_floor}}) {
    const RepeatedScores& half = find(all, other);
    const RepeatedScores null = find(all, label).part(0, half.repeats);
    double largest = 0, null_mean = 0, half_mean = 0;
    for (std::size_t i = 0; i < half.features.size(); ++i) {
      const auto& a = null.features[i].values;
      const auto& b = half.features[i].values;
      for (std::size_t r = 0; r < half.repeats; ++r) largest = std::max(largest, std::abs(a[r] - b[r]));
      null_mean += mean_of(a) / static_cast<double>(half.features.size());
      half_mean += mean_of(b) / static_cast<double>(half.features.size());
    }
    table.rows.push_back({label, fmt::format("{}", half.repeats), fmt::format("{:.4f}", null_mean),
                          fmt::format("{:.4f}", half_mean), fmt::format("{:.4f}", largest)});
  }
  return table;
}

}  // namespace

ExperimentResult run_brca_permuted(std::string_view, const ExperimentOptions& options, const Context& context) {
  const Table table = read_data(options, "brca_permuted.csv", context);
  const std::vector<RepeatedScores> all = score_all(table, settings_of(options), associated_genes(), context);
  const RepeatedScores& mci = find(all, "MCI");
  const RepeatedScores& lr = find(all, "UMFI lr");
  const RepeatedScores& ot = find(all, "UMFI ot");
  ExperimentResult result;
  result.title = "BRCA with known truth: 10 genes associated with breast cancer, 40 permuted ones";
  result.summary = fmt::format(
      "{} repeats (MCI {}), each on {} random patients of {}; forests of {} trees; accuracy above the null model. A "
      "gene is found if the "
      "median of its scores, negative ones counting as 0, is above 0. MCI looks at sets of up to two others. The "
      "paper's own permutation of the 40 genes is not "
      "public: the true negative rate also depends on it.",
      options.repeats, mci.repeats, patients_per_repeat, table.rows(), options.trees);
  result.claims = {all_ten_are_found({&mci, &lr, &ot}),
                   leading_genes({&mci, &lr, &ot}),
                   last_gene({&mci, &lr, &ot}),
                   judged("MCI gives importance to all 50 genes", {mci.count_zero() == 0},
                          fmt::format("{} with zero median", mci.count_zero())),
                   most_are_rejected({&lr, &ot}),
                   separation(mci, {&lr, &ot})};
  for (const RepeatedScores* scores : {&mci, &lr, &ot}) {
    result.claims.push_back(tnr_claim(*scores, options.seed));
    result.claims.push_back(siqr_claim(*scores, options.seed));
  }
  for (ClaimCheck& claim : on_other_methods(all)) result.claims.push_back(std::move(claim));
  result.claims.push_back(accuracy_of_forests(table, paper_accuracy_permuted, options, context));
  result.tables = {found_table(all), spread_table(all, options.seed), floor_table(all)};
  for (const RepeatedScores& scores : all) {
    if (paper_detection(scores.label)) result.charts.emplace_back(bars(scores, "accuracy"));
    add_raw(result, scores);
  }
  return result;
}

}  // namespace umfi::paper
