// The experiments of the UMFI paper (Janssen, Guan and Robeva 2023), run again: our numbers beside the paper's, and for
// every claim of the paper whether it came out.
//
//   umfi::ExperimentResult result = umfi::reproduce("blood-relation");
//   for (const umfi::ClaimCheck& claim : result.claims) use(claim.claim, claim.verdict, claim.figure);
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
#include "umfi/experiment_report.hpp"
#include "umfi/report.hpp"

namespace umfi {

// The numbers behind a result: one value per repeat, or per place on the x axis of a line.
struct RawValues {
  std::string group;
  std::string item;
  std::vector<double> values;
};

// Its claims are the paper's; their verdicts are computed from the figures of the run.
struct ExperimentResult : ExperimentReport {
  std::string name;
  std::vector<RawValues> raw;
  double seconds = 0;       // of this run
  bool is_resumed = false;  // an earlier run had begun, and its seconds are not counted
};

struct ExperimentOptions {
  // The folder that holds brca.csv, brca_permuted.csv and camels.csv. Simulations need none.
  std::string data = {};
  // Replications or repeats; 0: as many as in the paper.
  int repeats = 0;
  // At most this many repeats for MCI on real data, which takes a hundred times as long as all others.
  int mci_repeats = 10;
  int trees = 100;
  // time: tables grow until one ranking takes this many seconds; what lies beyond is extrapolated.
  double time_limit = 120;
  // time: a CSV file (method, features, seconds) of the times of R, to be shown beside ours; empty: none.
  std::string r_times = {};
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

// CSV: the values behind the figures, one per line.
std::string render(const ExperimentResult& result, Format format, const TextStyle& style = {});

}  // namespace umfi
