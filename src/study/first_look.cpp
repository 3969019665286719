#include "study/first_look.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "study/intervals.hpp"
#include "study/ranking.hpp"

namespace umfi {
namespace {

struct Effort {
  std::size_t rows;
  int trees;
  int repeats;
};

// From the best look to the quickest.
constexpr std::array looks{Effort{2000, 50, 5}, Effort{2000, 20, 3}, Effort{1000, 20, 2}, Effort{1000, 20, 1},
                           Effort{500, 20, 1},  Effort{500, 10, 1},  Effort{300, 10, 1}};

// What two cores do in some seconds, in looks of a search at a row.
constexpr double quick_work = 2.5e9;

// Looks of searches at rows while a forest of all features grows.
double forest_work(std::size_t rows, std::size_t features, double trees) {
  const double n = static_cast<double>(std::max<std::size_t>(rows, 2));
  return trees * n * std::log2(n) * std::sqrt(static_cast<double>(features));
}

// A forest with each feature and one without it. In wide tables most of these are one and the same tree.
double pass_work(std::size_t rows, std::size_t features, double trees) {
  const double p = static_cast<double>(features);
  return forest_work(rows, features, trees) * std::min(1.5 * p, 75 + p / 4);
}

bool has_option(const std::vector<OptionEntry>& options, std::string_view name) {
  return std::any_of(options.begin(), options.end(), [&](const OptionEntry& entry) { return entry.name == name; });
}

double trees_of(const RankParts& used) {
  const OptionValues& options = used.power.options;
  return options.has("trees") ? static_cast<double>(options.integer("trees")) : 1;
}

// The best look that takes no more than this work.
Effort effort_for(const RankingSize& size, double most_work) {
  Effort effort = looks.back();
  for (auto look = looks.rbegin(); look != looks.rend(); ++look) {
    const std::size_t rows = std::min(size.rows, look->rows);
    if (look->repeats * pass_work(rows, size.features, look->trees) <= most_work) effort = *look;
  }
  return effort;
}

RankOptions without_inference(RankOptions options) {
  options.quick = true;
  options.inference = false;
  options.removal_check = false;
  options.precision.reset();
  return options;
}

bool has_trees(const RankOptions& options, const Parts& parts) {
  return has_option(parts.power(options.power).options, "trees");
}

// As much of the rows, in the form of the option.
double subsample_of(std::size_t rows, const RankingSize& size) {
  return rows >= size.rows ? 1 : static_cast<double>(rows);
}

}  // namespace

RankOptions planned(const RankOptions& asked, const RankingSize& size, const Parts& parts) {
  if (!asked.quick) return asked;
  const Effort effort = effort_for(size, quick_work);
  RankOptions options = without_inference(asked);
  options.repeats = std::min(options.repeats, effort.repeats);
  if (options.subsample == 0) options.subsample = subsample_of(effort.rows, size);
  if (has_trees(options, parts) && !options.settings.has("trees")) options.settings.set("trees", effort.trees);
  return options;
}

RankOptions first_look_at(const RankOptions& asked, const RankingSize& size, const RankParts& used,
                          const Parts& parts) {
  const std::size_t rows = rows_per_repeat(asked, used, size.rows);
  const double work = pass_work(rows, size.features, trees_of(used));
  const Effort effort = effort_for(size, std::min(quick_work, work / 4));
  RankOptions options = without_inference(asked);
  options.explain = false;
  options.repeats = std::min(options.repeats, effort.repeats);
  options.subsample = subsample_of(std::min(rows, effort.rows), size);
  if (has_trees(options, parts))
    options.settings.set("trees", std::min(static_cast<int>(trees_of(used)), effort.trees));
  return options;
}

bool deserves_first_look(const RankOptions& options, const RankingSize& size, const RankParts& used) {
  constexpr double noticed = 3e8;  // a second or so
  const std::size_t rows = rows_per_repeat(options, used, size.rows);
  return !options.quick && pass_work(rows, size.features, trees_of(used)) > noticed;
}

std::vector<double> expected_work(const RankOptions& options, const RankingSize& size, const RankParts& used) {
  constexpr double copies_per_feature = 12;  // that are grown to their end, of all that are looked at
  constexpr double small_forest = 20;
  constexpr std::size_t most_checked = 50;
  const double trees = trees_of(used);
  const std::size_t rows = rows_per_repeat(options, used, size.rows);
  const std::size_t checked_rows = std::min(size.rows, most_rows_for_checks);
  const double repeats = options.repeats * pass_work(rows, size.features, trees);
  const double check = forest_work(checked_rows, size.features, small_forest);
  std::vector<double> work(static_cast<std::size_t>(RankStage::count), 0.0);
  const auto of = [&](RankStage stage) -> double& { return work[static_cast<std::size_t>(stage)]; };
  of(RankStage::repeats) = repeats;
  if (used.removers.size() > 1)
    of(RankStage::choice) = static_cast<double>(used.removers.size() * size.features) * check;
  if (options.inference) {
    of(RankStage::halves) = half_samples * pass_work(rows_of_part(size.rows), size.features, trees);
    of(RankStage::relations) = copies_per_feature * pass_work(checked_rows, size.features, trees);
  }
  if (options.explain) of(RankStage::explanations) = repeats;
  if (options.removal_check && used.method->takes_remover)
    of(RankStage::residuals) = static_cast<double>(std::min(size.features, most_checked)) * check;
  return work;
}

}  // namespace umfi
