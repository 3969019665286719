// What a method gives in repeats of which nothing is known yet.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "importance/repeat_items.hpp"
#include "run/item_memory.hpp"
#include "umfi/method.hpp"

namespace umfi {

using Measure = void (*)(const MethodInput&, Workers&);

// Repeats of these numbers, which are also the numbers of their random streams. The input is completed: its repeats are
// these, every feature is a subject, and who does not count steps need not.
inline std::vector<Measures> measured_repeats(Measure measure, MethodInput input,
                                              const std::vector<std::uint32_t>& numbers, Workers& workers) {
  const std::vector<Subject> subjects = single_subjects(input.features.size());
  std::vector<std::size_t> wanted(subjects.size());
  std::iota(wanted.begin(), wanted.end(), std::size_t{0});
  ItemMemory store;
  std::vector<RepeatName> names;
  std::vector<RepeatItems> repeats;
  for (const std::uint32_t number : numbers) {
    names.push_back({.stage = "method", .full_stage = "full", .number = number, .stream = number});
    repeats.emplace_back(store, names.back(), wanted);
  }
  input.subjects = subjects;
  input.repeats = repeats;
  if (!input.progress) input.progress = [](std::size_t) {};
  measure(input, workers);
  std::vector<Measures> result;
  for (const RepeatName& name : names) result.push_back(read_measures(store, name, subjects.size()).value());
  return result;
}

// The first repeat.
inline Measures measured(Measure measure, MethodInput input, Workers& workers) {
  return measured_repeats(measure, std::move(input), {0}, workers).front();
}

}  // namespace umfi
