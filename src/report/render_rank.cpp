#include <limits>

#include "report/rank_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

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
    table.add(
        computed("related", [=](const FeatureScore& f) { return f.related ? (*f.related ? 1.0 : 0.0) : missing; }));
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

nlohmann::ordered_json rank_json(const RankResult& result, const OptionSpelling& spelling) {
  nlohmann::ordered_json features = nlohmann::ordered_json::array();
  for (const FeatureScore& feature : result.features) features.push_back(feature_json(feature));
  nlohmann::ordered_json json{{"options", options_json(result.option_values)},
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
                              {"data", use_json(result.use)},
                              {"warnings", spelled_sentences(result.warnings, spelling)},
                              {"seconds", result.seconds},
                              {"version", version}};
  if (result.missing_repeats > 0) json["missing_repeats"] = result.missing_repeats;
  return json;
}

std::string render(const RankResult& result, Format format, const TextStyle& style) {
  return in_format(
      format, [&] { return rank_table(result, style); }, [&] { return json_text(rank_json(result, style.spelling)); },
      [&] { return as_csv(result); });
}

}  // namespace umfi
