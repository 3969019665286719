#include "study/study_record.hpp"

#include <fmt/format.h>

#include "data/fingerprint.hpp"
#include "study/checks.hpp"
#include "study/option_texts.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

// What every importance method is told. A new option of a study is one row here, or in one of the lists below.
const std::vector<OptionRow<RankOptions>>& shared_rows() {
  static const std::vector<OptionRow<RankOptions>> rows{
      option_row("target", &RankOptions::target),
      option_row("drop", &RankOptions::drop),
      option_row("lr-alpha", &RankOptions::lr_alpha),
      option_row("ot-bin-size", &RankOptions::ot_bin_size),
      option_row("mci-k", &RankOptions::mci_k),
      choice_row("power", &RankOptions::power, std::vector{PowerKind::forest, PowerKind::gaussian}),
      choice_row("model", &RankOptions::model, std::vector{Model::forest, Model::extratrees}),
      choice_row("task", &RankOptions::task, std::vector{Task::regression, Task::classification}),
      option_row("trees", &RankOptions::trees),
      option_row("repeats", &RankOptions::repeats, OptionRule::at_least),
      option_row("subsample", &RankOptions::subsample),
      option_row("accuracy-floor", &RankOptions::accuracy_floor),
      option_row("own-mtry", &RankOptions::own_mtry),
      option_row("seed", &RankOptions::seed)};
  return rows;
}

// What only a ranking by one method is told.
const std::vector<OptionRow<RankOptions>>& ranking_rows() {
  static const std::vector<OptionRow<RankOptions>> rows = [] {
    std::vector<Method> all;
    for (const MethodDescription& method : methods()) all.push_back(method.method);
    return std::vector<OptionRow<RankOptions>>{
        choice_row("method", &RankOptions::method, all),
        choice_row("remove", &RankOptions::remove,
                   std::vector{RemovalMethod::lr, RemovalMethod::ot, RemovalMethod::best}),
        option_row("explain", &RankOptions::explain, OptionRule::free),
        option_row("removal-check", &RankOptions::check_removal, OptionRule::free),
        option_row("inference", &RankOptions::inference, OptionRule::free),
        option_row("confidence", &RankOptions::confidence, OptionRule::free),
        option_row("fdr", &RankOptions::fdr, OptionRule::free),
        choice_row("adjust", &RankOptions::adjust,
                   std::vector{Adjustment::benjamini_hochberg, Adjustment::benjamini_yekutieli, Adjustment::holm},
                   OptionRule::free),
        option_row("precision", &RankOptions::precision, OptionRule::free)};
  }();
  return rows;
}

const std::vector<OptionRow<CompareOptions>>& comparison_rows() {
  static const std::vector<OptionRow<CompareOptions>> rows{
      option_row("methods", &CompareOptions::methods, OptionRule::adds)};
  return rows;
}

const std::vector<OptionRow<DiagnoseOptions>>& diagnosis_rows() {
  static const std::vector<OptionRow<DiagnoseOptions>> rows{
      option_row("target", &DiagnoseOptions::target),     option_row("drop", &DiagnoseOptions::drop),
      option_row("lr-alpha", &DiagnoseOptions::lr_alpha), option_row("ot-bin-size", &DiagnoseOptions::ot_bin_size),
      option_row("trees", &DiagnoseOptions::trees),       option_row("seed", &DiagnoseOptions::seed)};
  return rows;
}

// Of the columns that take part, the response last.
std::string fingerprint_of(const Table& table, std::vector<std::string> features, const std::string& target) {
  if (!target.empty()) features.push_back(target);
  return fingerprint(table.select(features));
}

StudyRecord ranking_record(std::string verb, const RankOptions& options, const RankFacts& facts, const Table& table) {
  StudyRecord record{.verb = std::move(verb),
                     .fingerprint = fingerprint_of(table, facts.features, options.target),
                     .features = facts.features,
                     .options = {},
                     .facts = {{"task", std::string(name_of(facts.task))},
                               {"rows", fmt::format("{}", facts.rows)},
                               {"rows_per_repeat", fmt::format("{}", facts.rows_per_repeat)},
                               {"dropped_rows", fmt::format("{}", facts.dropped)}}};
  write_options(shared_rows(), options, record.options);
  return record;
}

// What a comparison calls the method of a ranking.
std::string comparable_name(const RankOptions& options) {
  const std::string name(name_of(options.method));
  return options.method == Method::umfi ? fmt::format("{}-{}", name, name_of(options.remove)) : name;
}

template <class Value>
void read_fact(const StudyRecord& record, const std::string& name, Value& value) {
  const auto fact = record.facts.find(name);
  if (fact == record.facts.end() || !read_texts({fact->second}, value))
    throw DataError(fmt::format("the study that was kept does not say its {}", name));
}

std::vector<std::string> features_of(const StudyRecord& record) {
  if (record.features.empty()) throw DataError("the study that was kept has no features");
  return record.features;
}

}  // namespace

StudyRecord record_of(const RankOptions& options, const RankFacts& facts, const Table& table) {
  StudyRecord record = ranking_record("rank", options, facts, table);
  write_options(ranking_rows(), options, record.options);
  // A comparison can go on from here.
  write_options(comparison_rows(), {.methods = {comparable_name(options)}}, record.options);
  return record;
}

StudyRecord record_of(const CompareOptions& options, const RankFacts& facts, const Table& table) {
  StudyRecord record = ranking_record("compare", options.rank, facts, table);
  record.extends = "rank";
  write_options(comparison_rows(), options, record.options);
  return record;
}

StudyRecord record_of(const DiagnoseOptions& options, const DiagnoseFacts& facts, const Table& table) {
  StudyRecord record{
      .verb = "diagnose",
      .fingerprint = fingerprint_of(table, facts.features, options.target),
      .features = facts.features,
      .options = {},
      .facts = {{"rows", fmt::format("{}", facts.rows)}, {"dropped_rows", fmt::format("{}", facts.dropped)}}};
  write_options(diagnosis_rows(), options, record.options);
  return record;
}

RankOptions rank_options_of(const StudyRecord& record) {
  RankOptions options;
  read_options(shared_rows(), record.options, options);
  read_options(ranking_rows(), record.options, options);
  check_repeats(options.repeats);
  return options;
}

CompareOptions compare_options_of(const StudyRecord& record) {
  CompareOptions options;
  read_options(shared_rows(), record.options, options.rank);
  read_options(comparison_rows(), record.options, options);
  check_repeats(options.rank.repeats);
  return options;
}

DiagnoseOptions diagnose_options_of(const StudyRecord& record) {
  DiagnoseOptions options;
  read_options(diagnosis_rows(), record.options, options);
  return options;
}

RankFacts rank_facts_of(const StudyRecord& record) {
  RankFacts facts{.features = features_of(record)};
  std::string task;
  read_fact(record, "task", task);
  if (!read_choice({task}, std::vector{Task::regression, Task::classification}, facts.task))
    throw DataError("the study that was kept does not say its task");
  read_fact(record, "rows", facts.rows);
  read_fact(record, "rows_per_repeat", facts.rows_per_repeat);
  read_fact(record, "dropped_rows", facts.dropped);
  return facts;
}

DiagnoseFacts diagnose_facts_of(const StudyRecord& record) {
  DiagnoseFacts facts{.features = features_of(record)};
  read_fact(record, "rows", facts.rows);
  read_fact(record, "dropped_rows", facts.dropped);
  return facts;
}

}  // namespace umfi
