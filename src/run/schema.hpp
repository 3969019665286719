// The tables of a run file, and what is read from them and written to them. docs/run-files.md describes them to users.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/database.hpp"
#include "run/item_memory.hpp"
#include "umfi/item_store.hpp"

namespace umfi {

// What a run file says about itself besides its items.
struct RunState {
  StudyRecord record;
  std::string version;            // of the umfi that made it
  std::int64_t milliseconds = 0;  // spent on it so far
};

// Whether nothing was ever written to the file.
bool is_blank(Database& database);
// Throws FileError unless this is a sound run file of a format that we know.
void check_format(Database& database);
void create_tables(Database& database);

RunState read_state(Database& database);
void write_state(Database& database, const RunState& state);
void write_milliseconds(Database& database, std::int64_t milliseconds);

// A finished item on its way to the file.
struct KeptItem {
  std::string stage;
  std::uint32_t repeat = 0;
  std::uint32_t place = 0;
  std::vector<double> values;
};

void read_items(Database& database, ItemMemory& items);
void write_items(Database& database, const std::vector<KeptItem>& items);
void write_summary(Database& database, const std::string& json);

}  // namespace umfi
