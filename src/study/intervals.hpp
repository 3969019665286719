// Would the scores come out the same with other data? Intervals from complementary halves of the rows.
#pragma once

#include "run/stage.hpp"
#include "study/ranking.hpp"
#include "umfi/item_store.hpp"
#include "umfi/rank.hpp"

namespace umfi {

// Parts of the rows that are measured: two of each split.
inline constexpr int half_samples = 20;
// How many rows each of them has: half of all, or fewer where rows are many.
std::size_t rows_of_part(std::size_t rows);

// Measures what intervals are made of, whatever the method of the ranking. Rows whose halves are too few for a ranking
// give none.
void measure_halves(const Ranking& ranking, const Executor& executor, const Context& context);

// The variance at n rows of a score, given what half-samples say about it. It falls with 1 / n if the feature is related,
// but with 1 / n² if it is not: then it is smaller by `shrinkage`, one half for halves, and the halves' own random numbers
// count, as far as repeats show them. Between scores of one and three standard deviations lies a straight line. docs/statistics.md shows what this
// covers.
double sampling_variance(const FeatureScore& feature, double of_halves, bool repeats_differ_in_rows,
                         double shrinkage = 0.5);

// Adds intervals to a ranking where everything for them is in the store.
void add_intervals(RankResult& result, const RankParts& used, const ItemStore& store);

}  // namespace umfi
