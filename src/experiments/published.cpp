#include "experiments/published.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace umfi::paper {
namespace {

struct SharesRow {
  std::string_view simulation;
  Definition definition;
  Model model;
  std::string_view method;
  ReferenceShares shares;
};

// 1000 rows; 65 replications, CPI 30, the script's definition 15.
constexpr SharesRow shares_table[] = {
    {"interactions", Definition::text, Model::forest, "MCI", {{31.10, 31.14, 18.92, 18.83}, {0.12, 0.11, 0.16, 0.16}}},
    {"interactions",
     Definition::text,
     Model::forest,
     "UMFI lr",
     {{33.82, 33.83, 16.20, 16.15}, {0.18, 0.15, 0.12, 0.13}}},
    {"interactions",
     Definition::text,
     Model::forest,
     "UMFI ot",
     {{32.63, 32.09, 17.91, 17.37}, {0.24, 0.26, 0.24, 0.23}}},
    {"interactions",
     Definition::text,
     Model::forest,
     "ablation",
     {{33.93, 33.68, 16.27, 16.12}, {0.16, 0.15, 0.11, 0.10}}},
    {"interactions", Definition::text, Model::forest, "PI", {{32.45, 32.07, 17.90, 17.58}, {0.19, 0.18, 0.15, 0.16}}},
    {"interactions", Definition::text, Model::forest, "CPI", {{32.18, 32.69, 17.60, 17.53}, {0.33, 0.34, 0.26, 0.32}}},
    {"interactions",
     Definition::text,
     Model::extratrees,
     "MCI",
     {{30.37, 30.22, 19.70, 19.72}, {0.23, 0.21, 0.19, 0.16}}},
    {"interactions",
     Definition::text,
     Model::extratrees,
     "UMFI lr",
     {{32.07, 32.20, 17.92, 17.81}, {0.18, 0.15, 0.13, 0.14}}},
    {"interactions",
     Definition::text,
     Model::extratrees,
     "UMFI ot",
     {{30.70, 29.99, 19.96, 19.35}, {0.26, 0.28, 0.27, 0.26}}},
    {"correlated-interactions",
     Definition::text,
     Model::forest,
     "MCI",
     {{25.17, 25.03, 24.86, 24.94}, {0.14, 0.16, 0.16, 0.14}}},
    {"correlated-interactions",
     Definition::text,
     Model::forest,
     "UMFI lr",
     {{26.79, 26.72, 23.20, 23.29}, {0.14, 0.18, 0.16, 0.15}}},
    {"correlated-interactions",
     Definition::text,
     Model::forest,
     "UMFI ot",
     {{26.51, 26.50, 23.55, 23.43}, {0.18, 0.19, 0.18, 0.20}}},
    {"correlated-interactions",
     Definition::text,
     Model::forest,
     "ablation",
     {{30.07, 29.84, 20.08, 20.01}, {0.20, 0.21, 0.13, 0.14}}},
    {"correlated-interactions",
     Definition::text,
     Model::forest,
     "PI",
     {{28.57, 28.33, 21.61, 21.48}, {0.19, 0.21, 0.21, 0.21}}},
    {"correlated-interactions",
     Definition::text,
     Model::forest,
     "CPI",
     {{28.67, 28.57, 21.03, 21.73}, {0.36, 0.35, 0.34, 0.32}}},
    {"correlated-interactions",
     Definition::text,
     Model::extratrees,
     "MCI",
     {{25.08, 24.96, 24.99, 24.97}, {0.14, 0.17, 0.17, 0.15}}},
    {"correlated-interactions",
     Definition::text,
     Model::extratrees,
     "UMFI lr",
     {{26.54, 26.52, 23.43, 23.51}, {0.14, 0.16, 0.15, 0.14}}},
    {"correlated-interactions",
     Definition::text,
     Model::extratrees,
     "UMFI ot",
     {{26.18, 26.26, 23.80, 23.75}, {0.18, 0.19, 0.19, 0.21}}},
    {"correlation", Definition::text, Model::forest, "MCI", {{31.31, 32.44, 31.05, 5.20}, {0.13, 0.23, 0.13, 0.09}}},
    {"correlation",
     Definition::text,
     Model::forest,
     "UMFI lr",
     {{32.96, 33.90, 32.57, 0.57}, {0.12, 0.21, 0.11, 0.02}}},
    {"correlation",
     Definition::text,
     Model::forest,
     "UMFI ot",
     {{32.37, 34.83, 32.05, 0.75}, {0.12, 0.20, 0.11, 0.03}}},
    {"correlation", Definition::text, Model::forest, "ablation", {{4.42, 90.30, 3.67, 1.61}, {0.05, 0.10, 0.05, 0.04}}},
    {"correlation", Definition::text, Model::forest, "PI", {{26.61, 53.02, 20.35, 0.02}, {0.27, 0.23, 0.28, 0.00}}},
    {"correlation", Definition::text, Model::forest, "CPI", {{0.79, 98.86, 0.30, 0.05}, {0.03, 0.05, 0.02, 0.02}}},
    {"correlation",
     Definition::text,
     Model::extratrees,
     "MCI",
     {{32.03, 32.99, 31.74, 3.23}, {0.11, 0.21, 0.11, 0.08}}},
    {"correlation",
     Definition::text,
     Model::extratrees,
     "UMFI lr",
     {{33.26, 33.28, 32.79, 0.66}, {0.10, 0.19, 0.11, 0.02}}},
    {"correlation",
     Definition::text,
     Model::extratrees,
     "UMFI ot",
     {{33.08, 33.68, 32.69, 0.55}, {0.09, 0.18, 0.12, 0.03}}},
    {"blood-relation",
     Definition::text,
     Model::forest,
     "MCI",
     {{21.00, 29.68, 29.68, 19.64}, {0.06, 0.05, 0.05, 0.10}}},
    {"blood-relation",
     Definition::text,
     Model::forest,
     "UMFI lr",
     {{1.33, 1.46, 16.37, 80.84}, {0.09, 0.07, 0.26, 0.31}}},
    {"blood-relation",
     Definition::text,
     Model::forest,
     "UMFI ot",
     {{1.43, 1.81, 12.99, 83.77}, {0.06, 0.07, 0.27, 0.29}}},
    {"blood-relation",
     Definition::text,
     Model::forest,
     "ablation",
     {{1.36, 21.91, 72.01, 4.72}, {0.15, 0.27, 0.44, 0.32}}},
    {"blood-relation", Definition::text, Model::forest, "PI", {{10.59, 22.19, 42.70, 24.52}, {0.16, 0.19, 0.23, 0.31}}},
    {"blood-relation", Definition::text, Model::forest, "CPI", {{0.15, 2.41, 16.85, 80.60}, {0.03, 0.06, 0.32, 0.37}}},
    {"blood-relation",
     Definition::text,
     Model::extratrees,
     "MCI",
     {{21.31, 29.35, 29.36, 19.97}, {0.06, 0.04, 0.04, 0.09}}},
    {"blood-relation",
     Definition::text,
     Model::extratrees,
     "UMFI lr",
     {{2.20, 2.68, 15.58, 79.53}, {0.09, 0.11, 0.23, 0.32}}},
    {"blood-relation",
     Definition::text,
     Model::extratrees,
     "UMFI ot",
     {{1.25, 1.80, 12.16, 84.79}, {0.08, 0.08, 0.28, 0.31}}},
    {"blood-relation",
     Definition::script,
     Model::forest,
     "MCI",
     {{3.96, 16.74, 49.10, 30.20}, {0.30, 0.31, 0.35, 0.33}}},
    {"blood-relation",
     Definition::script,
     Model::forest,
     "UMFI lr",
     {{0.54, 0.73, 57.34, 41.40}, {0.04, 0.10, 0.39, 0.35}}},
    {"blood-relation",
     Definition::script,
     Model::forest,
     "UMFI ot",
     {{1.00, 1.01, 51.10, 46.89}, {0.09, 0.10, 0.25, 0.24}}},
    {"blood-relation",
     Definition::script,
     Model::forest,
     "ablation",
     {{1.29, 22.88, 68.04, 7.79}, {0.10, 0.38, 0.50, 0.17}}},
    {"blood-relation",
     Definition::script,
     Model::forest,
     "PI",
     {{0.06, 14.09, 65.27, 20.58}, {0.02, 0.23, 0.66, 0.55}}},
    {"blood-relation",
     Definition::script,
     Model::extratrees,
     "MCI",
     {{1.92, 14.82, 51.19, 32.06}, {0.21, 0.29, 0.30, 0.29}}},
    {"blood-relation",
     Definition::script,
     Model::extratrees,
     "UMFI lr",
     {{1.03, 1.14, 55.99, 41.83}, {0.07, 0.11, 0.35, 0.31}}},
    {"blood-relation",
     Definition::script,
     Model::extratrees,
     "UMFI ot",
     {{0.82, 0.98, 51.58, 46.62}, {0.05, 0.10, 0.26, 0.28}}},
};

constexpr double not_told = std::numeric_limits<double>::quiet_NaN();

using DetectionRow = std::pair<std::string_view, Detection>;

// Table 1; PI and ablation from the supplement, "Ablation, PI, and CPI".
constexpr DetectionRow paper_rows[] = {
    {"MCI", {0.066, 1, 0, 0.20}},         {"UMFI lr", {0.419, 1, 0.975, 0.98}},
    {"UMFI ot", {0.285, 1, 0.775, 0.82}}, {"ablation", {not_told, 0.8, 1, 0.96}},
    {"PI", {not_told, 1, 0.725, 0.78}},   {"CPI", {not_told, 1, not_told, not_told}},
};

constexpr DetectionRow reference_rows[] = {
    {"UMFI lr", {1.024, 1, 0.725, 0.78}},
    {"UMFI ot", {0.682, 1, 0.725, 0.78}},
    {"ablation", {4.721, 0.8, 1, 0.96}},
    {"PI", {0.248, 1, 0.725, 0.78}},
};

constexpr std::pair<std::string_view, PaperTime> time_rows[] = {
    {"PI", {0.05, 0}}, {"ablation", {1.8, 0}},    {"UMFI lr", {3, 4010}},   {"UMFI ot", {3, 3000}},
    {"CPI", {30, 0}},  {"MCI (k=2)", {205, 130}}, {"MCI (exact)", {0, 19}},
};

template <class Rows>
auto find_row(const Rows& rows, std::string_view name) {
  return std::find_if(std::begin(rows), std::end(rows), [&](const auto& row) { return row.first == name; });
}

template <class Rows>
std::optional<Detection> detection_in(const Rows& rows, std::string_view method) {
  const auto row = find_row(rows, method);
  return row == std::end(rows) ? std::nullopt : std::optional(row->second);
}

}  // namespace

std::optional<ReferenceShares> reference_shares(std::string_view simulation, Definition definition, Model model,
                                                std::string_view method) {
  for (const SharesRow& row : shares_table)
    if (row.simulation == simulation && row.definition == definition && row.model == model && row.method == method)
      return row.shares;
  return {};
}

std::optional<Detection> paper_detection(std::string_view method) {
  return detection_in(paper_rows, method);
}

std::optional<Detection> reference_detection(std::string_view method) {
  return detection_in(reference_rows, method);
}

PaperTime paper_time(std::string_view method) {
  const auto row = find_row(time_rows, method);
  return row == std::end(time_rows) ? PaperTime{} : row->second;
}

ReferenceDependence reference_dependence(std::string_view table, int bin_size) {
  if (table == "brca.csv") return {0.316, 0.208, -0.126};
  return {0.883, 0.914, bin_size == 30 ? 0.289 : 0.524};
}

}  // namespace umfi::paper
