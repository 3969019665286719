// A ranking that is there at once: few rows, few trees, few repeats and no inference, fitted to the size of the table.
#pragma once

#include <cstddef>

#include "study/chosen_parts.hpp"
#include "umfi/rank.hpp"

namespace umfi {

// How large a ranking is.
struct RankingSize {
  std::size_t rows = 0;
  std::size_t features = 0;
};

// The options of a first look where one is asked for, else the options as they are. What the user set stays.
RankOptions planned(const RankOptions& options, const RankingSize& size, const Parts& parts);

// The options of a first look at a ranking, much smaller than one of its repeats whatever the user set.
RankOptions first_look_at(const RankOptions& options, const RankingSize& size, const RankParts& used,
                          const Parts& parts);

// Whether a first look is there much earlier than the first repeat.
bool deserves_first_look(const RankOptions& options, const RankingSize& size, const RankParts& used);

// Expected work of a ranking, stage by stage in the order in which they are run, in a unit of its own. What the stages
// take compared with each other was measured; docs/benchmarks.md says how well it holds.
enum class RankStage : std::size_t { choice, repeats, halves, relations, explanations, residuals, count };
std::vector<double> expected_work(const RankOptions& options, const RankingSize& size, const RankParts& used);

}  // namespace umfi
