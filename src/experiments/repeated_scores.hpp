// Scores over repeats on real data, as the paper shows them: medians and quartiles, scores below 0 counting as 0.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/published.hpp"
#include "stats/summary.hpp"
#include "umfi/context.hpp"
#include "umfi/table.hpp"

namespace umfi::paper {

struct ScoredFeature {
  std::string name;
  bool is_related = false;  // known to be related to the response
  std::vector<double> values;
  Quartiles quartiles;
};

struct RepeatedScores {
  std::string label;
  std::vector<ScoredFeature> features;  // in the order of the table
  std::size_t repeats = 0;
  std::optional<double> seconds = {};  // per repeat; none where an earlier run had begun

  const ScoredFeature& feature(const std::string& name) const;
  // Highest median first, equal ones in the order of the table.
  std::vector<const ScoredFeature*> ranked() const;
  // 1 for the highest median.
  std::size_t rank_of(const std::string& name) const;
  // Features whose median is not above 0.
  std::size_t count_zero() const;
  // The same scores in these repeats only; a repeat may be named more than once.
  RepeatedScores in(const std::vector<std::size_t>& repeats) const;
  // Of this many repeats, from this one on.
  RepeatedScores part(std::size_t first, std::size_t count) const;
};

// One way to score a table over repeats.
struct RepeatedSetting {
  std::string label;
  RankOptions options;
};

// The rankings, one after the other, under one progress bar. `related` names the features to highlight.
std::vector<RepeatedScores> score_all(const Table& table, const std::vector<RepeatedSetting>& settings,
                                      const std::set<std::string>& related, const Context& context);

const RepeatedScores& find(const std::vector<RepeatedScores>& all, const std::string& label);

// Which features are told from zero by their medians. `siqr` is over all features.
Detection detect(const RepeatedScores& scores);
// The same measure of spread over the related features only.
double siqr_of_related(const RepeatedScores& scores);

// Where a figure lies in 95 % of runs of this length, by drawing repeats with replacement.
struct Interval {
  double low = 0;
  double high = 0;
  bool holds(double value) const { return value >= low - 1e-9 && value <= high + 1e-9; }
};

using Figure = double (*)(const RepeatedScores&);
Interval interval_of(const RepeatedScores& scores, Figure figure, std::uint64_t seed);

// The paper's kind of figure, and the numbers behind it.
BarChart bars(const RepeatedScores& scores, const std::string& unit);
void add_raw(ExperimentResult& result, const RepeatedScores& scores);

}  // namespace umfi::paper
