#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

// What nu is measured in.
std::string_view metric_title(const RankResult& result) {
  return result.options.power == PowerKind::gaussian ? "nats of information" : metric_title(result.task);
}

std::string_view removers(RemovalMethod method) {
  return method == RemovalMethod::best ? "lr or ot, whichever leaves less" : name_of(method);
}

std::string title(const RankResult& result) {
  const RankOptions& options = result.options;
  const std::string rows = result.rows_per_repeat == result.rows
                               ? fmt::format("{} rows", result.rows)
                               : fmt::format("{} of {} rows drawn anew", result.rows_per_repeat, result.rows);
  std::string text =
      options.method == Method::umfi
          ? fmt::format("How strongly is each feature related to {}? Ultra-marginal importance, a gain in {}.\n",
                        printable(options.target), metric_title(result))
          : fmt::format("Importance for {} by {}: {}.\n", printable(options.target), name_of(options.method),
                        description_of(options.method).question);
  const std::string removal =
      options.method == Method::umfi ? fmt::format("dependence removed by {}; ", removers(options.remove)) : "";
  const std::string model =
      options.power == PowerKind::gaussian
          ? "Gaussian power"
          : fmt::format("{} of {}", name_of(options.model), counted(static_cast<std::size_t>(options.trees), "tree"));
  return text + fmt::format("{}, {}; {}{}; {}; seed {}\n\n", counted(result.features.size(), "feature"), rows, removal,
                            model, repeats_text(result), options.seed);
}

std::string power_lines(const RankResult& result) {
  std::string text = fmt::format("\nAll features together: {} {:.4f}", metric_title(result), result.full);
  if (result.options.repeats - static_cast<int>(result.missing_repeats) > 1)
    text += fmt::format(" (sd {:.4f})", result.full_sd);
  text += fmt::format("; null model {:.4f}, {}.\n", result.null, null_model(result.task));
  if (!result.predicts()) text += "They predict no better than the null model: then no score above means anything.\n";
  return text;
}

// Two more columns where there is room for what they say: the two powers, or what the score is made of.
std::vector<TextTable::Heading> last_headings(const RankResult& result) {
  if (result.options.explain)
    return {
        {"alone", Align::right}, {"given others", Align::right}, {"shared", Align::right}, {"together", Align::right}};
  if (std::isnan(result.features.front().with)) return {};
  return {{"with", Align::right}, {"without", Align::right}};
}

std::vector<std::string> last_cells(const RankResult& result, const FeatureScore& feature) {
  const auto number = [](double value) { return fmt::format("{:.4f}", value); };
  if (result.options.explain) {
    const Explanation& made_of = *feature.explanation;
    return {number(made_of.alone), number(made_of.given_others), number(made_of.shared), number(made_of.together)};
  }
  if (std::isnan(feature.with)) return {};
  return {number(feature.with), number(feature.without)};
}

std::string score_table(const RankResult& result, const std::vector<const FeatureScore*>& sorted, std::size_t lines,
                        const TextStyle& style) {
  double total = 0;
  for (const FeatureScore* feature : sorted) total += shown(feature->score);
  const double most = shown(sorted.front()->score);
  const std::size_t name_width = style.width < 90 ? 16 : 40;
  const std::size_t bar_width = style.width < 90 ? 8 : 24;
  std::vector<TextTable::Heading> headings{{"feature", Align::left},
                                           {"score", Align::right},
                                           {"quartiles", Align::left},
                                           {"", Align::left},
                                           {"share", Align::right}};
  for (const auto& heading : last_headings(result)) headings.push_back(heading);
  TextTable table(headings);
  for (std::size_t k = 0; k < lines; ++k) {
    const FeatureScore& f = *sorted[k];
    const double share = total > 0 ? shown(f.score) / total : 0;
    std::vector<std::string> cells{shortened(printable(f.name), name_width), fmt::format("{:.4f}", shown(f.score)),
                                   fmt::format("{:.4f} – {:.4f}", shown(f.q25), shown(f.q75)),
                                   bar(most > 0 ? shown(f.score) / most : 0, bar_width),
                                   fmt::format("{:.1f} %", 100 * share)};
    for (std::string& cell : last_cells(result, f)) cells.push_back(std::move(cell));
    table.add(std::move(cells));
  }
  return table.text(style.colour);
}

std::string explanation_lines() {
  return "alone: without any other feature. given others: on top of all others as they are. shared: what others also "
         "tell\n"
         "(score - given others). together: what appears only beside others (score - alone).\n";
}

std::string as_table(const RankResult& result, const TextStyle& style) {
  const std::vector<const FeatureScore*> sorted = by_score(result);
  const std::size_t lines = std::min(sorted.size(), most_table_lines);
  std::string text = title(result) + score_table(result, sorted, lines, style);
  if (lines < sorted.size())
    text += fmt::format("… and {} more, none above {:.4f}; --format csv gives all.\n", sorted.size() - lines,
                        shown(sorted[lines]->score));
  text += power_lines(result);
  if (result.options.explain) text += explanation_lines();
  if (!result.removal_warning.empty()) text += "Warning: " + printable(result.removal_warning) + ".\n";
  const bool is_floored = std::any_of(sorted.begin(), sorted.end(), [](const auto* f) { return f->score < 0; });
  if (is_floored) text += "Scores below 0, which are noise, are shown as 0; json and csv keep the sign.\n";
  if (result.options.method == Method::umfi)
    text += "Scores describe association in these data: not what a model uses, nor what an intervention would do.\n";
  return text;
}

nlohmann::ordered_json options_json(const RankOptions& options) {
  nlohmann::ordered_json json{{"target", options.target},
                              {"drop", options.drop},
                              {"method", name_of(options.method)},
                              {"remove", name_of(options.remove)},
                              {"lr_alpha", options.lr_alpha},
                              {"ot_bin_size", options.ot_bin_size},
                              {"check_removal", options.check_removal},
                              {"power", name_of(options.power)},
                              {"model", name_of(options.model)},
                              {"trees", options.trees},
                              {"repeats", options.repeats},
                              {"subsample", options.subsample},
                              {"seed", options.seed}};
  json["mci_k"] = options.mci_k ? nlohmann::ordered_json(*options.mci_k) : nullptr;
  json["accuracy_floor"] = options.accuracy_floor ? nlohmann::ordered_json(*options.accuracy_floor) : nullptr;
  return json;
}

nlohmann::ordered_json feature_json(const FeatureScore& f) {
  nlohmann::ordered_json json{{"name", f.name},       {"score", f.score},  {"median", f.median}, {"q25", f.q25},
                              {"q75", f.q75},         {"mean", f.mean},    {"sd", f.sd},         {"with", f.with},
                              {"without", f.without}, {"values", f.values}};
  if (f.explanation)
    json["explanation"] = {{"alone", f.explanation->alone},
                           {"given_others", f.explanation->given_others},
                           {"shared", f.explanation->shared},
                           {"together", f.explanation->together}};
  json["residual_dependence"] = f.residual_dependence ? nlohmann::ordered_json(*f.residual_dependence) : nullptr;
  if (f.removed_by) json["removed_by"] = name_of(*f.removed_by);
  return json;
}

std::string as_csv(const RankResult& result) {
  const auto numbers = [&](const char* name, double FeatureScore::*member) {
    std::vector<double> values;
    for (const FeatureScore& feature : result.features) values.push_back(feature.*member);
    return Column::numbers(name, std::move(values), Kind::numeric);
  };
  const auto explained = [&](const char* name, double Explanation::*member) {
    std::vector<double> values;
    for (const FeatureScore& feature : result.features) values.push_back((*feature.explanation).*member);
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
  if (result.options.explain) {
    table.add(explained("alone", &Explanation::alone));
    table.add(explained("given_others", &Explanation::given_others));
    table.add(explained("shared", &Explanation::shared));
    table.add(explained("together", &Explanation::together));
  }
  return csv_text(table);
}

}  // namespace

nlohmann::ordered_json rank_json(const RankResult& result) {
  nlohmann::ordered_json features = nlohmann::ordered_json::array();
  for (const FeatureScore& feature : result.features) features.push_back(feature_json(feature));
  nlohmann::ordered_json json{{"options", options_json(result.options)},
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
                              {"version", version}};
  if (result.missing_repeats > 0) json["missing_repeats"] = result.missing_repeats;
  return json;
}

std::string render(const RankResult& result, Format format, const TextStyle& style) {
  switch (format) {
    case Format::json: return json_text(rank_json(result));
    case Format::csv: return as_csv(result);
    case Format::table: break;
  }
  return as_table(result, style);
}

}  // namespace umfi
