#include <fmt/format.h>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

std::string as_table(const PowerResult& result, const TextStyle& style) {
  std::string text =
      lines_of(fmt::format("Predicting {} from {} in {} rows: {}, {}, {}", shown_name(result.options.target),
                           counted(result.features.size(), "feature"), result.rows, name_of(result.task),
                           result.power_label, counted(static_cast<std::size_t>(result.options.repeats), "repeat")),
               style);
  TextTable table({{"", Align::left},
                   {result.metric.title, Align::right},
                   {"sd", Align::right},
                   {"", Align::left, {.leave_out = 1, .name = "what the null model does"}}});
  table.add({"these features", fmt::format("{:.4f}", result.mean),
             result.options.repeats > 1 ? fmt::format("{:.4f}", result.sd) : "", ""});
  table.add({"null model", fmt::format("{:.4f}", result.null), "", result.metric.null_model});
  text += "\n" + table.text(style);
  if (result.mean <= result.null) text += "\n" + lines_of("These features do not beat the null model.", style);
  return text;
}

std::string as_json(const PowerResult& result) {
  const nlohmann::ordered_json json{
      {"metric", result.metric.name}, {"null", result.null},
      {"mean", result.mean},          {"sd", result.sd},
      {"values", result.values},      {"task", name_of(result.task)},
      {"rows", result.rows},          {"dropped_rows", result.dropped},
      {"features", result.features},  {"options", options_json(result.option_values)},
      {"seconds", result.seconds},    {"version", version},
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
