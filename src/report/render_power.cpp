#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/text_table.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

std::string metric_title(const PowerResult& result) {
  return result.task == Task::regression ? "R²" : "accuracy";
}

std::string null_sentence(const PowerResult& result) {
  if (result.task == Task::regression) return "always predicting the mean";
  return "always predicting the largest class";
}

std::string as_table(const PowerResult& result, const TextStyle& style) {
  const std::size_t features = result.features.size();
  std::string text =
      fmt::format("Predicting {} from {} feature{} in {} rows: {}, out of bag, {} of {} tree{}, {} repeat{}\n\n",
                  printable(result.options.target), features, features == 1 ? "" : "s", result.rows,
                  name_of(result.task), name_of(result.options.model), result.options.trees,
                  result.options.trees == 1 ? "" : "s", result.options.repeats, result.options.repeats == 1 ? "" : "s");
  TextTable table({{"", Align::left}, {metric_title(result), Align::right}, {"sd", Align::right}, {"", Align::left}});
  table.add({"these features", fmt::format("{:.4f}", result.mean),
             result.options.repeats > 1 ? fmt::format("{:.4f}", result.sd) : "", ""});
  table.add({"null model", fmt::format("{:.4f}", result.null), "", null_sentence(result)});
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
  // Names may hold bytes that are no UTF-8; they are shown as the replacement character.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string as_csv(const PowerResult& result) {
  std::string text = "repeat,metric,null,value\n";
  for (std::size_t repeat = 0; repeat < result.values.size(); ++repeat)
    text += fmt::format("{},{},{},{}\n", repeat + 1, result.metric, result.null, result.values[repeat]);
  return text;
}

}  // namespace

std::string render(const PowerResult& result, Format format, const TextStyle& style) {
  switch (format) {
    case Format::json: return as_json(result);
    case Format::csv: return as_csv(result);
    case Format::table: break;
  }
  return as_table(result, style);
}

}  // namespace umfi
