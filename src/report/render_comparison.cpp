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
  std::vector<TextTable::Heading> headings{{"feature", Align::left, {.shrinks_to = 14}}};
  for (const ComparedMethod& method : result.methods)  // the last are left out first, the first never
    headings.push_back({method.name, Align::right, {.leave_out = static_cast<int>(headings.size()) - 1}});
  TextTable table(headings);
  const std::vector<std::size_t> order = sorted_features(result);
  for (std::size_t k = 0; k < std::min(order.size(), most_table_lines); ++k) {
    std::vector<std::string> cells{shown_name(result.methods.front().result.features[order[k]].name)};
    for (const ComparedMethod& method : result.methods)
      cells.push_back(fmt::format("{:.1f} ({:g})", 100 * method.shares[order[k]], method.ranks[order[k]]));
    table.add(std::move(cells));
  }
  std::string text = table.text(style);
  if (order.size() > most_table_lines)
    text += lines_of(
        fmt::format("… and {} more; {} gives all.", order.size() - most_table_lines, option_mention("format", "csv")),
        style);
  return text;
}

// Each pair once: the table is symmetric, and a method agrees with itself.
std::string agreement_table(const CompareResult& result, const TextStyle& style) {
  if (result.methods.size() < 2) return {};
  std::vector<TextTable::Heading> headings{{"Kendall's tau", Align::left}};
  for (std::size_t a = 0; a + 1 < result.methods.size(); ++a)
    headings.push_back({result.methods[a].name, Align::right, {.leave_out = static_cast<int>(a)}});
  TextTable table(headings);
  for (std::size_t a = 1; a < result.methods.size(); ++a) {
    std::vector<std::string> cells{result.methods[a].name};
    for (std::size_t b = 0; b + 1 < result.methods.size(); ++b) {
      const double tau = result.agreement[a][b];
      cells.push_back(b >= a ? "" : std::isnan(tau) ? "–" : fmt::format("{:.2f}", tau));
    }
    table.add(std::move(cells));
  }
  return "\n" + table.text(style);
}

// One line for methods that differ by their remover only, which answer the same question.
std::string question_lines(const CompareResult& result, const TextStyle& style) {
  std::string text;
  std::string names;
  for (std::size_t k = 0; k < result.methods.size(); ++k) {
    names += (names.empty() ? "" : ", ") + result.methods[k].name;
    const bool is_shared =
        k + 1 < result.methods.size() && result.methods[k + 1].question == result.methods[k].question;
    if (is_shared) continue;
    text += lines_of(fmt::format("{}: {}.", names, result.methods[k].question), style);
    names.clear();
  }
  return text;
}

std::string as_table(const CompareResult& result, const TextStyle& style) {
  const RankResult& first = result.methods.front().result;
  std::string text =
      lines_of(fmt::format("Importance of {} for {} in {} rows, {}, {}: percent of the method's total, and rank",
                           counted(first.features.size(), "feature"), shown_name(first.options.target), first.rows,
                           first.texts.power, repeats_text(first)),
               style);
  text += "\n" + shares_table(result, style) + agreement_table(result, style) + "\n";
  text += warning_lines(result.warnings, style);
  text += question_lines(result, style);
  return text + power_lines(first, style) + lines_of("Scores below 0 count as 0 here.", style);
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

nlohmann::ordered_json compare_json(const CompareResult& result, const OptionSpelling& spelling) {
  nlohmann::ordered_json methods = nlohmann::ordered_json::array();
  for (const ComparedMethod& method : result.methods)
    methods.push_back({{"name", method.name},
                       {"question", method.question},
                       {"shares", method.shares},
                       {"ranks", method.ranks},
                       {"result", rank_json(method.result, spelling)}});
  return {{"methods", methods},
          {"agreement", result.agreement},
          {"warnings", spelled_sentences(result.warnings, spelling)},
          {"seconds", result.seconds},
          {"version", version}};
}

std::string render(const CompareResult& result, Format format, const TextStyle& style) {
  return in_format(
      format, [&] { return as_table(result, style); }, [&] { return json_text(compare_json(result, style.spelling)); },
      [&] { return as_csv(result); });
}

}  // namespace umfi
