#include "report/rank_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>

#include "report/text_table.hpp"
#include "report/wording.hpp"

namespace umfi {
namespace {

// The order in which columns are left out, the highest first (docs/commands.md lists it).
namespace leave_out {
enum Order : int { never = 0, q_value, parts, interval, bars, share, seed_error, p_value, powers, quartiles };
}

bool is_shown_as_zero(double score) {
  return score < smallest_shown_score;
}

bool is_related(const FeatureScore& feature) {
  return feature.related.value_or(false);
}

// Beside what it is made of a score keeps its sign, so that the row adds up.
std::string signed_or_floored(const RankResult& result, double score) {
  return fmt::format("{:.4f}", result.options.explain ? score : shown(score));
}

// Too small a gain to measure is not the same as none.
bool is_about_zero(const RankResult& result, const FeatureScore& feature) {
  return !result.options.explain && is_related(feature) && is_shown_as_zero(feature.score);
}

std::string score_cell(const RankResult& result, const FeatureScore& feature) {
  return is_about_zero(result, feature) ? "~0" : signed_or_floored(result, feature.score);
}

std::string range(const RankResult& result, double low, double high) {
  return signed_or_floored(result, low) + " – " + signed_or_floored(result, high);
}

// "182 of 891 rows", and how many of them a repeat takes.
std::string rows_text(const RankResult& result) {
  std::string text = result.use.given_rows > result.rows
                         ? fmt::format("{} of {} rows", result.rows, result.use.given_rows)
                         : fmt::format("{} rows", result.rows);
  if (result.rows_per_repeat < result.rows)
    text += fmt::format(", {} of them drawn for each repeat", result.rows_per_repeat);
  return text;
}

// What is asked, first of all whether it is about classes, which may have been guessed.
std::string question_text(const RankResult& result) {
  const std::string target = shown_name(result.options.target);
  const std::string look = result.options.quick ? "A first look. " : "";
  const std::string classes =
      result.use.classes > 0 ? fmt::format("Classification of {}, {} classes. ", target, result.use.classes) : "";
  if (!result.texts.takes_remover)
    return fmt::format("{}{}Importance for {} by {}: {}.", look, classes, target, result.options.method, result.texts.question);
  return fmt::format("{}{}How strongly is each feature related to {}? A score is a gain in {}.", look, classes, target,
                     result.metric.title);
}

std::string features_text(const RankResult& result) {
  const std::string kinds = kinds_text(result.use.kinds);
  const std::string features = counted(result.features.size(), "feature");
  if (kinds.empty()) return features;
  const bool is_mixed = kinds.find(',') != std::string::npos;
  return is_mixed ? fmt::format("{} ({})", features, kinds)
                  : fmt::format("{} feature{}", kinds, result.features.size() == 1 ? "" : "s");
}

// What was not used of the table.
std::string data_lines(const RankResult& result, const TextStyle& style) {
  std::string left_out;
  for (const ColumnRemark& remark : result.use.remarks)
    if (remark.is_left_out)
      left_out +=
          fmt::format("{}{} ({})", left_out.empty() ? "" : ", ", shown_name(remark.column), name_of(remark.concern));
  return left_out.empty() ? left_out : lines_of(fmt::format("Left out of the table: {}.", left_out), style);
}

std::string rank_title(const RankResult& result, const TextStyle& style) {
  const RankOptions& options = result.options;
  const std::string rows = rows_text(result);
  const std::string question = question_text(result);
  const std::string method = result.texts.takes_remover ? "Ultra-marginal importance: " : "";
  const std::string removal =
      result.texts.takes_remover ? fmt::format("dependence removed by {}; ", result.texts.removers) : "";
  return lines_of(question, style) +
         lines_of(fmt::format("{}{}, {}; {}{}; {}; seed {}", method, features_text(result), rows, removal,
                              result.texts.power, repeats_text(result), options.seed),
                  style) +
         "\n";
}

// A column of the table: its heading, and its cell for a feature.
struct ScoreColumn {
  TextTable::Heading heading;
  std::function<std::string(const FeatureScore&)> cell;
};
using ScoreColumns = std::vector<ScoreColumn>;

ScoreColumn number_column(const char* title, leave_out::Order order,
                          const std::function<double(const FeatureScore&)>& number_of) {
  return {{title, Align::right, {.leave_out = order}},
          [number_of](const FeatureScore& f) { return fmt::format("{:.4f}", number_of(f)); }};
}

ScoreColumns evidence_columns(const RankResult& result) {
  if (!has_tests(result)) return {};
  const auto small = [](std::optional<double> p) {
    if (!p) return std::string("–");
    return *p < 0.001 ? fmt::format("{:.0e}", *p) : fmt::format("{:.3f}", *p);
  };
  return {
      {{"related", Align::left},
       [](const FeatureScore& f) {
         return std::string(!f.related ? "–" : *f.related ? "yes" : "no");
       }},
      {{"p", Align::right, {.leave_out = leave_out::p_value}}, [small](const FeatureScore& f) { return small(f.p); }},
      {{"q", Align::right, {.leave_out = leave_out::q_value}}, [small](const FeatureScore& f) { return small(f.q); }}};
}

// What the score is made of.
ScoreColumns explanation_columns(const RankResult& result) {
  if (!result.options.explain) return {};
  const auto part = [](const char* name, double Explanation::*member) {
    return number_column(name, leave_out::parts, [member](const FeatureScore& f) { return *f.explanation.*member; });
  };
  return {part("alone", &Explanation::alone), part("given others", &Explanation::given_others),
          part("shared", &Explanation::shared), part("together", &Explanation::together)};
}

ScoreColumns interval_columns(const RankResult& result) {
  if (!result.features.front().interval) return {};
  return {{{fmt::format("{:g} % interval", 100 * result.options.confidence),
            Align::left,
            {.leave_out = leave_out::interval}},
           [&result](const FeatureScore& f) { return range(result, f.interval->low, f.interval->high); }},
          number_column("±", leave_out::seed_error, [](const FeatureScore& f) { return f.mc_error; })};
}

ScoreColumns share_columns(const RankResult& result, const TextStyle& style) {
  double total = 0;
  double most = 0;
  for (const FeatureScore& feature : result.features) {
    total += shown(feature.score);
    most = std::max(most, feature.score);
  }
  const std::size_t bar_width = style.width < 160 ? 8 : 24;
  return {{{"", Align::left, {.leave_out = leave_out::bars, .name = "bars"}},
           [=](const FeatureScore& f) { return bar(most > 0 ? shown(f.score) / most : 0, bar_width); }},
          {{"share", Align::right, {.leave_out = leave_out::share}}, [=](const FeatureScore& f) {
             return fmt::format("{:.1f} %", total > 0 ? 100 * shown(f.score) / total : 0);
           }}};
}

// The scatter of repeats, and the two powers that the score is the difference of.
ScoreColumns repeat_columns(const RankResult& result) {
  ScoreColumns columns{{{"quartiles", Align::left, {.leave_out = leave_out::quartiles}},
                        [&result](const FeatureScore& f) { return range(result, f.q25, f.q75); }}};
  if (result.options.explain || std::isnan(result.features.front().with)) return columns;
  columns.push_back(number_column("with", leave_out::powers, [](const FeatureScore& f) { return f.with; }));
  columns.push_back(number_column("without", leave_out::powers, [](const FeatureScore& f) { return f.without; }));
  return columns;
}

ScoreColumns score_columns(const RankResult& result, const TextStyle& style) {
  ScoreColumns columns{
      {{"feature", Align::left, {.shrinks_to = 14}}, [](const FeatureScore& f) { return shown_name(f.name); }}};
  const auto add = [&](ScoreColumns more) { std::move(more.begin(), more.end(), std::back_inserter(columns)); };
  add(evidence_columns(result));
  add({{{"score", Align::right}, [&result](const FeatureScore& f) { return score_cell(result, f); }}});
  add(explanation_columns(result));
  add(interval_columns(result));
  add(share_columns(result, style));
  add(repeat_columns(result));
  return columns;
}

TextTable score_table(const RankResult& result, const std::vector<const FeatureScore*>& sorted, std::size_t lines,
                      const TextStyle& style) {
  const ScoreColumns columns = score_columns(result, style);
  std::vector<TextTable::Heading> headings;
  for (const ScoreColumn& column : columns) headings.push_back(column.heading);
  TextTable table(headings);
  for (std::size_t k = 0; k < lines; ++k) {
    std::vector<std::string> cells;
    for (const ScoreColumn& column : columns) cells.push_back(column.cell(*sorted[k]));
    table.add(std::move(cells));
  }
  return table;
}

// Evidence of a relation and the size of the gain are two things: both are said, in this order.
std::string evidence_lines(const RankResult& result, const TextStyle& style) {
  if (!has_tests(result)) return {};
  const auto& features = result.features;
  const auto related = std::count_if(features.begin(), features.end(), is_related);
  const bool has_about_zero =
      std::any_of(features.begin(), features.end(), [&](const auto& f) { return is_about_zero(result, f); });
  return lines_of(fmt::format("related: is there evidence of a relation to {}? yes for {} of {}, where q (p adjusted, "
                              "{}) is at most {:g}, the rate of false discoveries.",
                              shown_name(result.options.target), related, counted(features.size(), "feature"),
                              name_of(result.options.adjust), result.options.fdr),
                  style) +
         lines_of(fmt::format("score: how much does the feature add to the prediction?{}",
                              has_about_zero ? " ~0: there is a relation, but it adds too little to measure." : ""),
                  style);
}

// What the columns of errors say, of those that are shown.
std::string error_lines(const RankResult& result, const std::vector<std::string>& left_out, const TextStyle& style) {
  if (!result.features.front().interval) return {};
  const auto has = [&](const std::string& column) {
    return std::find(left_out.begin(), left_out.end(), column) == left_out.end();
  };
  const std::string name = fmt::format("{:g} % interval", 100 * result.options.confidence);
  std::string text;
  if (has(name)) text += fmt::format("{}: of the score, were it measured on other data.", name);
  if (has("±")) text += fmt::format("{}±: its standard error over other random numbers.", text.empty() ? "" : " ");
  return text.empty() ? text : lines_of(text, style);
}

std::string explanation_lines(const TextStyle& style) {
  return lines_of(
      "alone: without any other feature. given others: on top of all others as they are. shared: what others also say "
      "(score - given others). together: what appears only beside others (score - alone).",
      style);
}

std::string sign_lines(const RankResult& result, const TextStyle& style) {
  const bool is_floored =
      std::any_of(result.features.begin(), result.features.end(), [](const auto& f) { return f.score < 0; });
  if (!is_floored) return {};
  return lines_of(result.options.explain ? "Scores below 0 count as 0 in shares."
                                         : "Scores below 0 are shown as 0; json and csv keep the sign.",
                  style);
}

}  // namespace

bool has_tests(const RankResult& result) {
  return std::any_of(result.features.begin(), result.features.end(),
                     [](const FeatureScore& f) { return f.p.has_value(); });
}

std::vector<const FeatureScore*> by_score(const RankResult& result) {
  std::vector<const FeatureScore*> sorted;
  for (const FeatureScore& feature : result.features) sorted.push_back(&feature);
  const auto comes_before = [](const FeatureScore* a, const FeatureScore* b) {
    const bool are_zero = is_shown_as_zero(a->score) && is_shown_as_zero(b->score);
    if (are_zero && is_related(*a) != is_related(*b)) return is_related(*a);
    return a->score > b->score;
  };
  std::stable_sort(sorted.begin(), sorted.end(), comes_before);
  return sorted;
}

std::string rank_table(const RankResult& result, const TextStyle& style) {
  const std::vector<const FeatureScore*> sorted = by_score(result);
  const std::size_t lines = std::min(sorted.size(), most_table_lines);
  const TextTable table = score_table(result, sorted, lines, style);
  std::string text = rank_title(result, style) + table.text(style);
  if (lines < sorted.size())
    text += lines_of(fmt::format("… and {} more, none above {:.4f}; {} gives all.", sorted.size() - lines,
                                 shown(sorted[lines]->score), option_mention("format", "csv")),
                     style);
  text += "\n" + warning_lines(result.warnings, style);
  text += evidence_lines(result, style) + error_lines(result, table.left_out(style), style);
  if (result.options.explain) text += explanation_lines(style);
  text += power_lines(result, style) + sign_lines(result, style) + data_lines(result, style);
  if (result.texts.takes_remover)
    text += lines_of(
        "Scores describe association in these data: not what a model uses, nor what an intervention would do.", style);
  return text;
}

}  // namespace umfi
