#include <fmt/format.h>

#include <algorithm>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

double shown(double dependence) {
  return std::max(0.0, dependence);
}

// What the better remover leaves.
double left(const FeatureDiagnosis& feature) {
  return shown(feature.prefer == RemovalMethod::lr ? feature.lr.left() : feature.ot.left());
}

// What there was.
double raw(const FeatureDiagnosis& feature) {
  return std::max(feature.raw, feature.raw_pairwise);
}

// Where most is left first.
std::vector<const FeatureDiagnosis*> by_what_is_left(const DiagnoseResult& result) {
  std::vector<const FeatureDiagnosis*> sorted;
  for (const FeatureDiagnosis& feature : result.features) sorted.push_back(&feature);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return left(*a) > left(*b); });
  return sorted;
}

// As shown: what is below 0 in one feature does not make up for what is left in another.
std::string summary(const DiagnoseResult& result) {
  const auto mean = [&](auto dependence_of) {
    double sum = 0;
    for (const FeatureDiagnosis& feature : result.features) sum += shown(dependence_of(feature));
    return sum / static_cast<double>(result.features.size());
  };
  return fmt::format("\nMean over {}: raw {:.2f}, lr {:.2f}, ot {:.2f}.\n", counted(result.features.size(), "feature"),
                     mean([](const auto& f) { return raw(f); }), mean([](const auto& f) { return f.lr.left(); }),
                     mean([](const auto& f) { return f.ot.left(); }));
}

std::string title(const DiagnoseResult& result) {
  return fmt::format(
      "Did removal work? What all others know about each feature, and it about them.\n"
      "{}, {} rows; lr alpha {}; ot bins of {} rows; forest of {}; seed {}\n\n",
      counted(result.features.size(), "feature"), result.rows, result.options.lr_alpha, result.options.ot_bin_size,
      counted(static_cast<std::size_t>(result.options.trees), "tree"), result.options.seed);
}

std::string legend(const DiagnoseResult& result) {
  const bool has_classes = std::any_of(result.features.begin(), result.features.end(),
                                       [](const auto& feature) { return feature.measure != "r2"; });
  std::string text =
      "\nraw, lr, ot: the others as they are, freed by lr, freed by ot. The out-of-bag R² by which they predict the "
      "feature,\nor the share of one of them that follows it, whichever is more; 0 is perfect, noise below it shown as "
      "0.\n";
  if (has_classes) text += "For features of categories: accuracy, from the null model (0) to 1, in place of R².\n";
  return text +
         "kept: what the others keep of their own, from 0 to 1 (MIC_e), mean over them.\n"
         "Where much is left, the others can stand in for the feature, whose score may come out too low, or it "
         "explains\n"
         "them without being related itself, and comes out too high.\n";
}

std::string as_table(const DiagnoseResult& result, const TextStyle& style) {
  const std::vector<const FeatureDiagnosis*> sorted = by_what_is_left(result);
  const std::size_t lines = std::min(sorted.size(), most_table_lines);
  const std::size_t name_width = style.width < 90 ? 14 : 40;
  const auto figure = [](double value) { return fmt::format("{:.2f}", shown(value)); };
  TextTable table({{"feature", Align::left},
                   {"raw", Align::right},
                   {"lr", Align::right},
                   {"ot", Align::right},
                   {"kept lr ot", Align::right},
                   {"verdict", Align::left}});
  for (std::size_t k = 0; k < lines; ++k) {
    const FeatureDiagnosis& f = *sorted[k];
    table.add({shortened(printable(f.name), name_width), figure(raw(f)), figure(f.lr.left()), figure(f.ot.left()),
               figure(f.lr.kept_mean) + " " + figure(f.ot.kept_mean), f.verdict});
  }
  std::string text = title(result) + table.text(style.colour);
  if (lines < sorted.size())
    text += fmt::format("… and {} more, of which none keeps more than {}; --format csv gives all.\n",
                        sorted.size() - lines, figure(left(*sorted[lines])));
  return text + summary(result) + legend(result);
}

nlohmann::ordered_json options_json(const DiagnoseOptions& options) {
  nlohmann::ordered_json json{{"target", nullptr},
                              {"drop", options.drop},
                              {"lr_alpha", options.lr_alpha},
                              {"ot_bin_size", options.ot_bin_size},
                              {"trees", options.trees},
                              {"seed", options.seed}};
  if (!options.target.empty()) json["target"] = options.target;
  return json;
}

nlohmann::ordered_json remover_json(const RemoverDiagnosis& remover) {
  nlohmann::ordered_json json{{"residual_dependence", remover.residual},
                              {"pairwise_dependence", remover.pairwise},
                              {"kept_mean", remover.kept_mean},
                              {"kept_worst", remover.kept_worst},
                              {"worst_column", nullptr}};
  if (!remover.worst_column.empty()) json["worst_column"] = remover.worst_column;
  return json;
}

std::string as_csv(const DiagnoseResult& result) {
  const auto texts = [&](const std::string& heading, auto text_of) {
    std::vector<std::string> cells;
    for (const FeatureDiagnosis& feature : result.features) cells.emplace_back(text_of(feature));
    return text_column(heading, std::move(cells));
  };
  const auto numbers = [&](const std::string& heading, auto number_of) {
    std::vector<double> values;
    for (const FeatureDiagnosis& feature : result.features) values.push_back(number_of(feature));
    return Column::numbers(heading, std::move(values), Kind::numeric);
  };
  Table table;
  table.add(texts("feature", [](const auto& f) { return f.name; }));
  table.add(texts("measure", [](const auto& f) { return f.measure; }));
  table.add(numbers("raw", [](const auto& f) { return f.raw; }));
  table.add(numbers("raw_pairwise", [](const auto& f) { return f.raw_pairwise; }));
  table.add(numbers("lr", [](const auto& f) { return f.lr.residual; }));
  table.add(numbers("ot", [](const auto& f) { return f.ot.residual; }));
  for (const auto& [name, remover] : {std::pair{"lr", &FeatureDiagnosis::lr}, {"ot", &FeatureDiagnosis::ot}}) {
    const std::string prefix = std::string(name) + "_";
    const RemoverDiagnosis FeatureDiagnosis::*const part = remover;
    table.add(numbers(prefix + "pairwise", [&](const auto& f) { return (f.*part).pairwise; }));
    table.add(numbers(prefix + "kept_mean", [&](const auto& f) { return (f.*part).kept_mean; }));
    table.add(numbers(prefix + "kept_worst", [&](const auto& f) { return (f.*part).kept_worst; }));
    table.add(texts(prefix + "worst_column", [&](const auto& f) { return (f.*part).worst_column; }));
  }
  table.add(texts("prefer", [](const auto& f) { return name_of(f.prefer); }));
  table.add(texts("verdict", [](const auto& f) { return f.verdict; }));
  return csv_text(table);
}

}  // namespace

nlohmann::ordered_json diagnose_json(const DiagnoseResult& result) {
  nlohmann::ordered_json features = nlohmann::ordered_json::array();
  for (const FeatureDiagnosis& f : result.features)
    features.push_back({{"name", f.name},
                        {"measure", f.measure},
                        {"raw_dependence", f.raw},
                        {"raw_pairwise_dependence", f.raw_pairwise},
                        {"lr", remover_json(f.lr)},
                        {"ot", remover_json(f.ot)},
                        {"prefer", name_of(f.prefer)},
                        {"verdict", f.verdict}});
  return {{"options", options_json(result.options)},
          {"features", features},
          {"mean_raw", result.mean_raw},
          {"mean_lr", result.mean_lr},
          {"mean_ot", result.mean_ot},
          {"rows", result.rows},
          {"dropped_rows", result.dropped},
          {"seconds", result.seconds},
          {"version", version}};
}

std::string render(const DiagnoseResult& result, Format format, const TextStyle& style) {
  return in_format(
      format, [&] { return as_table(result, style); }, [&] { return json_text(diagnose_json(result)); },
      [&] { return as_csv(result); });
}

}  // namespace umfi
