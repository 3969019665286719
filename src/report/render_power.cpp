#include <fmt/format.h>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

std::string as_table(const PowerResult& result, const TextStyle& style) {
  std::string text = fmt::format("Predicting {} from {} in {} rows: {}, out of bag, {} of {}, {}\n\n",
                                 printable(result.options.target), counted(result.features.size(), "feature"),
                                 result.rows, name_of(result.task), name_of(result.options.model),
                                 counted(static_cast<std::size_t>(result.options.trees), "tree"),
                                 counted(static_cast<std::size_t>(result.options.repeats), "repeat"));
  TextTable table({{"", Align::left},
                   {std::string(metric_title(result.task)), Align::right},
                   {"sd", Align::right},
                   {"", Align::left}});
  table.add({"these features", fmt::format("{:.4f}", result.mean),
             result.options.repeats > 1 ? fmt::format("{:.4f}", result.sd) : "", ""});
  table.add({"null model", fmt::format("{:.4f}", result.null), "", std::string(null_model(result.task))});
  text += table.text(style.colour);
  if (result.mean <= result.null) text += "\nThe forest predicts no better than the null model.\n";
  return text;
}

std::string as_json(const PowerResult& result) {
  const nlohmann::ordered_json json{
      {"metric", result.metric},
      {"null", result.null},
      {"mean", result.mean},
      {"sd", result.sd},
      {"values", result.values},
      {"task", name_of(result.task)},
      {"rows", result.rows},
      {"dropped_rows", result.dropped},
      {"options",
       {{"target", result.options.target},
        {"features", result.features},
        {"model", name_of(result.options.model)},
        {"trees", result.options.trees},
        {"repeats", result.options.repeats},
        {"seed", result.options.seed}}},
      {"seconds", result.seconds},
      {"version", version},
  };
  return json_text(json);
}

std::string as_csv(const PowerResult& result) {
  std::string text = "repeat,metric,null,value\n";
  for (std::size_t repeat = 0; repeat < result.values.size(); ++repeat)
    text += fmt::format("{},{},{},{}\n", repeat + 1, result.metric, result.null, result.values[repeat]);
  return text;
}

}  // namespace

std::string render(const PowerResult& result, Format format, const TextStyle& style) {
  return in_format(
      format, [&] { return as_table(result, style); }, [&] { return as_json(result); }, [&] { return as_csv(result); });
}

}  // namespace umfi
