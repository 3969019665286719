// Results as text for people (tables) and for programs (JSON, CSV). Nothing is computed here.
#pragma once

#include <string>

#include "umfi/compare.hpp"
#include "umfi/describe.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/experiment.hpp"
#include "umfi/power.hpp"
#include "umfi/rank.hpp"

namespace umfi {

enum class Format { table, json, csv };

struct TextStyle {
  bool colour = false;  // ANSI colours, for terminals
  int width = 80;       // columns of the terminal
};

std::string render(const RankResult& result, Format format, const TextStyle& style = {});
std::string render(const CompareResult& result, Format format, const TextStyle& style = {});
std::string render(const DiagnoseResult& result, Format format, const TextStyle& style = {});
// CSV: the values behind the figures, one per line.
std::string render(const ExperimentResult& result, Format format, const TextStyle& style = {});
std::string render(const PowerResult& result, Format format, const TextStyle& style = {});
std::string render(const TableSummary& summary, Format format, const TextStyle& style = {});

}  // namespace umfi
