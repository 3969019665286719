// Words and forms that several reports share.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "umfi/compare.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/experiment_report.hpp"
#include "umfi/rank.hpp"
#include "umfi/report.hpp"
#include "umfi/table.hpp"
#include "umfi/task.hpp"

namespace umfi {

// A screen of lines; the rest is for programs.
inline constexpr std::size_t most_table_lines = 50;

// "R²" or "accuracy".
std::string_view metric_title(Task task);
// What nu is measured in: the same, or "nats of information".
std::string_view metric_title(const RankResult& result);
// What predicts, as "forest of 100 trees".
std::string model_title(const RankOptions& options);
// How well all features predict, and a warning where they do not.
std::string power_lines(const RankResult& result);
// What the null model does.
std::string_view null_model(Task task);
// "1 tree", "100 trees".
std::string counted(std::size_t count, std::string_view noun);
// "20 repeats", or where some are missing "7 of 20 repeats".
std::string repeats_text(const RankResult& result);

// What one of the three forms gives.
template <class AsTable, class AsJson, class AsCsv>
std::string in_format(Format format, const AsTable& as_table, const AsJson& as_json, const AsCsv& as_csv) {
  switch (format) {
    case Format::json: return as_json();
    case Format::csv: return as_csv();
    case Format::table: break;
  }
  return as_table();
}

// JSON as printed. Names may hold bytes that are no UTF-8; they are shown as the replacement character.
std::string json_text(const nlohmann::ordered_json& json);

// Results as JSON.
nlohmann::ordered_json rank_json(const RankResult& result);
nlohmann::ordered_json compare_json(const CompareResult& result);
nlohmann::ordered_json diagnose_json(const DiagnoseResult& result);
nlohmann::ordered_json experiment_json(const ExperimentReport& report);

// A column of texts that the CSV writer quotes where it must.
Column text_column(std::string title, std::vector<std::string> cells);
std::string csv_text(const Table& table);

}  // namespace umfi
