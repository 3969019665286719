#include "report/wording.hpp"

#include <fmt/format.h>

#include <numeric>
#include <sstream>

#include "umfi/csv.hpp"

namespace umfi {

std::string_view metric_title(Task task) {
  return task == Task::regression ? "R²" : "accuracy";
}

std::string_view metric_title(const RankResult& result) {
  return result.options.power == PowerKind::gaussian ? "nats of information" : metric_title(result.task);
}

std::string model_title(const RankOptions& options) {
  if (options.power == PowerKind::gaussian) return "Gaussian power";
  return fmt::format("{} of {}", name_of(options.model), counted(static_cast<std::size_t>(options.trees), "tree"));
}

std::string power_lines(const RankResult& result) {
  const std::string power = result.options.power == PowerKind::gaussian
                                ? fmt::format("{:.4f} {}", result.full, metric_title(result))
                                : fmt::format("{} {:.4f}", metric_title(result), result.full);
  std::string text = "\nAll features together: " + power;
  if (result.options.repeats - static_cast<int>(result.missing_repeats) > 1)
    text += fmt::format(" (sd {:.4f})", result.full_sd);
  text += fmt::format("; null model {:.4f}, {}.\n", result.null, null_model(result.task));
  if (!result.predicts()) text += "They predict no better than the null model: then no score above means anything.\n";
  return text;
}

std::string_view null_model(Task task) {
  return task == Task::regression ? "always predicting the mean" : "always predicting the largest class";
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string repeats_text(const RankResult& result) {
  const auto asked = static_cast<std::size_t>(result.options.repeats);
  const std::string all = counted(asked, "repeat");
  return result.missing_repeats == 0 ? all : fmt::format("{} of {}", asked - result.missing_repeats, all);
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Column text_column(std::string title, std::vector<std::string> cells) {
  std::vector<double> codes(cells.size());
  std::iota(codes.begin(), codes.end(), 0.0);
  return Column::labels(std::move(title), std::move(codes), std::move(cells), Kind::ordinal);
}

std::string csv_text(const Table& table) {
  std::ostringstream out;
  write_csv(out, table);
  return out.str();
}

}  // namespace umfi
