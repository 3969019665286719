// What a method gives in repeats of which nothing is known yet.
#pragma once

#include <vector>

#include "importance/repeat_items.hpp"
#include "run/item_memory.hpp"

namespace umfi {

// measure(span of RepeatItems) completes these repeats.
template <class Measure>
std::vector<Measures> measured_repeats(const std::vector<std::uint32_t>& numbers, std::size_t features,
                                       const Measure& measure) {
  ItemMemory store;
  std::vector<RepeatItems> repeats;
  for (const std::uint32_t number : numbers) repeats.emplace_back(store, "method", number);
  measure(std::span<const RepeatItems>(repeats));
  std::vector<Measures> result;
  for (const RepeatItems& repeat : repeats) result.push_back(repeat.measures(features).value());
  return result;
}

// measure(RepeatItems) completes one.
template <class Measure>
Measures measured(std::size_t features, const Measure& measure) {
  return measured_repeats({0}, features, [&](auto repeats) { measure(repeats[0]); }).front();
}

}  // namespace umfi
