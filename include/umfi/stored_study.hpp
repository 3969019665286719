// Read or resume the study stored in a run file.
//
//   std::visit([](const auto& result) { std::cout << umfi::render(result, umfi::Format::table); },
//              umfi::read_study("study.umfi"));
#pragma once

#include <string>
#include <variant>

#include "umfi/compare.hpp"
#include "umfi/context.hpp"
#include "umfi/diagnose.hpp"
#include "umfi/rank.hpp"
#include "umfi/run_file.hpp"
#include "umfi/table.hpp"

namespace umfi {

using StudyResult = std::variant<RankResult, CompareResult, DiagnoseResult>;

// The result of what is finished: all whole repeats of a ranking, all methods of a comparison that have one, all
// features that were examined. Records that are damaged count as not finished, and the context is told of them. Throws
// FileError where the file is not a sound run file, DataError where too little is finished.
StudyResult read_study(const std::string& path, const Context& context = {});

// Continues the study in the file, on the same data.
StudyResult resume_study(RunFile& file, const Table& table, Context context = {});

}  // namespace umfi
