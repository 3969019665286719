// A ranking in two steps: what is missing is measured into a store, and the result is read from the store alone. So a
// result is the same whether its tasks were computed now, found in a file, or both.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "study/dataset.hpp"
#include "umfi/rank.hpp"
#include "umfi/item_store.hpp"

namespace umfi {

// What a result says about the data it came from.
struct RankFacts {
  std::vector<std::string> features;  // names
  Task task = Task::regression;
  std::size_t rows = 0;  // that took part
  std::size_t rows_per_repeat = 0;
  std::size_t dropped = 0;
};

// Checks what can be checked before the data are looked at.
void check_ranking(const RankOptions& options);
// Checks the options against the data. Throws UsageError.
void check_ranking(const RankOptions& options, const Dataset& data);

// The options without repeats that could not differ.
RankOptions without_idle_repeats(RankOptions options);

RankFacts facts_of(const Dataset& data, const RankOptions& options);

// The result of all whole repeats in the store; none where there is not a single one.
std::optional<RankResult> summarize_ranking(const RankFacts& facts, const RankOptions& options, const ItemStore& store);

// Measures what the store misses and summarises. Throws OutOfTime where time is up before there was a whole repeat.
RankResult rank_dataset(const Dataset& data, const RankOptions& options, ItemStore& store, const Context& context);

}  // namespace umfi
