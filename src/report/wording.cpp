#include "report/wording.hpp"

#include <fmt/format.h>

#include <numeric>
#include <sstream>

#include "umfi/csv.hpp"

namespace umfi {

std::string_view metric_title(Task task) {
  return task == Task::regression ? "R²" : "accuracy";
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
