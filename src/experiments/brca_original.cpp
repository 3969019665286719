// The supplement's experiments on BRCA with all genes as they are.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/brca.hpp"
#include "experiments/claims.hpp"

namespace umfi::paper {
namespace {

double zero_genes(const RepeatedScores& scores) {
  return static_cast<double>(scores.count_zero());
}

ClaimCheck zero_claim(const RepeatedScores& scores, int paper, std::uint64_t seed) {
  const Interval interval = interval_of(scores, zero_genes, seed);
  return judged(fmt::format("{}: {} genes get zero median importance (within Monte Carlo error)", scores.label, paper),
                {interval.holds(paper)},
                fmt::format("{} ({:.0f} to {:.0f} in 95 % of runs of {} repeats)", scores.count_zero(), interval.low,
                            interval.high, scores.repeats));
}

// A gene's rank among those that are, or are not, associated.
std::size_t rank_within(const RepeatedScores& scores, const std::string& gene) {
  const ScoredFeature& chosen = scores.feature(gene);
  const auto above = std::count_if(scores.features.begin(), scores.features.end(), [&](const ScoredFeature& other) {
    return other.is_related == chosen.is_related && other.quartiles.median > chosen.quartiles.median;
  });
  return static_cast<std::size_t>(above) + 1;
}

// A gene is among the first few of its group, method by method.
ClaimCheck among_first(std::string claim, const std::string& gene, std::size_t few,
                       const std::vector<const RepeatedScores*>& methods) {
  std::vector<bool> holds;
  std::vector<std::string> figures;
  for (const RepeatedScores* scores : methods) {
    const std::size_t rank = rank_within(*scores, gene);
    holds.push_back(rank <= few);
    figures.push_back(fmt::format("{}: place {}", scores->label, rank));
  }
  return judged(std::move(claim), holds, listed(figures));
}

// How many of the five genes that the paper names are among the first five of the ten associated ones.
ClaimCheck named_genes(const std::vector<const RepeatedScores*>& methods) {
  std::vector<bool> holds;
  std::vector<std::string> figures;
  for (const RepeatedScores* scores : methods) {
    std::size_t high = 0;
    for (const char* gene : {"BRCA1", "BRCA2", "TEX14", "EZH2", "IGF1R"})
      if (rank_within(*scores, gene) <= 5) ++high;
    holds.push_back(high >= 3);
    figures.push_back(fmt::format("{}: {} of 5", scores->label, high));
  }
  return judged(
      "ablation and CPI rank BRCA1, BRCA2, TEX14, EZH2 and IGF1R high (3 of them in the upper half of the ten)", holds,
      listed(figures));
}

ReportTable gene_order_table(const std::vector<RepeatedScores>& all) {
  ReportTable table{"The order of genes (associated ones marked *), and how many have zero median",
                    {"method", "repeats", "first six", "zero median", "paper", "SIQR"},
                    {}};
  for (const RepeatedScores& scores : all) {
    std::string first;
    const auto order = scores.ranked();
    for (std::size_t k = 0; k < 6; ++k)
      first += (k > 0 ? ", " : "") + order[k]->name + (order[k]->is_related ? "*" : "");
    std::string paper = "–";
    if (scores.label == "MCI") paper = "0";
    if (scores.label == "UMFI lr") paper = fmt::format("{}", paper_zero_genes_lr);
    if (scores.label == "UMFI ot") paper = fmt::format("{}", paper_zero_genes_ot);
    table.rows.push_back({scores.label, fmt::format("{}", scores.repeats), first,
                          fmt::format("{}", scores.count_zero()), paper, percent(detect(scores).siqr)});
  }
  return table;
}

std::vector<ClaimCheck> claims_on(const std::vector<RepeatedScores>& all, std::uint64_t seed) {
  const RepeatedScores& mci = find(all, "MCI");
  const RepeatedScores& lr = find(all, "UMFI lr");
  const RepeatedScores& ot = find(all, "UMFI ot");
  const RepeatedScores& ablation = find(all, "ablation");
  const RepeatedScores& pi = find(all, "PI");
  const RepeatedScores& cpi = find(all, "CPI");
  return {leading_genes({&mci, &lr, &ot}),
          last_gene({&mci, &lr, &ot}),
          judged("MCI gives importance to all 50 genes", {mci.count_zero() == 0},
                 fmt::format("{} with zero median", mci.count_zero())),
          zero_claim(lr, paper_zero_genes_lr, seed),
          zero_claim(ot, paper_zero_genes_ot, seed),
          among_first("BCL11A is the most important gene by MCI, UMFI and PI", "BCL11A", 1, {&mci, &lr, &ot, &pi}),
          among_first("CST9L is among the first three of the genes without known association, by MCI, UMFI and PI",
                      "CST9L", 3, {&mci, &lr, &ot, &pi}),
          judged("CPI gives by far the highest importance to SLC25A1", {cpi.rank_of("SLC25A1") == 1},
                 fmt::format("place {}; first is {}", cpi.rank_of("SLC25A1"), cpi.ranked().front()->name)),
          among_first("ablation and CPI rank SLC25A1 first of the genes without known association", "SLC25A1", 1,
                      {&ablation, &cpi}),
          named_genes({&ablation, &cpi}),
          judged("ablation varies much (SIQR above that of UMFI)",
                 {detect(ablation).siqr > detect(lr).siqr, detect(ablation).siqr > detect(ot).siqr},
                 fmt::format("{}; UMFI lr {}, ot {}", percent(detect(ablation).siqr), percent(detect(lr).siqr),
                             percent(detect(ot).siqr)))};
}

}  // namespace

ExperimentResult run_brca_original(std::string_view, const ExperimentOptions& options, const Context& context) {
  const Table table = read_data(options, "brca.csv", context);
  std::vector<RepeatedSetting> settings;
  for (const MethodChoice& choice : all_methods()) settings.push_back(on_patients(choice, options));
  const std::vector<RepeatedScores> all = score_all(table, settings, associated_genes(), context);
  ExperimentResult result;
  result.title = "BRCA as it is: 50 genes, 10 of them known to be associated with breast cancer";
  result.summary = fmt::format(
      "{} repeats (MCI {}), each on {} random patients of {}; forests of {} trees; medians over repeats, scores below "
      "0 counting as 0.",
      options.repeats, find(all, "MCI").repeats, patients_per_repeat, table.rows(), options.trees);
  result.claims = claims_on(all, options.seed);
  result.claims.push_back(accuracy_of_forests(table, paper_accuracy_original, options, context));
  result.tables.push_back(gene_order_table(all));
  for (const RepeatedScores& scores : all) {
    result.charts.emplace_back(bars(scores, "accuracy"));
    add_raw(result, scores);
  }
  return result;
}

}  // namespace umfi::paper
