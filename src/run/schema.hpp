// The tables of a run file, and what is read from them and written to them. docs/run-files.md describes them to users.
#pragma once

#include <cstdint>
#include <string>

#include "core/digest.hpp"
#include "run/database.hpp"
#include "run/item_table.hpp"
#include "umfi/item_store.hpp"

namespace umfi {

// How far a study has come.
struct RunProgress {
  std::int64_t milliseconds = 0;  // spent on it so far
  ItemTally items;                // that were written
};

// What a run file says about itself besides its items. One checksum covers it all.
struct RunState {
  StudyRecord record;
  std::string version;  // of the umfi that made it
  RunProgress progress;
};

// Whether nothing was ever written to the file.
bool is_blank(Database& database);
// Throws FileError unless this is a sound run file of a format that we know.
void check_format(Database& database);
void create_tables(Database& database);

// Throws FileError where the checksum does not fit.
RunState read_state(Database& database);
// As it stands there, whether the checksum fits or not.
RunState read_unchecked_state(Database& database);
void write_state(Database& database, const RunState& state);
// Writes the part that changes with every item. The digest is that of the state's other part, which need not be read
// again each time.
void write_progress(Database& database, const RunProgress& progress, Digest state);
// Of all but the progress.
Digest digest_of(const RunState& state);

void write_summary(Database& database, const std::string& json);

}  // namespace umfi
