// A ranking as a table for people: first the evidence of a relation, then the size of the gain.
#pragma once

#include <string>
#include <vector>

#include "umfi/rank.hpp"
#include "umfi/report.hpp"

namespace umfi {

std::string rank_table(const RankResult& result, const TextStyle& style);

// The highest score first; of those that are shown as 0, related features first.
std::vector<const FeatureScore*> by_score(const RankResult& result);

// Whether any feature was tested; p is withheld where copies of a feature could not be treated as it is.
bool has_tests(const RankResult& result);

}  // namespace umfi
