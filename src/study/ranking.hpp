// A ranking in three steps: stages of work are planned, what is missing is measured into a store, and the result is
// read from the store alone. So a result is the same whether its items were computed now, found in a file, or both.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "run/stage.hpp"
#include "study/chosen_parts.hpp"
#include "study/dataset.hpp"
#include "umfi/item_store.hpp"
#include "umfi/rank.hpp"

namespace umfi {

// What a result says about the data it came from.
struct RankFacts {
  std::vector<std::string> features;  // names
  Task task = Task::regression;
  std::size_t rows = 0;  // that took part
  std::size_t rows_per_repeat = 0;
  std::size_t dropped = 0;
  DataUse use;
};

// A ranking while it is measured. What it points to must outlive it.
struct Ranking {
  const Dataset& data;
  RankOptions options;  // their names filled in
  RankParts used;
  ItemStore& store;
  std::vector<std::size_t> choice =
      {};  // per feature the place of its remover in used.removers, where there are several
};

// Checks the options against the data. Throws UsageError.
void check_ranking(const RankOptions& options, const Dataset& data, const Parts& parts);

// The options with the names of parts filled in, and without repeats that could not differ.
RankOptions effective(const RankOptions& options, const Parts& parts);

// How many rows a repeat takes: as many as was asked for, else all; or, where forests would take long, enough of them.
std::size_t rows_per_repeat(const RankOptions& options, const RankParts& used, std::size_t rows);

// Checks do not need more rows than this.
inline constexpr std::size_t most_rows_for_checks = 5000;

RankFacts facts_of(const Dataset& data, const RankOptions& options, const RankParts& used);

// Measures what the store misses and summarises. Throws OutOfTime where time is up before there was a whole repeat.
RankResult rank_dataset(Ranking ranking, const Executor& executor, const Context& context);

// The result of all whole repeats in the store; none where there is not a single one.
struct RankSummaryInput {
  const RankFacts& facts;
  const RankOptions& options;
  const Parts& parts;
};
std::optional<RankResult> summarize_ranking(const RankSummaryInput& input, const ItemStore& store);

}  // namespace umfi
