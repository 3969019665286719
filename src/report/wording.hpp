// Words and forms that several reports share.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "umfi/rank.hpp"
#include "umfi/table.hpp"
#include "umfi/task.hpp"

namespace umfi {

// A screen of lines; the rest is for programs.
inline constexpr std::size_t most_table_lines = 50;

// "R²" or "accuracy".
std::string_view metric_title(Task task);
// What the null model does.
std::string_view null_model(Task task);
// "1 tree", "100 trees".
std::string counted(std::size_t count, std::string_view noun);
// "20 repeats", or where some are missing "7 of 20 repeats".
std::string repeats_text(const RankResult& result);

// JSON as printed. Names may hold bytes that are no UTF-8; they are shown as the replacement character.
std::string json_text(const nlohmann::ordered_json& json);

// A ranking as JSON.
nlohmann::ordered_json rank_json(const RankResult& result);

// A column of texts that the CSV writer quotes where it must.
Column text_column(std::string title, std::vector<std::string> cells);
std::string csv_text(const Table& table);

}  // namespace umfi
