#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

// Beside what it is made of a score keeps its sign, so that the row adds up.
std::string score_cell(const RankResult& result, double score) {
  return fmt::format("{:.4f}", result.options.explain ? score : shown(score));
}

std::vector<const FeatureScore*> by_score(const RankResult& result) {
  std::vector<const FeatureScore*> sorted;
  for (const FeatureScore& feature : result.features) sorted.push_back(&feature);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->score > b->score; });
  return sorted;
}

std::string title(const RankResult& result) {
  const RankOptions& options = result.options;
  const std::string rows = result.rows_per_repeat == result.rows
                               ? fmt::format("{} rows", result.rows)
                               : fmt::format("{} of {} rows drawn again each time", result.rows_per_repeat, result.rows);
  std::string text =
      result.texts.takes_remover
          ? fmt::format("How strongly is each feature related to {}? Ultra-marginal importance, a gain in {}.\n",
                        printable(options.target), result.metric.title)
          : fmt::format("Importance for {} by {}: {}.\n", printable(options.target), options.method,
                        result.texts.question);
  const std::string removal =
      result.texts.takes_remover ? fmt::format("dependence removed by {}; ", result.texts.removers) : "";
  return text + fmt::format("{}, {}; {}{}; {}; seed {}\n\n", counted(result.features.size(), "feature"), rows, removal,
                            result.texts.power, repeats_text(result), options.seed);
}

std::string number(double value) {
  return fmt::format("{:.4f}", value);
}

std::string range(const RankResult& result, double low, double high) {
  return score_cell(result, low) + " – " + score_cell(result, high);
}

// A column of the table: its heading, and its cell for a feature.
struct ScoreColumn {
  TextTable::Heading heading;
  std::function<std::string(const FeatureScore&)> cell;
};

// What the score is made of, or else the two powers it is the difference of.
std::vector<ScoreColumn> part_columns(const RankResult& result) {
  if (result.options.explain) {
    const auto part = [](const char* name, double Explanation::*member) {
      return ScoreColumn{{name, Align::right},
                         [member](const FeatureScore& f) { return number(*f.explanation.*member); }};
    };
    return {part("alone", &Explanation::alone), part("given others", &Explanation::given_others),
            part("shared", &Explanation::shared), part("together", &Explanation::together)};
  }
  if (std::isnan(result.features.front().with)) return {};
  return {{{"with", Align::right}, [](const FeatureScore& f) { return number(f.with); }},
          {{"without", Align::right}, [](const FeatureScore& f) { return number(f.without); }}};
}

// Whether any feature was tested; p is withheld where copies of a feature could not be treated as it is.
bool has_tests(const RankResult& result) {
  return std::any_of(result.features.begin(), result.features.end(), [](const FeatureScore& f) { return f.p.has_value(); });
}

std::vector<ScoreColumn> test_columns(const RankResult& result) {
  if (!has_tests(result)) return {};
  const auto small = [](std::optional<double> p) {
    if (!p) return std::string("–");
    return *p < 0.001 ? fmt::format("{:.0e}", *p) : fmt::format("{:.3f}", *p);
  };
  return {{{"p", Align::right}, [small](const FeatureScore& f) { return small(f.p); }},
          {{"q", Align::right}, [small](const FeatureScore& f) { return small(f.q); }},
          {{"related", Align::left},
           [](const FeatureScore& f) { return std::string(!f.related ? "–" : *f.related ? "yes" : "no"); }}};
}

// Beyond a terminal lines may be as long as they like.
bool has_room(const TextStyle& style) {
  return !style.is_terminal || style.width >= 130;
}

// Sampling error where it was measured; the scatter of repeats where not, and where there is room for both.
std::vector<ScoreColumn> error_columns(const RankResult& result, const TextStyle& style) {
  const FeatureScore& any = result.features.front();
  std::vector<ScoreColumn> columns;
  if (any.interval) {
    columns.push_back({{"±", Align::right}, [](const FeatureScore& f) { return number(f.mc_error); }});
    columns.push_back({{fmt::format("{:g} % interval", 100 * result.options.confidence), Align::left},
                       [&result](const FeatureScore& f) { return range(result, f.interval->low, f.interval->high); }});
  }
  if (!any.interval || has_room(style))
    columns.push_back(
        {{"quartiles", Align::left}, [&result](const FeatureScore& f) { return range(result, f.q25, f.q75); }});
  return columns;
}

std::vector<ScoreColumn> score_columns(const RankResult& result, double most, double total, const TextStyle& style) {
  const std::size_t name_width = style.width < 110 ? 16 : 40;
  const std::size_t bar_width = style.width < 110 ? 8 : 24;
  std::vector<ScoreColumn> columns{
      {{"feature", Align::left}, [=](const FeatureScore& f) { return shortened(printable(f.name), name_width); }},
      {{"score", Align::right}, [&result](const FeatureScore& f) { return score_cell(result, f.score); }}};
  const auto add = [&](std::vector<ScoreColumn> more) {
    std::move(more.begin(), more.end(), std::back_inserter(columns));
  };
  add(error_columns(result, style));
  add({{{"", Align::left}, [=](const FeatureScore& f) { return bar(most > 0 ? shown(f.score) / most : 0, bar_width); }},
       {{"share", Align::right},
        [=](const FeatureScore& f) { return fmt::format("{:.1f} %", total > 0 ? 100 * shown(f.score) / total : 0); }}});
  if (result.options.explain || !result.features.front().interval || has_room(style)) add(part_columns(result));
  add(test_columns(result));
  return columns;
}

std::string score_table(const RankResult& result, const std::vector<const FeatureScore*>& sorted, std::size_t lines,
                        const TextStyle& style) {
  double total = 0;
  for (const FeatureScore* feature : sorted) total += shown(feature->score);
  const std::vector<ScoreColumn> columns = score_columns(result, shown(sorted.front()->score), total, style);
  std::vector<TextTable::Heading> headings;
  for (const ScoreColumn& column : columns) headings.push_back(column.heading);
  TextTable table(headings);
  for (std::size_t k = 0; k < lines; ++k) {
    std::vector<std::string> cells;
    for (const ScoreColumn& column : columns) cells.push_back(column.cell(*sorted[k]));
    table.add(std::move(cells));
  }
  return table.text(style.colour);
}

// What the columns of inference say.
std::string inference_lines(const RankResult& result) {
  const FeatureScore& any = result.features.front();
  std::string text;
  if (any.interval)
    text +=
        fmt::format("±: standard error, were it run with another seed. {:g} % interval: were it run with other data.\n",
                    100 * result.options.confidence);
  if (has_tests(result)) {
    const auto related = std::count_if(result.features.begin(), result.features.end(),
                                       [](const FeatureScore& f) { return f.related.value_or(false); });
    text +=
        fmt::format("{} of {} related to {} at a false discovery rate of {:g}, by q (p adjusted, {}){}.\n", related,
                    counted(result.features.size(), "feature"), printable(result.options.target), result.options.fdr,
                    name_of(result.options.adjust), any.interval ? " and not by the interval" : "");
  }
  return text;
}

std::string explanation_lines() {
  return "alone: without any other feature. given others: on top of all others as they are. shared: what others also "
         "say\n"
         "(score - given others). together: what appears only beside others (score - alone).\n";
}

std::string as_table(const RankResult& result, const TextStyle& style) {
  const std::vector<const FeatureScore*> sorted = by_score(result);
  const std::size_t lines = std::min(sorted.size(), most_table_lines);
  std::string text = title(result) + score_table(result, sorted, lines, style);
  if (lines < sorted.size())
    text += fmt::format("… and {} more, none above {:.4f}; {} gives all.\n", sorted.size() - lines,
                        shown(sorted[lines]->score), spelled(option_mention("format", "csv"), style.spelling));
  text += power_lines(result);
  text += inference_lines(result);
  if (result.options.explain) text += explanation_lines();
  if (!result.removal_warning.empty())
    text += "Warning: " + printable(spelled(result.removal_warning, style.spelling)) + ".\n";
  const bool is_floored = std::any_of(sorted.begin(), sorted.end(), [](const auto* f) { return f->score < 0; });
  if (is_floored)
    text += result.options.explain ? "Scores below 0 are noise and count as 0 in shares.\n"
                                   : "Scores below 0, which are noise, are shown as 0; json and csv keep the sign.\n";
  if (result.texts.takes_remover)
    text += "Scores describe association in these data: not what a model uses, nor what an intervention would do.\n";
  return text;
}

nlohmann::ordered_json feature_json(const FeatureScore& f) {
  nlohmann::ordered_json json{{"name", f.name},       {"score", f.score},  {"median", f.median}, {"q25", f.q25},
                              {"q75", f.q75},         {"mean", f.mean},    {"sd", f.sd},         {"with", f.with},
                              {"without", f.without}, {"values", f.values}};
  json["mc_error"] = f.mc_error;
  if (f.interval) {
    json["low"] = f.interval->low;
    json["high"] = f.interval->high;
  }
  if (f.p) {
    json["p"] = *f.p;
    json["p_is_pooled"] = f.p_is_pooled;
    json["q"] = *f.q;
    json["related"] = *f.related;
  }
  if (f.explanation)
    json["explanation"] = {{"alone", f.explanation->alone},
                           {"given_others", f.explanation->given_others},
                           {"shared", f.explanation->shared},
                           {"together", f.explanation->together}};
  json["residual_dependence"] = f.residual_dependence ? nlohmann::ordered_json(*f.residual_dependence) : nullptr;
  if (f.removed_by) json["removed_by"] = *f.removed_by;
  return json;
}

std::string as_csv(const RankResult& result) {
  const auto computed = [&](const char* name, const auto& value_of) {
    std::vector<double> values;
    for (const FeatureScore& feature : result.features) values.push_back(value_of(feature));
    return Column::numbers(name, std::move(values), Kind::numeric);
  };
  const auto numbers = [&](const char* name, double FeatureScore::*member) {
    return computed(name, [member](const FeatureScore& f) { return f.*member; });
  };
  const auto explained = [&](const char* name, double Explanation::*member) {
    return computed(name, [member](const FeatureScore& f) { return *f.explanation.*member; });
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
  table.add(numbers("mc_error", &FeatureScore::mc_error));
  if (result.features.front().interval) {
    table.add(computed("low", [](const FeatureScore& f) { return f.interval->low; }));
    table.add(computed("high", [](const FeatureScore& f) { return f.interval->high; }));
  }
  if (has_tests(result)) {
    const double missing = std::numeric_limits<double>::quiet_NaN();
    table.add(computed("p", [=](const FeatureScore& f) { return f.p.value_or(missing); }));
    table.add(computed("q", [=](const FeatureScore& f) { return f.q.value_or(missing); }));
    table.add(computed("related", [=](const FeatureScore& f) { return f.related ? (*f.related ? 1.0 : 0.0) : missing; }));
  }
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
  nlohmann::ordered_json json{{"options", options_json(values_of(result.options))},
                              {"task", name_of(result.task)},
                              {"metric", result.metric.name},
                              {"score_unit", result.score_unit},
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
  return in_format(
      format, [&] { return as_table(result, style); }, [&] { return json_text(rank_json(result)); },
      [&] { return as_csv(result); });
}

}  // namespace umfi
