#include <fmt/format.h>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/experiment.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

using Json = nlohmann::ordered_json;

// Words broken at this many columns, lines after the first indented.
std::string wrapped(const std::string& words, std::size_t width, std::size_t indent = 0) {
  std::string text;
  std::size_t column = 0;
  std::size_t begin = 0;
  while (begin < words.size()) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    const std::string word = words.substr(begin, end - begin);
    const std::size_t needed = display_width(word);
    if (column > 0 && column + 1 + needed > width) {
      text += "\n" + std::string(indent, ' ');
      column = 0;
    } else if (column > 0) {
      text += ' ';
      ++column;
    }
    text += word;
    column += needed;
    begin = end + 1;
  }
  return text + "\n";
}

std::string text_of(const ReportTable& table, const TextStyle& style) {
  std::vector<TextTable::Heading> headings;
  for (const std::string& column : table.columns)
    headings.push_back({column, headings.empty() ? Align::left : Align::right});
  TextTable text(headings);
  for (const auto& row : table.rows) text.add(row);
  return table.title + "\n\n" + text.text(style.colour) + "\n";
}

std::string as_text(const ExperimentResult& result, const TextStyle& style) {
  constexpr std::size_t line_width = 110;
  constexpr std::size_t verdict_width = 8;
  std::string text = result.title + "\n\n" + wrapped(result.summary, line_width) + "\n";
  for (const ReportTable& table : result.tables) text += text_of(table, style);
  text += "Did the paper's claims come out?\n\n";
  for (const ClaimCheck& claim : result.claims)
    text += fmt::format("{:<{}}", name_of(claim.verdict), verdict_width) +
            wrapped(claim.claim + ": " + claim.figure, line_width - verdict_width, verdict_width);
  text += fmt::format("\nThis took {:.1f} s.\n", result.seconds);
  return text;
}

Json chart_json(const BoxChart& chart) {
  Json groups = Json::array();
  for (const BoxChart::Group& group : chart.groups) {
    Json items = Json::array();
    for (const BoxChart::Item& item : group.items) items.push_back({{"name", item.name}, {"values", item.values}});
    groups.push_back({{"group", group.group}, {"items", items}});
  }
  return {{"title", chart.title}, {"type", "box"}, {"unit", chart.unit}, {"groups", groups}};
}

Json chart_json(const BarChart& chart) {
  Json items = Json::array();
  for (const BarChart::Item& item : chart.items)
    items.push_back({{"name", item.name},
                     {"median", item.median},
                     {"q25", item.q25},
                     {"q75", item.q75},
                     {"highlight", item.highlight}});
  return {{"title", chart.title}, {"type", "bars"}, {"unit", chart.unit}, {"items", items}};
}

Json chart_json(const LineChart& chart) {
  Json series = Json::array();
  for (const LineChart::Series& line : chart.series) {
    Json points = Json::array();
    for (const auto& [x, y] : line.points) points.push_back(Json::array({x, y}));
    series.push_back({{"name", line.name}, {"points", points}});
  }
  return {{"title", chart.title},     {"type", "lines"},      {"x_title", chart.x_title},
          {"y_title", chart.y_title}, {"log_y", chart.log_y}, {"series", series}};
}

std::string as_json(const ExperimentResult& result) {
  Json claims = Json::array();
  for (const ClaimCheck& claim : result.claims)
    claims.push_back({{"claim", claim.claim}, {"verdict", name_of(claim.verdict)}, {"figure", claim.figure}});
  Json tables = Json::array();
  for (const ReportTable& table : result.tables)
    tables.push_back({{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}});
  Json charts = Json::array();
  for (const Chart& chart : result.charts)
    charts.push_back(std::visit([](const auto& kind) { return chart_json(kind); }, chart));
  return json_text({{"kind", "experiment"},
                    {"name", result.name},
                    {"title", result.title},
                    {"summary", result.summary},
                    {"claims", claims},
                    {"tables", tables},
                    {"charts", charts},
                    {"seconds", result.seconds},
                    {"version", version}});
}

// One line per value.
std::string as_csv(const ExperimentResult& result) {
  std::vector<std::string> groups;
  std::vector<std::string> items;
  std::vector<double> repeats;
  std::vector<double> values;
  for (const RawValues& raw : result.raw) {
    for (std::size_t repeat = 0; repeat < raw.values.size(); ++repeat) {
      groups.push_back(raw.group);
      items.push_back(raw.item);
      repeats.push_back(static_cast<double>(repeat + 1));
      values.push_back(raw.values[repeat]);
    }
  }
  Table table;
  table.add(text_column("group", std::move(groups)));
  table.add(text_column("item", std::move(items)));
  table.add(Column::numbers("repeat", std::move(repeats), Kind::numeric));
  table.add(Column::numbers("value", std::move(values), Kind::numeric));
  return csv_text(table);
}

}  // namespace

std::string render(const ExperimentResult& result, Format format, const TextStyle& style) {
  switch (format) {
    case Format::json: return as_json(result);
    case Format::csv: return as_csv(result);
    case Format::table: break;
  }
  return as_text(result, style);
}

}  // namespace umfi
