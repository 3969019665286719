#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

// By the ranks of the first method.
std::vector<std::size_t> sorted_features(const CompareResult& result) {
  const std::vector<double>& ranks = result.methods.front().ranks;
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return ranks[a] < ranks[b]; });
  return order;
}

std::string shares_table(const CompareResult& result, const TextStyle& style) {
  std::vector<TextTable::Heading> headings{{"feature", Align::left}};
  for (const ComparedMethod& method : result.methods) headings.push_back({method.name, Align::right});
  TextTable table(headings);
  const std::vector<std::size_t> order = sorted_features(result);
  for (std::size_t k = 0; k < std::min(order.size(), most_table_lines); ++k) {
    std::vector<std::string> cells{
        shortened(printable(result.methods.front().result.features[order[k]].name), style.width < 110 ? 16 : 40)};
    for (const ComparedMethod& method : result.methods)
      cells.push_back(fmt::format("{:.1f} % ({:g})", 100 * method.shares[order[k]], method.ranks[order[k]]));
    table.add(std::move(cells));
  }
  std::string text = table.text(style.colour);
  if (order.size() > most_table_lines)
    text += fmt::format("… and {} more; {} gives all.\n", order.size() - most_table_lines,
                        spelled(option_mention("format", "csv"), style.spelling));
  return text;
}

std::string agreement_table(const CompareResult& result, const TextStyle& style) {
  std::vector<TextTable::Heading> headings{{"Kendall's tau", Align::left}};
  for (const ComparedMethod& method : result.methods) headings.push_back({method.name, Align::right});
  TextTable table(headings);
  for (std::size_t a = 0; a < result.methods.size(); ++a) {
    std::vector<std::string> cells{result.methods[a].name};
    for (const double tau : result.agreement[a]) cells.push_back(std::isnan(tau) ? "–" : fmt::format("{:.2f}", tau));
    table.add(std::move(cells));
  }
  return table.text(style.colour);
}

std::string as_table(const CompareResult& result, const TextStyle& style) {
  const RankResult& first = result.methods.front().result;
  std::string text =
      fmt::format("Importance of {} for {} in {} rows, {}, {}: percent of the method's total, and rank\n\n",
                  counted(first.features.size(), "feature"), printable(first.options.target), first.rows,
                  first.texts.power, repeats_text(first));
  text += shares_table(result, style) + "\n" + agreement_table(result, style) + "\n";
  for (const ComparedMethod& method : result.methods) text += fmt::format("{}: {}.\n", method.name, method.question);
  return text + power_lines(first) + "Scores below 0 count as 0 here.\n";
}

std::string as_csv(const CompareResult& result) {
  std::vector<std::string> names;
  std::vector<std::string> features;
  std::vector<double> scores, shares, ranks;
  for (const ComparedMethod& method : result.methods) {
    for (std::size_t i = 0; i < method.result.features.size(); ++i) {
      names.push_back(method.name);
      features.push_back(method.result.features[i].name);
      scores.push_back(method.result.features[i].score);
      shares.push_back(method.shares[i]);
      ranks.push_back(method.ranks[i]);
    }
  }
  Table table;
  table.add(text_column("method", std::move(names)));
  table.add(text_column("feature", std::move(features)));
  table.add(Column::numbers("score", std::move(scores), Kind::numeric));
  table.add(Column::numbers("share", std::move(shares), Kind::numeric));
  table.add(Column::numbers("rank", std::move(ranks), Kind::numeric));
  return csv_text(table);
}

}  // namespace

nlohmann::ordered_json compare_json(const CompareResult& result) {
  nlohmann::ordered_json methods = nlohmann::ordered_json::array();
  for (const ComparedMethod& method : result.methods)
    methods.push_back({{"name", method.name},
                       {"question", method.question},
                       {"shares", method.shares},
                       {"ranks", method.ranks},
                       {"result", rank_json(method.result)}});
  return {{"methods", methods}, {"agreement", result.agreement}, {"seconds", result.seconds}, {"version", version}};
}

std::string render(const CompareResult& result, Format format, const TextStyle& style) {
  return in_format(
      format, [&] { return as_table(result, style); }, [&] { return json_text(compare_json(result)); },
      [&] { return as_csv(result); });
}

}  // namespace umfi
