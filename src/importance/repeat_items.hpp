// What repeats of a method gave, read from a store.
#pragma once

#include <cstddef>
#include <optional>

#include "umfi/item_store.hpp"
#include "umfi/method.hpp"

namespace umfi {

// Everything that a repeat gave for this many subjects, if nothing is missing.
std::optional<Measures> read_measures(const ItemStore& store, const RepeatName& name, std::size_t subjects);

}  // namespace umfi
