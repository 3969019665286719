#include "study/own_options.hpp"

#include <fmt/format.h>

namespace umfi {
namespace {

template <class Entry>
std::vector<std::string> names_of(const std::vector<Entry>& entries) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.push_back(entry.name);
  return names;
}

std::vector<std::string> remover_words(const Parts& parts) {
  std::vector<std::string> words = names_of(parts.removers);
  words.emplace_back(best_remover);
  return words;
}

// Options that several studies have, in one wording.
const OptionEntry drop{.name = "drop", .type = OptionType::texts, .help = "Columns that are not features, such as ids"};
const OptionEntry features{.name = "features",
                           .type = OptionType::texts,
                           .help = "The features, and no other columns",
                           .standard_text = "all other columns"};
const OptionEntry seed{.name = "seed", .type = OptionType::natural, .help = "Same seed, same result"};
const OptionRange counts{.lowest = 1, .highest = 1e6, .text = "from 1 to 1,000,000"};
const OptionRange shares{
    .lowest = 0, .highest = 1, .without_lowest = true, .without_highest = true, .text = "between 0 and 1"};

OptionEntry target(std::string help, bool is_required) {
  return {.name = "target", .type = OptionType::text, .help = std::move(help), .is_required = is_required};
}

OptionEntry repeats(OptionRule rule) {
  return {.name = "repeats",
          .type = OptionType::integer,
          .help = "Repeats with other random numbers",
          .range = counts,
          .rule = rule};
}

OptionEntry task() {
  std::vector<std::string> words{automatic};
  for (const Task known : all_tasks) words.emplace_back(name_of(known));
  return {.name = "task",
          .type = OptionType::word,
          .help = "What kind of response the target is",
          .standard_text = automatic,
          .words = std::move(words)};
}

OptionEntry power(const Parts& parts) {
  return {.name = "power",
          .type = OptionType::word,
          .help = "How predictive power is measured",
          .standard_text = parts.powers.front().name,
          .words = names_of(parts.powers)};
}

OptionEntry remove(const Parts& parts) {
  return {.name = "remove",
          .type = OptionType::word,
          .help = "How features are freed of each other; best: per feature the one that leaves least",
          .standard_text = parts.removers.front().name,
          .words = remover_words(parts)};
}

using RankBindings = std::vector<Binding<RankOptions>>;

// What every importance method is told.
RankBindings shared_bindings(const Parts& parts) {
  return {
      bound(target("The response: the column that features are related to", true), &RankOptions::target),
      bound(features, &RankOptions::features),
      bound(drop, &RankOptions::drop),
      bound(power(parts), &RankOptions::power),
      bound(task(), &RankOptions::task),
      bound(repeats(OptionRule::at_least), &RankOptions::repeats),
      bound({.name = "subsample",
             .type = OptionType::number,
             .help = "Rows per repeat, as a share such as 0.9, a number such as 500, or 1 for all",
             .standard_text = "all, but at most 10,000",
             .range = {.lowest = 0, .without_lowest = true, .text = "a share up to 1 or a number of rows"}},
            &RankOptions::subsample),
      bound({.name = "accuracy_floor",
             .type = OptionType::number,
             .help = "Raise accuracies below it before taking differences",
             .standard_text = "the null model",
             .range = {.lowest = 0, .highest = 1, .without_highest = true, .text = "from 0 to below 1"}},
            &RankOptions::accuracy_floor),
      bound(seed, &RankOptions::seed),
  };
}

// What only a ranking by one method is told.
RankBindings ranking_bindings(const Parts& parts) {
  std::vector<std::string> adjustments;
  for (const Adjustment known : all_adjustments) adjustments.emplace_back(name_of(known));
  return {
      bound({.name = "method",
             .type = OptionType::word,
             .help = "The importance method",
             .standard_text = parts.methods.front().name,
             .words = names_of(parts.methods)},
            &RankOptions::method),
      bound(remove(parts), &RankOptions::remove),
      bound({.name = "explain",
             .type = OptionType::flag,
             .help = "Also show what is said alone, shared, and only together",
             .rule = OptionRule::free},
            &RankOptions::explain),
      bound({.name = "removal_check",
             .type = OptionType::flag,
             .help = "Measure the residual dependence that removal leaves",
             .rule = OptionRule::free},
            &RankOptions::removal_check),
      bound({.name = "inference",
             .type = OptionType::flag,
             .help = "Measure intervals and p-values",
             .rule = OptionRule::free},
            &RankOptions::inference),
      bound({.name = "confidence",
             .type = OptionType::number,
             .help = "Confidence of the intervals",
             .range = shares,
             .rule = OptionRule::free},
            &RankOptions::confidence),
      bound({.name = "fdr",
             .type = OptionType::number,
             .help = "Rate of false discoveries among features called related",
             .range = shares,
             .rule = OptionRule::free},
            &RankOptions::fdr),
      bound({.name = "adjust",
             .type = OptionType::word,
             .help = "How p is adjusted for the number of features: Benjamini-Hochberg, Benjamini-Yekutieli or Holm",
             .words = std::move(adjustments),
             .rule = OptionRule::free},
            &RankOptions::adjust),
      bound({.name = "precision",
             .type = OptionType::number,
             .help = "Add repeats until the Monte Carlo error of every score is at most this, such as 0.002",
             .standard_text = "no repeats are added",
             .range = {.lowest = 0, .without_lowest = true, .text = "above 0"},
             .rule = OptionRule::free},
            &RankOptions::precision),
      bound({.name = "quick",
             .type = OptionType::flag,
             .help = "Only a first look, within some seconds: fewer rows, trees and repeats; no intervals or p-values"},
            &RankOptions::quick),
  };
}

}  // namespace

std::vector<Binding<RankOptions>> own_bindings(const RankOptions*, const Parts& parts) {
  RankBindings bindings = ranking_bindings(parts);
  RankBindings shared = shared_bindings(parts);
  constexpr std::ptrdiff_t columns = 3;  // target, features and drop come first
  bindings.insert(bindings.begin(), shared.begin(), shared.begin() + columns);
  bindings.insert(bindings.begin() + columns + 2, shared.begin() + columns, shared.end());
  return bindings;
}

std::vector<Binding<CompareOptions>> own_bindings(const CompareOptions*, const Parts& parts) {
  std::vector<Binding<CompareOptions>> bindings;
  for (const Binding<RankOptions>& binding : shared_bindings(parts))
    bindings.push_back(lifted(binding, &CompareOptions::rank));
  bindings.insert(bindings.begin() + 3, bound({.name = "methods",
                                               .type = OptionType::words,
                                               .help = "Which methods to compare",
                                               .standard_text = "those with the standard removers",
                                               .words = comparable_methods(parts),
                                               .rule = OptionRule::adds},
                                              &CompareOptions::methods));
  return bindings;
}

std::vector<Binding<DiagnoseOptions>> own_bindings(const DiagnoseOptions*, const Parts& parts) {
  std::vector<std::string> standard;
  for (const RemoverEntry& entry : parts.removers)
    if (entry.is_standard) standard.push_back(entry.name);
  return {bound(target("The response, if it is in the table: not a feature", false), &DiagnoseOptions::target),
          bound(features, &DiagnoseOptions::features),
          bound(drop, &DiagnoseOptions::drop),
          bound({.name = "removers",
                 .type = OptionType::words,
                 .help = "Which removers to examine",
                 .standard_text = fmt::format("{}", fmt::join(standard, ",")),
                 .words = names_of(parts.removers)},
                &DiagnoseOptions::removers),
          bound({.name = "trees",
                 .type = OptionType::integer,
                 .help = "Trees of the forests that measure dependence",
                 .range = counts},
                &DiagnoseOptions::trees),
          bound(seed, &DiagnoseOptions::seed)};
}

std::vector<Binding<PowerOptions>> own_bindings(const PowerOptions*, const Parts& parts) {
  return {bound(target("The column to predict", true), &PowerOptions::target),
          bound(features, &PowerOptions::features),
          bound(drop, &PowerOptions::drop),
          bound(power(parts), &PowerOptions::power),
          bound(task(), &PowerOptions::task),
          bound(repeats(OptionRule::same), &PowerOptions::repeats),
          bound(seed, &PowerOptions::seed)};
}

std::vector<Binding<RemoveOptions>> own_bindings(const RemoveOptions*, const Parts& parts) {
  return {bound({.name = "feature",
                 .type = OptionType::text,
                 .help = "The column that the others are freed of; it stays as it is",
                 .is_required = true},
                &RemoveOptions::feature),
          bound(target("The response, if it is in the table: it stays as it is", false), &RemoveOptions::target),
          bound({.name = "features",
                 .type = OptionType::texts,
                 .help = "The columns that are freed of it, and no others",
                 .standard_text = "all other columns"},
                &RemoveOptions::features),
          bound(drop, &RemoveOptions::drop),
          bound(remove(parts), &RemoveOptions::remove),
          bound(seed, &RemoveOptions::seed)};
}

}  // namespace umfi
