#include "umfi/stored_study.hpp"

#include <fmt/format.h>

#include <optional>

#include "study/ranking.hpp"
#include "study/study_record.hpp"
#include "study/summaries.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

FileError unknown_verb(const std::string& path, const std::string& verb) {
  if (verb == "reproduce")
    return FileError(
        fmt::format("{} holds an experiment of the UMFI paper; the command that made it, umfi reproduce, shows and "
                    "continues it",
                    path));
  return FileError(fmt::format("{} is damaged: it says that it was made by umfi {}", path, verb));
}

template <class Result>
StudyResult timed(std::optional<Result> result, const StoredRun& run, const std::string& path) {
  if (!result)
    throw DataError(
        fmt::format("{0} does not hold enough for a result yet; umfi resume {0} DATA continues it", path));
  result->seconds = run.seconds;
  return std::move(*result);
}

StudyResult result_of(const StoredRun& run, const std::string& path, const Parts& parts) {
  const StudyRecord& record = run.record;
  if (record.verb == "rank") {
    const RankFacts facts = rank_facts_of(record);
    const RankOptions options = effective(rank_options_of(record, parts), parts);
    return timed(summarize_ranking({facts, options, parts}, *run.items), run, path);
  }
  if (record.verb == "compare")
    return timed(summarize_comparison(rank_facts_of(record), compare_options_of(record, parts), parts, *run.items), run,
                 path);
  if (record.verb == "diagnose")
    return timed(summarize_diagnosis(diagnose_facts_of(record), diagnose_options_of(record, parts), parts, *run.items),
                 run, path);
  throw unknown_verb(path, record.verb);
}

}  // namespace

StudyResult read_study(const std::string& path, const Context& context) {
  const StoredRun run = read_run_file(path);
  if (run.damage.lost > 0)
    context.say(Severity::warning, fmt::format("{}; umfi resume {} DATA computes {} again", run.damage.sentence(path),
                                               path, run.damage.lost == 1 ? "it" : "them"));
  return result_of(run, path, parts_of(context));
}

StudyResult resume_study(RunFile& file, const Table& table, Context context) {
  if (!file.record())
    throw FileError(fmt::format("{} is empty: the study that was to fill it never began", file.path()));
  const StudyRecord record = *file.record();
  context.store = &file;
  if (record.verb == "rank") return rank_features(table, rank_options_of(record, parts_of(context)), context);
  if (record.verb == "compare") return compare_methods(table, compare_options_of(record, parts_of(context)), context);
  if (record.verb == "diagnose") return diagnose(table, diagnose_options_of(record, parts_of(context)), context);
  throw unknown_verb(file.path(), record.verb);
}

}  // namespace umfi
