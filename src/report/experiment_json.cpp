#include "report/wording.hpp"

namespace umfi {
namespace {

using Json = nlohmann::ordered_json;

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
  for (const LineChart::Series& one : chart.series) series.push_back({{"name", one.name}, {"points", one.points}});
  return {{"title", chart.title},     {"type", "lines"},      {"x_title", chart.x_title},
          {"y_title", chart.y_title}, {"log_y", chart.log_y}, {"series", series}};
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::yes: return "yes";
    case Verdict::partly: return "partly";
    case Verdict::no: return "no";
  }
  return {};
}

nlohmann::ordered_json experiment_json(const ExperimentReport& report) {
  Json claims = Json::array();
  for (const ClaimCheck& check : report.claims)
    claims.push_back({{"claim", check.claim}, {"verdict", name_of(check.verdict)}, {"figure", check.figure}});
  Json tables = Json::array();
  for (const ReportTable& table : report.tables)
    tables.push_back({{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}});
  Json charts = Json::array();
  for (const auto& chart : report.charts)
    charts.push_back(std::visit([](const auto& drawn) { return chart_json(drawn); }, chart));
  return {{"kind", "experiment"}, {"title", report.title}, {"summary", report.summary},
          {"claims", claims},     {"tables", tables},      {"charts", charts}};
}

}  // namespace umfi
