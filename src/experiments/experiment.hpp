// What the experiments share: their list, the methods they compare, and the words of the paper for them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/reproduce.hpp"
#include "umfi/rank.hpp"
#include "umfi/table.hpp"

namespace umfi::paper {

// The patients that a repeat on BRCA takes, and the name of its response.
inline constexpr int patients_per_repeat = 500;
inline const std::string subtype = "subtype";

// An importance method under the name that results show.
struct MethodChoice {
  std::string label;
  std::string method = "umfi";
  std::string remove = {};  // for methods that free features of each other

  bool is(std::string_view name) const { return method == name; }
};

// "UMFI lr" and "UMFI ot"; those and "MCI"; all six. MCI, which takes longest, comes last.
std::vector<MethodChoice> umfi_methods();
std::vector<MethodChoice> set_methods();
std::vector<MethodChoice> all_methods();

// What makes a remover the paper's own.
OptionValues paper_settings(std::string_view remover);

// Settings that every ranking of an experiment starts from.
RankOptions ranking(const MethodChoice& choice, const std::string& target, const ExperimentOptions& options);
// The same for tables of many features, where MCI can look at sets of up to two others only, in fewer repeats.
RankOptions ranking_of_many(const MethodChoice& choice, const std::string& target, const ExperimentOptions& options);

// A table from the folder of the data; throws UsageError with advice where there is none.
Table read_data(const ExperimentOptions& options, const std::string& file, const Context& context);

// The bin size that cuts this many rows into this many bins (a bin size of s gives ceil(rows / s) - 1 of them, as in the
// authors' program).
int bin_size_for(std::size_t rows, std::size_t bins);
// How many bins the paper's text asks for: quantiles of this size.
std::size_t bins_of_text(std::size_t rows, int size);

// The columns of a table but for its response.
std::vector<std::string> features_of(const Table& table, const std::string& target);

// One function per experiment of the catalogue. `repeats` is set.
ExperimentResult run_simulation(std::string_view name, const ExperimentOptions& options, const Context& context);
ExperimentResult run_brca_permuted(std::string_view name, const ExperimentOptions& options, const Context& context);
ExperimentResult run_brca_long(std::string_view name, const ExperimentOptions& options, const Context& context);
ExperimentResult run_brca_original(std::string_view name, const ExperimentOptions& options, const Context& context);
ExperimentResult run_dependence(std::string_view name, const ExperimentOptions& options, const Context& context);
ExperimentResult run_distortion(std::string_view name, const ExperimentOptions& options, const Context& context);
ExperimentResult run_camels(std::string_view name, const ExperimentOptions& options, const Context& context);
ExperimentResult run_time(std::string_view name, const ExperimentOptions& options, const Context& context);

}  // namespace umfi::paper
