// How long every method takes for 5 to 50 genes, and how many features it gets through in an hour.
#include <fmt/format.h>

#include <algorithm>

#include "core/distributions.hpp"
#include "experiments/claims.hpp"
#include "experiments/experiment.hpp"
#include "experiments/progress.hpp"
#include "experiments/published.hpp"
#include "experiments/timing.hpp"

namespace umfi::paper {
namespace {

constexpr std::size_t most_genes = 50;
constexpr std::size_t step = 5;

struct TimedMethod {
  MethodChoice choice;
  std::optional<int> mci_k;
  Growth growth = Growth::power;
  bool goes_on = false;  // beyond 50 genes
};

std::vector<TimedMethod> timed_methods() {
  std::vector<TimedMethod> methods;
  for (const MethodChoice& choice : all_methods()) {
    if (choice.is("mci")) continue;
    methods.push_back({choice, {}, Growth::power, choice.is("umfi")});
  }
  methods.push_back({{"MCI (k=2)", "mci"}, 2, Growth::power, true});
  methods.push_back({{"MCI (exact)", "mci"}, {}, Growth::doubling, false});
  return methods;
}

// The first genes and, where there are not enough, columns of noise, as in the paper.
Table table_of(const Table& brca, std::size_t features, std::uint64_t seed) {
  std::vector<std::string> genes = features_of(brca, subtype);
  genes.resize(std::min(genes.size(), features));
  genes.push_back(subtype);
  Table table = brca.select(genes);
  for (std::size_t extra = genes.size() - 1; extra < features; ++extra) {
    const StreamKey key = stream_key(
        {.seed = seed, .purpose = Purpose::simulation, .repeat = 1, .tree = static_cast<std::uint32_t>(extra)});
    std::vector<double> noise(brca.rows());
    Stream stream(key, 0);
    for (double& value : noise) value = draw_normal(stream);
    table.add(Column::numbers(fmt::format("noise{}", extra), std::move(noise)));
  }
  return table;
}

RankOptions options_of(const TimedMethod& method, const ExperimentOptions& options, std::size_t features) {
  RankOptions result = ranking(method.choice, subtype, options);
  if (method.mci_k) result.settings.set("mci_k", *method.mci_k);
  // Long ones need no mean over repeats.
  if (method.choice.is("mci") || features > most_genes) result.repeats = 1;
  return result;
}

class Stopwatch {
 public:
  Stopwatch(const Table& brca, const ExperimentOptions& options, const Context& context)
      : brca_(brca), options_(options), progress_(context, 1.2 * grid_cost(options)) {}

  Timing measure(const TimedMethod& method) {
    Timing timing{method.choice.label, method.growth, {}};
    for (std::size_t p = step; p <= most_genes; p += step)
      if (!add(timing, method, p)) break;
    if (method.goes_on && timing.is_measured(most_genes))
      for (std::size_t p = 2 * most_genes; add(timing, method, p);) p *= 2;
    return timing;
  }

 private:
  static double grid_cost(const ExperimentOptions& options) {
    double cost = 0;
    for (const TimedMethod& method : timed_methods())
      if (method.growth == Growth::power)
        for (std::size_t p = step; p <= most_genes; p += step) cost += cost_of(options_of(method, options, p), p);
    return cost;
  }

  // Measures one more table, unless that would take too long.
  bool add(Timing& timing, const TimedMethod& method, std::size_t features) {
    const auto p = static_cast<double>(features);
    const RankOptions rank = options_of(method, options_, features);
    if (!timing.points.empty() && timing.seconds(p) * rank.repeats > options_.time_limit) return false;
    const Table table = table_of(brca_, features, options_.seed);
    const RankResult result = rank_features(table, rank, progress_.part(std::min(1e6, cost_of(rank, features))));
    timing.points.emplace_back(p, result.seconds / rank.repeats);
    return true;
  }

  const Table& brca_;
  const ExperimentOptions& options_;
  OverallProgress progress_;
};

const Timing& find(const std::vector<Timing>& all, const std::string& label) {
  return *find_timing(all, label);
}

std::string seconds_text(double seconds) {
  return seconds < 0.01 ? fmt::format("{:.4f}", seconds) : fmt::format("{:.3g}", seconds);
}

// Seconds, marked where they were not measured.
std::string seconds_at(const Timing* timing, double p) {
  if (timing == nullptr) return "–";
  return (timing->is_measured(p) ? "" : "~") + seconds_text(timing->seconds(p));
}

ReportTable seconds_table(const std::vector<Timing>& all, const std::vector<Timing>& in_r) {
  ReportTable table{"Seconds for p genes of 572 patients (~: extrapolated)", {"method"}, {}};
  for (std::size_t p = step; p <= most_genes; p += step) table.columns.push_back(fmt::format("{}", p));
  table.columns.insert(table.columns.end(), {"R, 50", "R / ours", "paper, 50"});
  for (const Timing& timing : all) {
    table.rows.push_back({timing.label});
    std::vector<std::string>& row = table.rows.back();
    for (std::size_t p = step; p <= most_genes; p += step) row.push_back(seconds_at(&timing, static_cast<double>(p)));
    const Timing* r = find_timing(in_r, timing.label);
    row.push_back(seconds_at(r, most_genes));
    row.push_back(r != nullptr ? fmt::format("{:.1f}", r->seconds(most_genes) / timing.seconds(most_genes)) : "–");
    const double paper = paper_time(timing.label).seconds;
    row.push_back(paper > 0 ? seconds_text(paper) : "–");
  }
  return table;
}

ReportTable hour_table(const std::vector<Timing>& all, const std::vector<Timing>& in_r) {
  ReportTable table{
      "Features in an hour, extrapolated from the largest table that was measured",
      {"method", "largest table", "its seconds", "time grows as", "features in an hour", "R here", "paper"},
      {}};
  for (const Timing& timing : all) {
    const auto& [p, seconds] = timing.points.back();
    const Timing* r = find_timing(in_r, timing.label);
    const double paper = paper_time(timing.label).features;
    table.rows.push_back({timing.label, fmt::format("{:g}", p), seconds_text(seconds),
                          timing.growth == Growth::doubling ? "2^p" : fmt::format("p^{:.1f}", timing.exponent()),
                          fmt::format("{:.0f}", timing.features_in_an_hour()),
                          r != nullptr ? fmt::format("{:.0f}", r->features_in_an_hour()) : "–",
                          paper > 0 ? fmt::format("{:g}", paper) : "–"});
  }
  return table;
}

// The methods that were measured for more than one of these numbers of features.
LineChart lines(const std::string& title, const std::vector<Timing>& all, bool (*is_shown)(double)) {
  LineChart chart{title, "features", "seconds", true, {}};
  for (const Timing& timing : all) {
    LineChart::Series series{timing.label, {}};
    for (const auto& point : timing.points)
      if (is_shown(point.first)) series.points.push_back(point);
    if (series.points.size() > 1) chart.series.push_back(std::move(series));
  }
  return chart;
}

// Those of a second program in the order of the first, so that charts look alike.
std::vector<Timing> in_order_of(const std::vector<Timing>& first, const std::vector<Timing>& second) {
  std::vector<Timing> ordered;
  for (const Timing& timing : first)
    if (const Timing* other = find_timing(second, timing.label)) ordered.push_back(*other);
  return ordered;
}

void add_raw(ExperimentResult& result, const std::vector<Timing>& all, const std::string& ending) {
  for (const Timing& timing : all)
    for (const auto& [p, seconds] : timing.points)
      result.raw.push_back({timing.label + ending, fmt::format("{:g}", p), {seconds}});
}

ClaimCheck order_claim(const std::vector<Timing>& all) {
  const auto at_50 = [&](const char* label) { return find(all, label).seconds(most_genes); };
  const double umfi = std::max(at_50("UMFI lr"), at_50("UMFI ot"));
  return judged(
      "50 genes: PI is fastest, then ablation, UMFI, CPI, MCI (k=2)",
      {at_50("PI") < at_50("ablation"), at_50("ablation") < at_50("UMFI lr"), umfi < at_50("CPI"),
       std::max(umfi, at_50("CPI")) < at_50("MCI (k=2)")},
      fmt::format("PI {} s; ablation {} s; UMFI lr {} s, ot {} s; CPI {} s; MCI {} s", seconds_text(at_50("PI")),
                  seconds_text(at_50("ablation")), seconds_text(at_50("UMFI lr")), seconds_text(at_50("UMFI ot")),
                  seconds_text(at_50("CPI")), seconds_text(at_50("MCI (k=2)"))));
}

std::vector<ClaimCheck> claims_on(const std::vector<Timing>& all) {
  const Timing& lr = find(all, "UMFI lr");
  const Timing& ot = find(all, "UMFI ot");
  const Timing& pairs = find(all, "MCI (k=2)");
  const Timing& exact = find(all, "MCI (exact)");
  const auto is_moderate = [](const Timing& timing) { return timing.exponent() >= 1 && timing.exponent() <= 2.5; };
  const auto reaches = [](const Timing& timing) {
    return timing.features_in_an_hour() >= paper_time(timing.label).features;
  };
  return {
      order_claim(all),
      judged("UMFI grows somewhat faster than linearly (exponent 1 to 2.5)", {is_moderate(lr), is_moderate(ot)},
             fmt::format("lr p^{:.1f}, ot p^{:.1f}", lr.exponent(), ot.exponent())),
      judged("optimal transport takes longer than linear regression", {ot.seconds(most_genes) > lr.seconds(most_genes)},
             fmt::format("{} and {} s for 50 genes", seconds_text(ot.seconds(most_genes)),
                         seconds_text(lr.seconds(most_genes)))),
      judged(
          "features in an hour: UMFI lr before UMFI ot, MCI (k=2) and exact MCI",
          {lr.features_in_an_hour() > ot.features_in_an_hour(), ot.features_in_an_hour() > pairs.features_in_an_hour(),
           pairs.features_in_an_hour() > exact.features_in_an_hour()},
          fmt::format("{:.0f}, {:.0f}, {:.0f}, {:.0f}", lr.features_in_an_hour(), ot.features_in_an_hour(),
                      pairs.features_in_an_hour(), exact.features_in_an_hour())),
      judged("at least as many as in the paper (4010, 3000, 130, 19)",
             {reaches(lr), reaches(ot), reaches(pairs), reaches(exact)}, "as above; the paper used 12 threads")};
}

}  // namespace

ExperimentResult run_time(std::string_view, const ExperimentOptions& options, const Context& outer) {
  Context context = outer;
  context.store = nullptr;  // what was computed before says nothing about time
  const Table brca = read_data(options, "brca.csv", context);
  const std::vector<Timing> in_r = options.r_times.empty() ? std::vector<Timing>{} : read_timings(options.r_times);
  Stopwatch stopwatch(brca, options, context);
  std::vector<Timing> all;
  for (const TimedMethod& method : timed_methods()) all.push_back(stopwatch.measure(method));
  ExperimentResult result;
  result.title = "Time: 5 to 50 genes, and features in an hour";
  result.summary = fmt::format(
      "One pass over all features of {} patients with forests of {} trees: mean of {} repeats (MCI and more than 50 "
      "features: one) on {}. Beyond 50 genes columns of noise are "
      "added, as in the paper. Tables grow until one measurement would take {:g} s; what lies beyond is extrapolated "
      "and says so. {}The "
      "paper's times are of R on 12 threads of an Intel Core i9-9980HK.",
      brca.rows(), options.trees, options.repeats,
      context.threads > 0 ? fmt::format("{} threads", context.threads) : "all threads of this process",
      options.time_limit,
      in_r.empty() ? ""
                   : "R: ranger, and removers written with lm, on this machine (bench/time/r_times.R; MCI scaled "
                     "up from 30 sets). ");
  result.claims = claims_on(all);
  result.tables = {seconds_table(all, in_r), hour_table(all, in_r)};
  const auto is_in_grid = [](double p) { return p <= most_genes; };
  const auto is_beyond = [](double p) { return p >= most_genes; };
  result.charts.emplace_back(lines("Seconds for 5 to 50 genes", all, is_in_grid));
  if (!in_r.empty()) result.charts.emplace_back(lines("The same in R", in_order_of(all, in_r), is_in_grid));
  LineChart beyond = lines("Seconds for 50 features and more", all, is_beyond);
  if (!beyond.series.empty()) result.charts.emplace_back(std::move(beyond));
  add_raw(result, all, "");
  add_raw(result, in_r, ", R");
  return result;
}

}  // namespace umfi::paper
