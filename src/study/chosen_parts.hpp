// The parts that a study was asked for, by name, with the values of all their options.
#pragma once

#include <string>
#include <vector>

#include "umfi/compare.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/measure_power.hpp"
#include "umfi/parts.hpp"
#include "umfi/rank.hpp"
#include "umfi/remove.hpp"

namespace umfi {

struct UsedRemover {
  const RemoverEntry* entry = nullptr;
  OptionValues options;

  std::string text() const { return entry->text(options); }
};

struct UsedPower {
  const PowerEntry* entry = nullptr;
  OptionValues options;
};

struct RankParts {
  const MethodEntry* method = nullptr;
  OptionValues method_options;
  std::vector<UsedRemover> removers;  // one; several to choose from for each feature; none for methods that take none
  UsedPower power;

  // The stage in which its measures are kept.
  std::string stage() const;
};

// The names that stand for "the standard one" filled in.
RankOptions resolved(RankOptions options, const Parts& parts);
PowerOptions resolved(PowerOptions options, const Parts& parts);
DiagnoseOptions resolved(DiagnoseOptions options, const Parts& parts);
RemoveOptions resolved(RemoveOptions options, const Parts& parts);

// The parts of options whose names are filled in. Each throws UsageError for an unknown name.
RankParts parts_for(const RankOptions& options, const Parts& parts);
std::vector<UsedRemover> removers_for(const RankOptions& options, const Parts& parts);
std::vector<UsedRemover> removers_for(const DiagnoseOptions& options, const Parts& parts);
std::vector<UsedRemover> removers_for(const RemoveOptions& options, const Parts& parts);
UsedPower power_for(const std::string& name, const OptionValues& settings, const Parts& parts);

// Throws UsageError where the power does not serve such a response.
void check_task(const UsedPower& power, Task task);

// A method of a comparison: its name there, and the ranking that it is.
struct ComparedChoice {
  std::string name;  // "umfi-lr", "mci"
  const MethodEntry* method = nullptr;
  const RemoverEntry* remover = nullptr;  // for methods that take one
};
std::vector<ComparedChoice> comparable_choices(const Parts& parts);
// Those that were asked for, or the standard ones. Throws UsageError for an unknown name.
std::vector<ComparedChoice> chosen_methods(const CompareOptions& options, const Parts& parts);
// Whether a method that was not asked for by name makes no sense with the power that was.
bool is_left_out(const ComparedChoice& choice, const CompareOptions& options);
// What a comparison calls the method of a ranking.
std::string comparable_name(const RankOptions& options, const Parts& parts);
// The same ranking by a method that explains its scores.
RankOptions explaining_options(RankOptions options, const std::string& method);
// The ranking that a method of a comparison is.
RankOptions ranking_of(const ComparedChoice& choice, const CompareOptions& options, const Parts& parts);

// What was used, in words.
PartTexts texts_of(const RankParts& parts, Task task);

}  // namespace umfi
