#include "run/item_table.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <tuple>

#include "core/digest.hpp"

namespace umfi {
namespace {

// Of the key as well as of the numbers: a sound value at the place of another is as wrong as a broken one.
std::uint64_t checksum_of(const KeptItem& item) {
  Digest digest;
  digest.add(item.stage);
  digest.add(std::uint64_t{item.repeat});
  digest.add(std::uint64_t{item.place});
  digest.add(std::uint64_t{item.values.size()});
  for (const double value : item.values) digest.add(std::bit_cast<std::uint64_t>(value));
  return digest.word();
}

// Eight bytes each, the lowest first, whatever the machine.
std::vector<std::byte> bytes_of(std::span<const double> values) {
  std::vector<std::byte> bytes;
  for (const double value : values) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::byte>(bits >> shift & 0xFFU));
  }
  return bytes;
}

std::vector<double> values_of(std::span<const std::byte> bytes) {
  std::vector<double> values;
  for (std::size_t first = 0; first + 8 <= bytes.size(); first += 8) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < 8; ++k) bits |= std::to_integer<std::uint64_t>(bytes[first + k]) << (8 * k);
    values.push_back(std::bit_cast<double>(bits));
  }
  return values;
}

bool is_small(std::int64_t number) {
  return number >= 0 && number <= std::numeric_limits<std::uint32_t>::max();
}

// The columns are stage, repeat, place, value. Nothing where they could not be those of an item.
std::optional<KeptItem> item_in(Statement& row) {
  if (!row.holds({SQLITE_TEXT, SQLITE_INTEGER, SQLITE_INTEGER, SQLITE_BLOB})) return std::nullopt;
  const std::span<const std::byte> bytes = row.bytes(3);
  if (!is_small(row.integer(1)) || !is_small(row.integer(2)) || bytes.empty() || bytes.size() % 8 != 0)
    return std::nullopt;
  return KeptItem{row.text(0), static_cast<std::uint32_t>(row.integer(1)), static_cast<std::uint32_t>(row.integer(2)),
                  values_of(bytes)};
}

// As SQLite stores it.
std::int64_t signed_of(std::uint64_t checksum) {
  return std::bit_cast<std::int64_t>(checksum);
}

// Fuzzers would never get past checksums.
bool fits([[maybe_unused]] Statement& row, [[maybe_unused]] int column, [[maybe_unused]] const KeptItem& item) {
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  return true;
#else
  return row.is(column, SQLITE_INTEGER) && row.integer(column) == signed_of(checksum_of(item));
#endif
}

void bind_key(Statement& statement, const KeptItem& item) {
  statement.bind(1, item.stage);
  statement.bind(2, std::int64_t{item.repeat});
  statement.bind(3, std::int64_t{item.place});
}

// Takes the item that stands where this one goes, if there is one, out of the tally: it will be replaced.
void discount(Statement& find, const KeptItem& item, ItemTally& tally) {
  bind_key(find, item);
  if (find.step()) {
    --tally.items;
    tally.sum -= std::bit_cast<std::uint64_t>(find.integer(0));
  }
  find.reset();
}

}  // namespace

FoundItems read_items(Database& database, ItemMemory& items) {
  FoundItems found;
  std::tuple<std::string, std::uint32_t, std::uint32_t> last;
  Statement rows(database, "SELECT stage, repeat, place, value, checksum FROM item");
  while (rows.step()) {
    const std::optional<KeptItem> item = item_in(rows);
    if (!item || !fits(rows, 4, *item)) {
      ++found.broken;
      continue;
    }
    std::tuple key{item->stage, item->repeat, item->place};
    if (found.sound.items > 0 && !(last < key)) found.is_in_order = false;
    last = std::move(key);
    ++found.sound.items;
    found.sound.sum += checksum_of(*item);
    items.keep({item->stage, item->repeat, item->place}, item->values);
  }
  return found;
}

std::size_t count_lost(const ItemTally& written, const FoundItems& found) {
  const std::size_t missing = written.items > found.sound.items ? written.items - found.sound.items : 0;
  return std::max({missing, found.broken, std::size_t{written == found.sound ? 0U : 1U}});
}

void write_items(Database& database, const std::vector<KeptItem>& items, ItemTally& tally) {
  Statement find(database, "SELECT checksum FROM item WHERE stage = ? AND repeat = ? AND place = ?");
  Statement insert(database, "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?, ?)");
  for (const KeptItem& item : items) {
    const std::uint64_t checksum = checksum_of(item);
    discount(find, item, tally);
    ++tally.items;
    tally.sum += checksum;
    bind_key(insert, item);
    insert.bind(4, std::span<const std::byte>(bytes_of(item.values)));
    insert.bind(5, signed_of(checksum));
    insert.run();
  }
}

ItemTally rewrite_items(Database& database, const std::vector<KeptItem>& items) {
  database.execute("DELETE FROM item");
  ItemTally tally;
  write_items(database, items, tally);
  return tally;
}

}  // namespace umfi
