#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

double shown(double score) {
  return std::max(0.0, score);
}

std::vector<const FeatureScore*> by_score(const RankResult& result) {
  std::vector<const FeatureScore*> sorted;
  for (const FeatureScore& feature : result.features) sorted.push_back(&feature);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->score > b->score; });
  return sorted;
}

std::string_view removers(RemovalMethod method) {
  return method == RemovalMethod::best ? "lr or ot, whichever leaves less" : name_of(method);
}

std::string title(const RankResult& result) {
  const RankOptions& options = result.options;
  const std::string rows = result.rows_per_repeat == result.rows
                               ? fmt::format("{} rows", result.rows)
                               : fmt::format("{} of {} rows drawn anew", result.rows_per_repeat, result.rows);
  return fmt::format(
      "How strongly is each feature related to {}? Ultra-marginal importance, a gain in {}.\n"
      "{}, {}; dependence removed by {}; {} of {}; {}; seed {}\n\n",
      printable(options.target), metric_title(result.task), counted(result.features.size(), "feature"), rows,
      removers(options.remove), name_of(options.model), counted(static_cast<std::size_t>(options.trees), "tree"),
      counted(static_cast<std::size_t>(options.repeats), "repeat"), options.seed);
}

std::string power_lines(const RankResult& result) {
  std::string text = fmt::format("\nAll features together: {} {:.4f}", metric_title(result.task), result.full);
  if (result.options.repeats > 1) text += fmt::format(" (sd {:.4f})", result.full_sd);
  text += fmt::format("; null model {:.4f}, {}.\n", result.null, null_model(result.task));
  if (!result.predicts()) text += "They predict no better than the null model: then no score above means anything.\n";
  return text;
}

std::string as_table(const RankResult& result, const TextStyle& style) {
  const std::vector<const FeatureScore*> sorted = by_score(result);
  double total = 0;
  for (const FeatureScore* feature : sorted) total += shown(feature->score);
  const double most = shown(sorted.front()->score);
  const std::size_t lines = std::min(sorted.size(), most_table_lines);
  const std::size_t name_width = style.width < 90 ? 16 : 40;
  const std::size_t bar_width = style.width < 90 ? 8 : 24;
  TextTable table({{"feature", Align::left},
                   {"score", Align::right},
                   {"quartiles", Align::left},
                   {"", Align::left},
                   {"share", Align::right},
                   {"with", Align::right},
                   {"without", Align::right}});
  for (std::size_t k = 0; k < lines; ++k) {
    const FeatureScore& f = *sorted[k];
    const double share = total > 0 ? shown(f.score) / total : 0;
    table.add({shortened(printable(f.name), name_width), fmt::format("{:.4f}", shown(f.score)),
               fmt::format("{:.4f} – {:.4f}", shown(f.q25), shown(f.q75)),
               bar(most > 0 ? shown(f.score) / most : 0, bar_width), fmt::format("{:.1f} %", 100 * share),
               fmt::format("{:.4f}", f.with), fmt::format("{:.4f}", f.without)});
  }
  std::string text = title(result) + table.text(style.colour);
  if (lines < sorted.size())
    text += fmt::format("… and {} more, none above {:.4f}; --format csv gives all.\n", sorted.size() - lines,
                        shown(sorted[lines]->score));
  text += power_lines(result);
  if (!result.removal_warning.empty()) text += "Warning: " + printable(result.removal_warning) + ".\n";
  const bool is_floored = std::any_of(sorted.begin(), sorted.end(), [](const auto* f) { return f->score < 0; });
  if (is_floored) text += "Scores below 0, which are noise, are shown as 0; json and csv keep the sign.\n";
  text += "Scores describe association in these data: not what a model uses, nor what an intervention would do.\n";
  return text;
}

nlohmann::ordered_json options_json(const RankOptions& options) {
  nlohmann::ordered_json json{{"target", options.target},
                              {"drop", options.drop},
                              {"remove", name_of(options.remove)},
                              {"lr_alpha", options.lr_alpha},
                              {"ot_bin_size", options.ot_bin_size},
                              {"check_removal", options.check_removal},
                              {"model", name_of(options.model)},
                              {"trees", options.trees},
                              {"repeats", options.repeats},
                              {"subsample", options.subsample},
                              {"seed", options.seed}};
  json["accuracy_floor"] = options.accuracy_floor ? nlohmann::ordered_json(*options.accuracy_floor) : nullptr;
  return json;
}

std::string as_json(const RankResult& result) {
  nlohmann::ordered_json features = nlohmann::ordered_json::array();
  for (const FeatureScore& f : result.features) {
    features.push_back({{"name", f.name},
                        {"score", f.score},
                        {"median", f.median},
                        {"q25", f.q25},
                        {"q75", f.q75},
                        {"mean", f.mean},
                        {"sd", f.sd},
                        {"with", f.with},
                        {"without", f.without},
                        {"values", f.values},
                        {"residual_dependence", nullptr}});
    if (f.residual_dependence) features.back()["residual_dependence"] = *f.residual_dependence;
    if (f.removed_by) features.back()["removed_by"] = name_of(*f.removed_by);
  }
  return json_text({{"options", options_json(result.options)},
                    {"task", name_of(result.task)},
                    {"metric", result.metric},
                    {"null", result.null},
                    {"full", result.full},
                    {"full_sd", result.full_sd},
                    {"features", features},
                    {"rows", result.rows},
                    {"rows_per_repeat", result.rows_per_repeat},
                    {"dropped_rows", result.dropped},
                    {"seconds", result.seconds},
                    {"version", version}});
}

std::string as_csv(const RankResult& result) {
  const auto numbers = [&](const char* name, double FeatureScore::*member) {
    std::vector<double> values;
    for (const FeatureScore& feature : result.features) values.push_back(feature.*member);
    return Column::numbers(name, std::move(values), Kind::numeric);
  };
  std::vector<std::string> names;
  for (const FeatureScore& feature : result.features) names.push_back(feature.name);
  Table table;
  table.add(text_column("feature", std::move(names)));
  table.add(numbers("score", &FeatureScore::score));
  table.add(numbers("median", &FeatureScore::median));
  table.add(numbers("q25", &FeatureScore::q25));
  table.add(numbers("q75", &FeatureScore::q75));
  table.add(numbers("mean", &FeatureScore::mean));
  table.add(numbers("sd", &FeatureScore::sd));
  table.add(numbers("with", &FeatureScore::with));
  table.add(numbers("without", &FeatureScore::without));
  return csv_text(table);
}

}  // namespace

std::string render(const RankResult& result, Format format, const TextStyle& style) {
  switch (format) {
    case Format::json: return as_json(result);
    case Format::csv: return as_csv(result);
    case Format::table: break;
  }
  return as_table(result, style);
}

}  // namespace umfi
