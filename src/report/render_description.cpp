#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"

namespace umfi {
namespace {

// Numbers to five digits; labels at most so long.
std::string brief(const ColumnSummary& column, const std::string& value, std::size_t label_width) {
  double number = 0;
  const auto parsed = std::from_chars(value.data(), value.data() + value.size(), number);
  if (column.kind != Kind::categorical && parsed.ptr == value.data() + value.size() && !value.empty())
    return fmt::format("{:.5g}", number);
  return shortened(printable(value), label_width);
}

std::string range(const ColumnSummary& column, std::size_t label_width) {
  if (column.low.empty()) return "";
  const bool is_categorical = column.kind == Kind::categorical;
  std::string low = brief(column, column.low, label_width);
  if (column.high.empty()) return low;
  const std::string both = low + (is_categorical ? ", " : " … ") + brief(column, column.high, label_width);
  return is_categorical && column.distinct > 2 ? both + ", …" : both;
}

std::string percent(std::size_t part, std::size_t whole) {
  if (part == 0) return "0";
  return fmt::format("{} ({:.1f} %)", part, 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

TextTable summary_table(const TableSummary& summary, std::size_t label_width) {
  TextTable table({{"column", Align::left, {.shrinks_to = 14}},
                   {"kind", Align::left},
                   {"missing", Align::right, {.leave_out = 1}},
                   {"distinct", Align::right, {.leave_out = 3}},
                   {"range", Align::left, {.leave_out = 2}},
                   {"histogram", Align::left, {.leave_out = 4}}});
  for (const ColumnSummary& column : summary.columns)
    table.add({shown_name(column.name), std::string(name_of(column.kind)), percent(column.missing, summary.rows),
               std::to_string(column.distinct), range(column, label_width), sparkline(column.histogram)});
  return table;
}

// Labels are shortened before a column is left out for them.
TextTable fitting_table(const TableSummary& summary, const TextStyle& style) {
  constexpr std::size_t long_labels = 16;
  constexpr std::size_t short_labels = 8;
  TextTable table = summary_table(summary, long_labels);
  return table.left_out(style).empty() ? table : summary_table(summary, short_labels);
}

std::string as_table(const TableSummary& summary, const TextStyle& style) {
  const std::string complete = summary.complete_rows == summary.rows
                                   ? "all complete"
                                   : fmt::format("{} without missing values", summary.complete_rows);
  std::string text =
      lines_of(fmt::format("{} rows ({}), {}", summary.rows, complete, counted(summary.columns.size(), "column")),
               style) +
      "\n" + fitting_table(summary, style).text(style);
  if (!summary.missing.columns.empty())
    text += "\n" + lines_of(spelled(sentence_of(summary.missing), style.spelling) + ".", style);
  if (!summary.remarks.empty()) text += "\n" + render_remarks(summary.remarks, style, summary.remarks.size());
  return text;
}

std::string as_json(const TableSummary& summary) {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (const ColumnSummary& column : summary.columns)
    columns.push_back({{"name", column.name},
                       {"kind", name_of(column.kind)},
                       {"missing", column.missing},
                       {"distinct", column.distinct},
                       {"low", column.low},
                       {"high", column.high},
                       {"histogram", column.histogram}});
  const nlohmann::ordered_json json{{"rows", summary.rows},
                                    {"complete_rows", summary.complete_rows},
                                    {"columns", columns},
                                    {"remarks", remarks_json(summary.remarks)},
                                    {"missing", missing_json(summary.missing)}};
  return json_text(json);
}

std::string as_csv(const TableSummary& summary) {
  const auto texts = [&](const char* title, auto text_of) {
    std::vector<std::string> cells;
    for (const ColumnSummary& column : summary.columns) cells.push_back(text_of(column));
    return text_column(title, std::move(cells));
  };
  const auto count_column = [&](const char* title, auto count_of) {
    std::vector<double> counts;
    for (const ColumnSummary& column : summary.columns) counts.push_back(static_cast<double>(count_of(column)));
    return Column::numbers(title, std::move(counts), Kind::numeric);
  };
  Table table;
  table.add(texts("column", [](const ColumnSummary& c) { return c.name; }));
  table.add(texts("kind", [](const ColumnSummary& c) { return std::string(name_of(c.kind)); }));
  table.add(count_column("missing", [](const ColumnSummary& c) { return c.missing; }));
  table.add(count_column("distinct", [](const ColumnSummary& c) { return c.distinct; }));
  table.add(texts("low", [](const ColumnSummary& c) { return c.low; }));
  table.add(texts("high", [](const ColumnSummary& c) { return c.high; }));
  return csv_text(table);
}

}  // namespace

std::string render(const TableSummary& summary, Format format, const TextStyle& style) {
  return in_format(
      format, [&] { return as_table(summary, style); }, [&] { return as_json(summary); },
      [&] { return as_csv(summary); });
}

}  // namespace umfi
