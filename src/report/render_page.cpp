#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "report/page.hpp"
#include "report/wording.hpp"
#include "umfi/error.hpp"
#include "umfi/report.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

using Json = nlohmann::ordered_json;

Json table_json(const TableSummary& table) {
  std::size_t missing = 0;
  std::map<std::string_view, std::size_t> kinds;
  for (const ColumnSummary& column : table.columns) {
    missing += column.missing;
    ++kinds[name_of(column.kind)];
  }
  return {{"rows", table.rows},
          {"complete_rows", table.complete_rows},
          {"columns", table.columns.size()},
          {"missing", missing},
          {"kinds", kinds}};
}

Json details_json(const ReportDetails& details) {
  return {{"data_file", details.data_file},
          {"command_line", details.command_line},
          {"table", details.table ? table_json(*details.table) : Json()},
          {"version", version}};
}

// Which question the page answers, below its title.
std::string question(const RankResult& result) {
  if (!result.texts.takes_remover)
    return fmt::format("Importance by {}: {}.", result.options.method, result.texts.question);
  return "A score is what the feature says about the target that features freed of it cannot. It describes "
         "association in these data: not what a model uses, nor what an intervention would do.";
}

std::string question(const CompareResult&) {
  return "Each method answers a question of its own. All of them describe association in these data: none says what an "
         "intervention would do.";
}

std::string question(const DiagnoseResult&) {
  return "How well the other features predict each feature, before and after they are freed of it, and how much of "
         "their own they keep. Where much is left, the others can stand in for the feature, whose score may come out "
         "too "
         "low.";
}

// What a reader should know about the columns of the table.
std::vector<std::string> data_sentences(const DataUse& use, const OptionSpelling& spelling) {
  constexpr std::size_t most = 20;
  std::vector<std::string> list;
  const auto add = [&](std::string sentence) {
    sentence = spelled(sentence, spelling);
    sentence.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
    list.push_back(sentence + ".");
  };
  for (std::size_t k = 0; k < std::min(use.remarks.size(), most); ++k) add(sentence_of(use.remarks[k]));
  if (use.remarks.size() > most) add(fmt::format("{} more columns are to be looked at", use.remarks.size() - most));
  return list;
}

std::vector<std::string> warnings(const DataUse& use, const std::vector<std::string>& own,
                                  const OptionSpelling& spelling) {
  std::vector<std::string> list = data_sentences(use, spelling);
  for (std::string& sentence : spelled_sentences(own, spelling)) list.push_back(std::move(sentence));
  return list;
}

std::vector<std::string> warnings(const RankResult& result, const OptionSpelling& spelling) {
  return warnings(result.use, result.warnings, spelling);
}

std::vector<std::string> warnings(const CompareResult& result, const OptionSpelling& spelling) {
  return warnings(result.methods.front().result.use, result.warnings, spelling);
}

std::vector<std::string> warnings(const DiagnoseResult& result, const OptionSpelling& spelling) {
  const std::string missing = sentence_of(result.use.missing);
  return warnings(result.use, missing.empty() ? std::vector<std::string>() : std::vector{missing}, spelling);
}

// Words are made here, not in the page, so that they can be tested and used elsewhere.
template <class Result>
Json document_of(std::string_view kind, const Result& result, const Json& numbers, const ReportDetails& details) {
  Json json = details_json(details);
  json["question"] = question(result);
  json["methods"] = methods_text(result);
  json["citation"] = citation();
  json["warnings"] = warnings(result, details.spelling);
  return {{"kind", kind}, {"result", numbers}, {"details", json}};
}

}  // namespace

nlohmann::ordered_json report_document(const RankResult& result, const ReportDetails& details) {
  return document_of("rank", result, rank_json(result, details.spelling), details);
}

nlohmann::ordered_json report_document(const CompareResult& result, const ReportDetails& details) {
  return document_of("compare", result, compare_json(result, details.spelling), details);
}

nlohmann::ordered_json report_document(const DiagnoseResult& result, const ReportDetails& details) {
  return document_of("diagnose", result, diagnose_json(result), details);
}

nlohmann::ordered_json report_document(const ExperimentReport& report, const ReportDetails& details) {
  Json document = experiment_json(report);
  document["details"] = details_json(details);
  return document;
}

bool has_report_page() {
  return page_text().is_there();
}

void check_report_page() {
  if (!has_report_page()) throw UsageError::no_report_page();
}

std::string render_report(const RankResult& result, const ReportDetails& details) {
  return page_with(page_text(), report_document(result, details));
}

std::string render_report(const CompareResult& result, const ReportDetails& details) {
  return page_with(page_text(), report_document(result, details));
}

std::string render_report(const DiagnoseResult& result, const ReportDetails& details) {
  return page_with(page_text(), report_document(result, details));
}

std::string render_report(const ExperimentReport& report, const ReportDetails& details) {
  return page_with(page_text(), report_document(report, details));
}

}  // namespace umfi
