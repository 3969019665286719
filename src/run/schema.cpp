#include "run/schema.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <map>

#include "umfi/error.hpp"

namespace umfi {
namespace {

constexpr std::int64_t application = 0x756d6669;  // "umfi"
constexpr std::int64_t format = 2;

// Exactly these: a file with other tables, triggers or views is not ours, and nothing in it is run.
const std::map<std::string, std::string>& tables() {
  static const std::map<std::string, std::string> all{
      {"study", "CREATE TABLE study(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"},
      {"option",
       "CREATE TABLE option(name TEXT, place INTEGER, value TEXT NOT NULL, PRIMARY KEY (name, place)) WITHOUT ROWID"},
      {"feature", "CREATE TABLE feature(place INTEGER PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID"},
      {"item",
       "CREATE TABLE item(stage TEXT, repeat INTEGER, place INTEGER, value BLOB NOT NULL, "
       "PRIMARY KEY (stage, repeat, place)) WITHOUT ROWID"},
      {"summary", "CREATE TABLE summary(format TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"}};
  return all;
}

// Facts about the data stand beside these, under this prefix.
constexpr std::string_view fact_prefix = "data.";

std::map<std::string, std::string> read_study(Database& database) {
  std::map<std::string, std::string> values;
  Statement rows(database, "SELECT name, value FROM study");
  while (rows.step()) values[rows.text(0)] = rows.text(1);
  return values;
}

std::string wanted(Database& database, const std::map<std::string, std::string>& study, const std::string& name) {
  const auto found = study.find(name);
  if (found == study.end()) database.damaged("it does not say its " + name);
  return found->second;
}

std::vector<StudyOption> read_options(Database& database) {
  std::vector<StudyOption> options;
  Statement rows(database, "SELECT name, value FROM option ORDER BY name, place");
  while (rows.step()) {
    std::string name = rows.text(0);
    if (options.empty() || options.back().name != name)
      options.push_back({.name = std::move(name), .values = {}, .rule = OptionRule::free});
    options.back().values.push_back(rows.text(1));
  }
  return options;
}

std::uint32_t small(Database& database, std::int64_t number) {
  if (number < 0 || number > std::numeric_limits<std::uint32_t>::max()) database.damaged("a number is out of range");
  return static_cast<std::uint32_t>(number);
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

std::vector<double> values_of(Database& database, std::span<const std::byte> bytes) {
  if (bytes.empty() || bytes.size() % 8 != 0) database.damaged("a result is not made of whole numbers of eight bytes");
  std::vector<double> values;
  for (std::size_t first = 0; first < bytes.size(); first += 8) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < 8; ++k) bits |= std::to_integer<std::uint64_t>(bytes[first + k]) << (8 * k);
    values.push_back(std::bit_cast<double>(bits));
  }
  return values;
}

void write_pair(Database& database, const char* sql, std::string_view name, std::string_view value) {
  Statement insert(database, sql);
  insert.bind(1, name);
  insert.bind(2, value);
  insert.run();
}

void write_study(Database& database, std::string_view name, std::string_view value) {
  write_pair(database, "INSERT OR REPLACE INTO study VALUES (?, ?)", name, value);
}

void write_options(Database& database, const std::vector<StudyOption>& options) {
  Statement insert(database, "INSERT INTO option VALUES (?, ?, ?)");
  for (const StudyOption& option : options) {
    for (std::size_t place = 0; place < option.values.size(); ++place) {
      insert.bind(1, option.name);
      insert.bind(2, static_cast<std::int64_t>(place));
      insert.bind(3, option.values[place]);
      insert.run();
    }
  }
}

void write_features(Database& database, const std::vector<std::string>& features) {
  Statement insert(database, "INSERT INTO feature VALUES (?, ?)");
  for (std::size_t place = 0; place < features.size(); ++place) {
    insert.bind(1, static_cast<std::int64_t>(place));
    insert.bind(2, features[place]);
    insert.run();
  }
}

}  // namespace

bool is_blank(Database& database) {
  // Not the file's size: a process that was killed before its study began may leave a first page that holds no table.
  // This first look also undoes what a killed process left half-written.
  Statement objects(database, "SELECT count(*) FROM sqlite_schema");
  objects.step();
  return objects.integer(0) == 0 && database.pragma("application_id") == 0;
}

void check_format(Database& database) {
  if (database.pragma("application_id") != application)
    throw FileError(fmt::format("{} is not a run file of umfi: it is an SQLite file of another program", database.path()));
  const std::int64_t found = database.pragma("user_version");
  if (found != format)
    throw FileError(
        fmt::format("{} has format {} of run files, and this umfi reads format {}: use the umfi that made it",
                    database.path(), found, format));
  std::map<std::string, std::string> schema;
  Statement rows(database, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL");
  while (rows.step()) schema[rows.text(0)] = rows.text(1);
  if (schema != tables()) database.damaged("its tables are not those of a run file");
  Statement check(database, "PRAGMA quick_check(1)");
  if (!check.step() || check.text(0) != "ok") database.damaged("its pages do not fit together");
}

void create_tables(Database& database) {
  database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application, format));
  for (const auto& [name, sql] : tables()) database.execute(sql);
}

RunState read_state(Database& database) {
  const std::map<std::string, std::string> study = read_study(database);
  RunState state;
  state.record.verb = wanted(database, study, "verb");
  state.record.fingerprint = wanted(database, study, "fingerprint");
  state.version = wanted(database, study, "version");
  const std::string time = wanted(database, study, "milliseconds");
  const auto [stop, error] = std::from_chars(time.data(), time.data() + time.size(), state.milliseconds);
  if (error != std::errc{} || stop != time.data() + time.size() || state.milliseconds < 0)
    database.damaged("its time is not a number");
  for (const auto& [name, value] : study)
    if (name.starts_with(fact_prefix)) state.record.facts[name.substr(fact_prefix.size())] = value;
  state.record.options = read_options(database);
  Statement rows(database, "SELECT name FROM feature ORDER BY place");
  while (rows.step()) state.record.features.push_back(rows.text(0));
  return state;
}

void write_state(Database& database, const RunState& state) {
  database.execute("DELETE FROM study; DELETE FROM option; DELETE FROM feature; DELETE FROM summary");
  write_study(database, "verb", state.record.verb);
  write_study(database, "fingerprint", state.record.fingerprint);
  write_study(database, "version", state.version);
  for (const auto& [name, value] : state.record.facts) write_study(database, std::string(fact_prefix) + name, value);
  write_milliseconds(database, state.milliseconds);
  write_options(database, state.record.options);
  write_features(database, state.record.features);
}

void write_milliseconds(Database& database, std::int64_t milliseconds) {
  write_study(database, "milliseconds", fmt::format("{}", milliseconds));
}

void read_items(Database& database, ItemMemory& items) {
  Statement rows(database, "SELECT stage, repeat, place, value FROM item");
  while (rows.step()) {
    const std::string kind = rows.text(0);
    const ItemKey key{kind, small(database, rows.integer(1)), small(database, rows.integer(2))};
    items.keep(key, values_of(database, rows.bytes(3)));
  }
}

void write_items(Database& database, const std::vector<KeptItem>& items) {
  Statement insert(database, "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?)");
  for (const KeptItem& item : items) {
    insert.bind(1, item.stage);
    insert.bind(2, std::int64_t{item.repeat});
    insert.bind(3, std::int64_t{item.place});
    insert.bind(4, std::span<const std::byte>(bytes_of(item.values)));
    insert.run();
  }
}

void write_summary(Database& database, const std::string& json) {
  write_pair(database, "INSERT OR REPLACE INTO summary VALUES (?, ?)", "json", json);
}

}  // namespace umfi
