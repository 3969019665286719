#include <fmt/format.h>

#include <algorithm>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

// What the preferred remover leaves.
double left(const FeatureDiagnosis& feature) {
  return shown(feature.removers[feature.prefer].left());
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
std::string summary(const DiagnoseResult& result, const TextStyle& style) {
  const auto mean = [&](auto dependence_of) {
    double sum = 0;
    for (const FeatureDiagnosis& feature : result.features) sum += shown(dependence_of(feature));
    return sum / static_cast<double>(result.features.size());
  };
  std::string text = fmt::format("Mean over {}: raw {:.2f}", counted(result.features.size(), "feature"),
                                 mean([](const auto& f) { return raw(f); }));
  for (std::size_t r = 0; r < result.removers.size(); ++r)
    text += fmt::format(", {} {:.2f}", result.removers[r].name,
                        mean([r](const FeatureDiagnosis& f) { return f.removers[r].left(); }));
  return lines_of(text + ".", style);
}

// "lr, ot".
std::string remover_names(const DiagnoseResult& result, std::string_view separator) {
  std::vector<std::string> names;
  for (const DiagnosedRemover& remover : result.removers) names.push_back(remover.name);
  return fmt::format("{}", fmt::join(names, separator));
}

// The options of the removers, as "lr_alpha 0.01, ot_bin_size 150".
std::string settings_text(const DiagnoseResult& result) {
  std::vector<std::string> settings;
  const std::vector<OptionEntry> entries = options_of<DiagnoseOptions>();
  for (const NamedOption& option : result.option_values) {
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.name == option.name; });
    const bool is_of_remover = entry == entries.end() || !entry->parts.empty();
    if (is_of_remover)
      settings.push_back(option_mention(option.name, fmt::format("{}", fmt::join(option.value.written(), ","))));
  }
  return settings.empty() ? "" : fmt::format("{}; ", fmt::join(settings, " "));
}

std::string title(const DiagnoseResult& result, const TextStyle& style) {
  return lines_of("Did removal work? How well all others predict each feature, and it one of them.", style) +
         lines_of(fmt::format("{}, {} rows; {}forest of {}; seed {}", counted(result.features.size(), "feature"),
                              result.rows, settings_text(result),
                              counted(static_cast<std::size_t>(result.options.trees), "tree"), result.options.seed),
                  style) +
         "\n";
}

std::string legend(const DiagnoseResult& result, const TextStyle& style) {
  const bool has_classes = std::any_of(result.features.begin(), result.features.end(),
                                       [](const auto& feature) { return feature.measure != "r2"; });
  std::string text = fmt::format(
      "raw: the others as they are; {}: freed by it. The out-of-bag R² by which they predict the feature, or the share "
      "of one of them that follows it, whichever is more; 0 is perfect, noise below it shown as 0.",
      remover_names(result, ", "));
  if (has_classes) text += " For features of categories: accuracy, from the null model (0) to 1, in place of R².";
  return "\n" + lines_of(text, style) +
         lines_of("kept: what the others keep of their own, from 0 to 1 (MIC_e), mean over them.", style) +
         lines_of(
             "Where much is left, the others can stand in for the feature, whose score may come out too low, or it "
             "explains them without being related itself, and comes out too high.",
             style);
}

std::string figure(double value) {
  return fmt::format("{:.2f}", shown(value));
}

TextTable diagnosis_table(const DiagnoseResult& result, const std::vector<const FeatureDiagnosis*>& sorted,
                          std::size_t lines) {
  std::vector<TextTable::Heading> headings{{"feature", Align::left, {.shrinks_to = 14}},
                                           {"raw", Align::right, {.leave_out = 1}}};
  for (const DiagnosedRemover& remover : result.removers) headings.push_back({remover.name, Align::right});
  headings.push_back({"kept " + remover_names(result, " "), Align::right, {.leave_out = 2, .name = "kept"}});
  headings.push_back({"verdict", Align::left});
  TextTable table(headings);
  for (std::size_t k = 0; k < lines; ++k) {
    const FeatureDiagnosis& f = *sorted[k];
    std::vector<std::string> cells{shown_name(f.name), figure(raw(f))};
    std::vector<std::string> kept;
    for (const RemoverDiagnosis& remover : f.removers) {
      cells.push_back(figure(remover.left()));
      kept.push_back(figure(remover.kept_mean));
    }
    cells.push_back(fmt::format("{}", fmt::join(kept, " ")));
    cells.push_back(f.verdict);
    table.add(std::move(cells));
  }
  return table;
}

std::string as_table(const DiagnoseResult& result, const TextStyle& style) {
  const std::vector<const FeatureDiagnosis*> sorted = by_what_is_left(result);
  const std::size_t lines = std::min(sorted.size(), most_table_lines);
  std::string text = title(result, style) + diagnosis_table(result, sorted, lines).text(style);
  if (lines < sorted.size())
    text += lines_of(fmt::format("… and {} more, of which none keeps more than {}; {} gives all.",
                                 sorted.size() - lines, figure(left(*sorted[lines])), option_mention("format", "csv")),
                     style);
  return text + "\n" + summary(result, style) + legend(result, style);
}

nlohmann::ordered_json remover_json(const std::string& name, const RemoverDiagnosis& remover) {
  nlohmann::ordered_json json{{"name", name},
                              {"residual_dependence", remover.residual},
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
  for (std::size_t r = 0; r < result.removers.size(); ++r)
    table.add(numbers(result.removers[r].name, [r](const auto& f) { return f.removers[r].residual; }));
  for (std::size_t r = 0; r < result.removers.size(); ++r) {
    const std::string prefix = result.removers[r].name + "_";
    table.add(numbers(prefix + "pairwise", [r](const auto& f) { return f.removers[r].pairwise; }));
    table.add(numbers(prefix + "kept_mean", [r](const auto& f) { return f.removers[r].kept_mean; }));
    table.add(numbers(prefix + "kept_worst", [r](const auto& f) { return f.removers[r].kept_worst; }));
    table.add(texts(prefix + "worst_column", [r](const auto& f) { return f.removers[r].worst_column; }));
  }
  table.add(texts("prefer", [&](const auto& f) { return result.removers[f.prefer].name; }));
  table.add(texts("verdict", [](const auto& f) { return f.verdict; }));
  return csv_text(table);
}

}  // namespace

nlohmann::ordered_json diagnose_json(const DiagnoseResult& result) {
  nlohmann::ordered_json removers = nlohmann::ordered_json::array();
  for (const DiagnosedRemover& remover : result.removers)
    removers.push_back({{"name", remover.name}, {"title", remover.title}, {"mean_residual", remover.mean_residual}});
  nlohmann::ordered_json features = nlohmann::ordered_json::array();
  for (const FeatureDiagnosis& f : result.features) {
    nlohmann::ordered_json diagnosed = nlohmann::ordered_json::array();
    for (std::size_t r = 0; r < f.removers.size(); ++r)
      diagnosed.push_back(remover_json(result.removers[r].name, f.removers[r]));
    features.push_back({{"name", f.name},
                        {"measure", f.measure},
                        {"raw_dependence", f.raw},
                        {"raw_pairwise_dependence", f.raw_pairwise},
                        {"removers", diagnosed},
                        {"prefer", result.removers[f.prefer].name},
                        {"verdict", f.verdict}});
  }
  return {{"options", options_json(result.option_values)},
          {"removers", removers},
          {"features", features},
          {"mean_raw", result.mean_raw},
          {"rows", result.rows},
          {"dropped_rows", result.dropped},
          {"data", use_json(result.use)},
          {"seconds", result.seconds},
          {"version", version}};
}

std::string render(const DiagnoseResult& result, Format format, const TextStyle& style) {
  return in_format(
      format, [&] { return as_table(result, style); }, [&] { return json_text(diagnose_json(result)); },
      [&] { return as_csv(result); });
}

}  // namespace umfi
