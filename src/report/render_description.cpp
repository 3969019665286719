#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"

namespace umfi {
namespace {

// Numbers to five digits; labels as they are, but not endless.
std::string brief(const ColumnSummary& column, const std::string& value) {
  double number = 0;
  const auto parsed = std::from_chars(value.data(), value.data() + value.size(), number);
  if (column.kind != Kind::categorical && parsed.ptr == value.data() + value.size() && !value.empty())
    return fmt::format("{:.5g}", number);
  return shortened(printable(value), 16);
}

std::string range(const ColumnSummary& column) {
  if (column.low.empty()) return "";
  const bool is_categorical = column.kind == Kind::categorical;
  if (column.high.empty()) return brief(column, column.low);
  const std::string both = brief(column, column.low) + (is_categorical ? ", " : " … ") + brief(column, column.high);
  return is_categorical && column.distinct > 2 ? both + ", …" : both;
}

std::string percent(std::size_t part, std::size_t whole) {
  if (part == 0) return "0";
  return fmt::format("{} ({:.1f} %)", part, 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string as_table(const TableSummary& summary, const TextStyle& style) {
  const std::size_t name_width = static_cast<std::size_t>(std::max(20, style.width - 65));
  TextTable table({{"column", Align::left},
                   {"kind", Align::left},
                   {"missing", Align::right},
                   {"distinct", Align::right},
                   {"range", Align::left},
                   {"histogram", Align::left}});
  for (const ColumnSummary& column : summary.columns)
    table.add({shortened(printable(column.name), name_width), std::string(name_of(column.kind)),
               percent(column.missing, summary.rows), std::to_string(column.distinct), range(column),
               sparkline(column.histogram)});
  const std::string complete = summary.complete_rows == summary.rows
                                   ? "all complete"
                                   : fmt::format("{} without missing values", summary.complete_rows);
  std::string text =
      fmt::format("{} rows ({}), {}\n\n", summary.rows, complete, counted(summary.columns.size(), "column")) +
      table.text(style.colour);
  if (!summary.missing.columns.empty())
    text += "\n" + printable(spelled(sentence_of(summary.missing), style.spelling)) + ".\n";
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
