// What a store is told about a study, and the way back from there.
#pragma once

#include <cstddef>

#include "study/ranking.hpp"
#include "umfi/compare.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/rank.hpp"
#include "umfi/table.hpp"
#include "umfi/item_store.hpp"

namespace umfi {

struct DiagnoseFacts {
  std::vector<std::string> features;  // names
  std::size_t rows = 0;               // that took part
  std::size_t dropped = 0;
  DataUse use;
};

StudyRecord record_of(const RankOptions& options, const RankFacts& facts, const Table& table, const Parts& parts);
StudyRecord record_of(const CompareOptions& options, const RankFacts& facts, const Table& table, const Parts& parts);
StudyRecord record_of(const DiagnoseOptions& options, const DiagnoseFacts& facts, const Table& table,
                      const Parts& parts);

// Each throws DataError where the record is not one of such a study.
RankOptions rank_options_of(const StudyRecord& record, const Parts& parts);
CompareOptions compare_options_of(const StudyRecord& record, const Parts& parts);
DiagnoseOptions diagnose_options_of(const StudyRecord& record, const Parts& parts);
RankFacts rank_facts_of(const StudyRecord& record);
DiagnoseFacts diagnose_facts_of(const StudyRecord& record);

}  // namespace umfi
