#include <fmt/format.h>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "experiments/reproduce.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

// Where there is no room, the last columns go first; what a row is about stays.
std::string text_of(const ReportTable& table, const TextStyle& style) {
  constexpr std::size_t always_shown = 2;
  std::vector<TextTable::Heading> headings;
  for (const std::string& column : table.columns) {
    const std::size_t place = headings.size();
    headings.push_back({column,
                        place == 0 ? Align::left : Align::right,
                        {.leave_out = place < always_shown ? 0 : static_cast<int>(place)}});
  }
  TextTable text(headings);
  for (const auto& row : table.rows) text.add(row);
  return lines_of(table.title, style) + "\n" + text.text(style) + "\n";
}

std::string as_text(const ExperimentResult& result, const TextStyle& style) {
  constexpr std::size_t verdict_width = 8;
  const auto line_width = static_cast<std::size_t>(style.width);
  std::string text = lines_of(result.title, style) + "\n" + wrapped(result.summary, line_width) + "\n";
  for (const ReportTable& table : result.tables) text += text_of(table, style);
  text += "Did the paper's claims come out?\n\n";
  for (const ClaimCheck& claim : result.claims)
    text += beside(name_of(claim.verdict), claim.claim + ": " + claim.figure, verdict_width, line_width);
  text += fmt::format("\nThis took {:.1f} s{}.\n", result.seconds,
                      result.is_resumed ? ", going on from what an earlier run had finished" : "");
  return text;
}

std::string as_json(const ExperimentResult& result) {
  nlohmann::ordered_json json = experiment_json(result);
  json["name"] = result.name;
  json["seconds"] = result.seconds;
  json["resumed"] = result.is_resumed;
  json["version"] = version;
  return json_text(json);
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
    case Format::table: return as_text(result, style);
  }
  return {};
}

}  // namespace umfi
