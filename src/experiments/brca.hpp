// What the experiments on BRCA share.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "experiments/repeated_scores.hpp"

namespace umfi::paper {

// The ten genes that are known to be associated with breast cancer.
const std::set<std::string>& associated_genes();

// A method on random 500 patients per repeat; MCI by sets of up to two others and fewer repeats.
RepeatedSetting on_patients(const MethodChoice& choice, const ExperimentOptions& options);

// "BCL11A and SLC22A5 rank first" for each of these methods, and "TEX14 is the last of the ten".
ClaimCheck leading_genes(const std::vector<const RepeatedScores*>& methods);
ClaimCheck last_gene(const std::vector<const RepeatedScores*>& methods);
// "Random forests predict with this accuracy": within a point.
ClaimCheck accuracy_of_forests(const Table& table, double paper, const ExperimentOptions& options,
                               const Context& context);

}  // namespace umfi::paper
