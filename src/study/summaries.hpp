// Results from what a store holds, whoever put it there; none where the store holds too little.
#pragma once

#include <optional>

#include "study/ranking.hpp"
#include "study/study_record.hpp"
#include "umfi/compare.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/item_store.hpp"

namespace umfi {

// Of the methods that have a whole repeat.
std::optional<CompareResult> summarize_comparison(const RankFacts& facts, const CompareOptions& options,
                                                  const Parts& parts, const ItemStore& store);
// Of the features that were examined.
std::optional<DiagnoseResult> summarize_diagnosis(const DiagnoseFacts& facts, const DiagnoseOptions& options,
                                                  const Parts& parts, const ItemStore& store);

}  // namespace umfi
