// The experiments of the UMFI paper (Janssen, Guan and Robeva 2023), run anew: our numbers beside the paper's, and for
// every claim of the paper whether it came out.
//
//   umfi::ExperimentResult result = umfi::reproduce("blood-relation");
//   for (const umfi::Claim& claim : result.claims) use(claim.claim, claim.verdict, claim.figure);
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "umfi/context.hpp"

namespace umfi {

// Whether a claim of the paper came out. Computed from the figures of a run, never written down in advance.
enum class Verdict : std::uint8_t { yes, partly, no };

std::string_view name_of(Verdict verdict);

struct Claim {
  std::string claim;  // what the paper says
  Verdict verdict = Verdict::no;
  std::string figure;  // the numbers that decide it
};

struct ResultTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // as many cells as there are columns
};

// The values of several items, as box plots, side by side per group.
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

// Ranked bars with quartiles, highest first.
struct BarChart {
  struct Item {
    std::string name;
    double median = 0;
    double q25 = 0;
    double q75 = 0;
    bool highlight = false;  // known to be related to the response
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

// The numbers behind a result: one value per repeat, or per place on the x axis of a line.
struct RawValues {
  std::string group;
  std::string item;
  std::vector<double> values;
};

struct ExperimentResult {
  std::string name;
  std::string title;
  std::string summary;  // what was done, in a few sentences
  std::vector<Claim> claims;
  std::vector<ResultTable> tables;
  std::vector<Chart> charts;
  std::vector<RawValues> raw;
  double seconds = 0;
};

struct ExperimentOptions {
  // The folder that holds brca.csv, brca_permuted.csv and camels.csv. Simulations need none.
  std::string data = {};
  // Replications or repeats; 0: as many as in the paper.
  int repeats = 0;
  // At most so many repeats for MCI on real data, which takes a hundred times as long as all others.
  int mci_repeats = 10;
  int trees = 100;
  // time: tables grow until one ranking takes this many seconds; what lies beyond is extrapolated.
  double time_limit = 120;
  std::uint64_t seed = 1;
};

struct Experiment {
  std::string_view name;
  std::string_view shows;  // figures and tables of the paper
  std::string_view what;
  std::string_view data;  // files it needs; empty: none
  int repeats = 0;        // in the paper
};

// All experiments, in the paper's order.
std::span<const Experiment> experiments();

// Throws UsageError for an unknown name or where the folder of the data is missing.
ExperimentResult reproduce(std::string_view name, const ExperimentOptions& options = {}, const Context& context = {});

}  // namespace umfi
