#include <fmt/format.h>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

std::string as_table(const PowerResult& result, const TextStyle& style) {
  std::string text = fmt::format("Predicting {} from {} in {} rows: {}, {}, {}\n\n",
                                 printable(result.options.target), counted(result.features.size(), "feature"),
                                 result.rows, name_of(result.task), result.power_label,
                                 counted(static_cast<std::size_t>(result.options.repeats), "repeat"));
  TextTable table({{"", Align::left},
                   {result.metric.title, Align::right},
                   {"sd", Align::right},
                   {"", Align::left}});
  table.add({"these features", fmt::format("{:.4f}", result.mean),
             result.options.repeats > 1 ? fmt::format("{:.4f}", result.sd) : "", ""});
  table.add({"null model", fmt::format("{:.4f}", result.null), "", result.metric.null_model});
  text += table.text(style.colour);
  if (result.mean <= result.null) text += "\nThese features do not beat the null model.\n";
  return text;
}

std::string as_json(const PowerResult& result) {
  const nlohmann::ordered_json json{
      {"metric", result.metric.name},
      {"null", result.null},
      {"mean", result.mean},
      {"sd", result.sd},
      {"values", result.values},
      {"task", name_of(result.task)},
      {"rows", result.rows},
      {"dropped_rows", result.dropped},
      {"features", result.features},
      {"options", options_json(values_of(result.options))},
      {"seconds", result.seconds},
      {"version", version},
  };
  return json_text(json);
}

std::string as_csv(const PowerResult& result) {
  std::string text = "repeat,metric,null,value\n";
  for (std::size_t repeat = 0; repeat < result.values.size(); ++repeat)
    text += fmt::format("{},{},{},{}\n", repeat + 1, result.metric.name, result.null, result.values[repeat]);
  return text;
}

}  // namespace

std::string render(const PowerResult& result, Format format, const TextStyle& style) {
  return in_format(
      format, [&] { return as_table(result, style); }, [&] { return as_json(result); }, [&] { return as_csv(result); });
}

}  // namespace umfi
