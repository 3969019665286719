// The repeats of a ranking: which random numbers and rows each takes, where its items are kept, and what came out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "umfi/item_store.hpp"
#include "umfi/method.hpp"
#include "umfi/rank.hpp"

namespace umfi {

// Repeat `number` of a ranking whose measures are kept in this stage.
RepeatName repeat_name(const std::string& stage, std::uint32_t number);
// The same for half-samples: halves 2k and 2k + 1 are those of split k. Their random numbers lie beyond those of all
// repeats.
RepeatName half_name(const std::string& stage, std::uint32_t number);

// The power of the null model in the rows of a repeat.
ItemKey null_key(std::uint32_t repeat);

struct Repeat {
  double null = 0;
  Measures measures;
};

// Where precision decides how many repeats there are, as many as were begun.
int repeats_in(const RankOptions& options, const ItemStore& store);

// The repeats of which nothing is missing, of this many.
std::vector<Repeat> whole_repeats(const std::string& stage, int repeats, std::size_t subjects, const ItemStore& store);

// What the repeats say about each of these subjects.
std::vector<FeatureScore> summarize_repeats(const std::vector<std::string>& names, const std::vector<Repeat>& repeats);

template <class Part>
std::vector<double> collect(const std::vector<Repeat>& repeats, const Part& part) {
  std::vector<double> values;
  for (const Repeat& repeat : repeats) values.push_back(part(repeat));
  return values;
}

}  // namespace umfi
