// Words and forms that several reports share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "umfi/compare.hpp"
#include "umfi/data_use.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/experiment_report.hpp"
#include "umfi/options.hpp"
#include "umfi/rank.hpp"
#include "umfi/report.hpp"
#include "umfi/table.hpp"
#include "umfi/task.hpp"

namespace umfi {

// A screen of lines; the rest is for programs.
inline constexpr std::size_t most_table_lines = 50;

// "R² 0.8123", "1.2345 nats of information".
std::string with_metric(double value, const Metric& metric);
// How well all features predict.
std::string power_lines(const RankResult& result, const TextStyle& style);
// Warnings of a result with a capital letter and a full stop, options as a face calls them.
std::vector<std::string> spelled_sentences(const std::vector<std::string>& warnings, const OptionSpelling& spelling);
// The same below a table.
std::string warning_lines(const std::vector<std::string>& warnings, const TextStyle& style);
// Scores and dependence as people see them: what is below 0 is shown as 0.
inline double shown(double value) {
  return std::max(0.0, value);
}
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
    case Format::table: return as_table();
  }
  return {};
}

// Options as JSON: all that hold, by name.
nlohmann::ordered_json options_json(const std::vector<NamedOption>& options);

// JSON as printed. Names may hold bytes that are not UTF-8; they are shown as the replacement character.
std::string json_text(const nlohmann::ordered_json& json);

// What was remarked upon, and what missing values cost, as JSON. Options are called by their ids.
nlohmann::ordered_json remarks_json(const std::vector<ColumnRemark>& remarks);
nlohmann::ordered_json missing_json(const MissingValues& missing);
// What was used of the table, as JSON.
nlohmann::ordered_json use_json(const DataUse& use);

// Results as JSON.
nlohmann::ordered_json rank_json(const RankResult& result, const OptionSpelling& spelling);
nlohmann::ordered_json compare_json(const CompareResult& result, const OptionSpelling& spelling);
nlohmann::ordered_json diagnose_json(const DiagnoseResult& result);
nlohmann::ordered_json experiment_json(const ExperimentReport& report);

// A column of texts that the CSV writer quotes where it must.
Column text_column(std::string title, std::vector<std::string> cells);
std::string csv_text(const Table& table);

}  // namespace umfi
