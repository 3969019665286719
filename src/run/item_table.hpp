// The finished items in a run file, each with a checksum, and a tally of them all by which a lost one is missed.
//
//   const FoundItems found = read_items(database, memory);   // the sound ones are in memory then
//   count_lost(state.progress.items, found);                 // how many are not
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "run/database.hpp"
#include "run/item_memory.hpp"

namespace umfi {

// How many items there are, and what their checksums add up to (modulo 2^64), in whatever order they were finished.
struct ItemTally {
  std::uint64_t items = 0;
  std::uint64_t sum = 0;

  bool operator==(const ItemTally&) const = default;
};

// What a file has of its items.
struct FoundItems {
  ItemTally sound;
  std::size_t broken = 0;   // their checksum does not fit them
  bool is_in_order = true;  // pages that were exchanged give sound items that SQLite does not find by their keys
};

// Reads those that are sound.
FoundItems read_items(Database& database, ItemMemory& items);
// How many of those that were written are not sound any more.
std::size_t count_lost(const ItemTally& written, const FoundItems& found);

// Writes them, with the tally of what the table then holds.
void write_items(Database& database, const std::vector<KeptItem>& items, ItemTally& tally);
// These and no others.
ItemTally rewrite_items(Database& database, const std::vector<KeptItem>& items);

}  // namespace umfi
