// An experiment as a page shows it: claims with their verdicts, charts and tables.
//
//   umfi::ExperimentReport report{.title = "Interactions", .summary = "x1 and x2 interact."};
//   report.claims.push_back({"x1 and x2 come first", umfi::Verdict::yes, "31 % and 30 % against 20 %"});
//   report.charts.push_back(umfi::BarChart{.title = "Importance", .unit = "%", .items = {{"x1", 31, 30, 32, true}}});
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace umfi {

enum class Verdict : std::uint8_t { yes, no, partly };

std::string_view name_of(Verdict verdict);

// Whether a claim held, and the figures that say so.
struct ClaimCheck {
  std::string claim;
  Verdict verdict = Verdict::yes;
  std::string figure = {};
};

// Cells as they are shown; every row has one per column.
struct ReportTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

// The spread of values: one panel per group, one box per item.
struct BoxChart {
  struct Item {
    std::string name;
    std::vector<double> values;
  };
  struct Group {
    std::string group;
    std::vector<Item> items;
  };
  std::string title;
  std::string unit;
  std::vector<Group> groups;
};

// Medians with their quartiles, from top to bottom.
struct BarChart {
  struct Item {
    std::string name;
    double median = 0;
    double q25 = 0;
    double q75 = 0;
    bool highlight = false;
  };
  std::string title;
  std::string unit;
  std::vector<Item> items;
};

struct LineChart {
  struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points;
  };
  std::string title;
  std::string x_title;
  std::string y_title;
  bool log_y = false;
  std::vector<Series> series;
};

using Chart = std::variant<BoxChart, BarChart, LineChart>;

struct ExperimentReport {
  std::string title;
  std::string summary;
  std::vector<ClaimCheck> claims = {};
  std::vector<ReportTable> tables = {};
  std::vector<Chart> charts = {};
};

}  // namespace umfi
