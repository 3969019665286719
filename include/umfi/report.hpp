// Results as text for people (tables), for programs (JSON, CSV) and as a page to look at. Nothing is computed here.
//
//   std::cout << umfi::render(result, umfi::Format::table);
//   umfi::write_file("report.html", umfi::render_report(result, {.data_file = "data.csv"}));
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "umfi/compare.hpp"
#include "umfi/describe.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/experiment_report.hpp"
#include "umfi/measure_power.hpp"
#include "umfi/option.hpp"
#include "umfi/rank.hpp"
#include "umfi/terminal_text.hpp"

namespace umfi {

enum class Format { table, json, csv };

struct TextStyle {
  bool colour = false;           // ANSI colours, for terminals
  int width = 80;                // columns that lines may take; columns of tables that do not fit are left out
  bool wide = false;             // show all columns of tables, however wide
  OptionSpelling spelling = {};  // how options are called; empty: by their ids
};

std::string render(const RankResult& result, Format format, const TextStyle& style = {});
std::string render(const CompareResult& result, Format format, const TextStyle& style = {});
std::string render(const DiagnoseResult& result, Format format, const TextStyle& style = {});
std::string render(const PowerResult& result, Format format, const TextStyle& style = {});
std::string render(const TableSummary& summary, Format format, const TextStyle& style = {});

// What a page says about where its numbers come from. Whatever is empty is left out.
struct ReportDetails {
  std::string data_file = {};              // as the user calls it
  std::string command_line = {};           // that makes the result again
  std::optional<TableSummary> table = {};  // of the table as it was read
  OptionSpelling spelling = {};            // how options are called; empty: by their ids
};

// One HTML file that needs no other and no network. Throws UsageError where umfi was built without the page.
std::string render_report(const RankResult& result, const ReportDetails& details = {});
std::string render_report(const CompareResult& result, const ReportDetails& details = {});
std::string render_report(const DiagnoseResult& result, const ReportDetails& details = {});
std::string render_report(const ExperimentReport& report, const ReportDetails& details = {});

// Whether umfi was built with the page.
bool has_report_page();
// Throws the same UsageError, for callers who want to know before any work is done.
void check_report_page();

// What was done, for the methods section of a paper, in plain text. It cites the paper as (Janssen, Guan and Robeva,
// 2023), which `citation` spells out.
std::string methods_text(const RankResult& result);
std::string methods_text(const CompareResult& result);
std::string methods_text(const DiagnoseResult& result);
std::string citation();

// What is to be known about columns, one paragraph each under a common line; the most serious first. `most`: so many,
// and how many more there are.
std::string render_remarks(const std::vector<ColumnRemark>& remarks, const TextStyle& style, std::size_t most);

// Scores as bars with their quartiles, the highest first, as wide as the style says.
std::string score_chart(const RankResult& result, const TextStyle& style = {});

}  // namespace umfi
