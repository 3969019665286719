#include "run/schema.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <span>

#include "umfi/error.hpp"

namespace umfi {
namespace {

constexpr std::int64_t application = 0x756d6669;  // "umfi"
constexpr std::int64_t format = 3;

// Exactly these: a file with other tables, triggers or views is not ours, and nothing in it is run.
const std::map<std::string, std::string>& tables() {
  static const std::map<std::string, std::string> all{
      {"study", "CREATE TABLE study(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"},
      {"option",
       "CREATE TABLE option(name TEXT, place INTEGER, value TEXT NOT NULL, PRIMARY KEY (name, place)) WITHOUT ROWID"},
      {"feature", "CREATE TABLE feature(place INTEGER PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID"},
      {"item",
       "CREATE TABLE item(stage TEXT, repeat INTEGER, place INTEGER, value BLOB NOT NULL, "
       "checksum INTEGER NOT NULL, PRIMARY KEY (stage, repeat, place)) WITHOUT ROWID"},
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

std::uint64_t wanted_number(Database& database, const std::map<std::string, std::string>& study,
                            const std::string& name) {
  const std::string text = wanted(database, study, name);
  const char* const end = text.data() + text.size();
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end)
    database.damaged(fmt::format("what it says about its {} is not a number", name));
  return number;
}

std::uint64_t checksum_of(const RunProgress& progress, Digest state) {
  state.add(static_cast<std::uint64_t>(progress.milliseconds));
  state.add(progress.items.items);
  state.add(progress.items.sum);
  return state.word();
}

void add_all(Digest& digest, std::span<const std::string> texts) {
  digest.add(std::uint64_t{texts.size()});
  for (const std::string& text : texts) digest.add(text);
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
    throw FileError(
        fmt::format("{} is not a run file of umfi: it is an SQLite file of another program", database.path()));
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

RunState read_unchecked_state(Database& database) {
  const std::map<std::string, std::string> study = read_study(database);
  RunState state;
  state.record.verb = wanted(database, study, "verb");
  state.record.fingerprint = wanted(database, study, "fingerprint");
  state.version = wanted(database, study, "version");
  state.progress.milliseconds = static_cast<std::int64_t>(wanted_number(database, study, "milliseconds"));
  state.progress.items.items = wanted_number(database, study, "items");
  state.progress.items.sum = wanted_number(database, study, "items_checksum");
  for (const auto& [name, value] : study)
    if (name.starts_with(fact_prefix)) state.record.facts[name.substr(fact_prefix.size())] = value;
  state.record.options = read_options(database);
  Statement rows(database, "SELECT name FROM feature ORDER BY place");
  while (rows.step()) state.record.features.push_back(rows.text(0));
  return state;
}

RunState read_state(Database& database) {
  RunState state = read_unchecked_state(database);
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION  // fuzzers would never get past it
  const std::uint64_t checksum = wanted_number(database, read_study(database), "checksum");
  if (checksum != checksum_of(state.progress, digest_of(state)))
    database.damaged(
        "what it says about its study does not fit its checksum; use a copy of it, or delete it and begin again");
#endif
  return state;
}

void write_state(Database& database, const RunState& state) {
  database.execute("DELETE FROM study; DELETE FROM option; DELETE FROM feature; DELETE FROM summary");
  write_study(database, "verb", state.record.verb);
  write_study(database, "fingerprint", state.record.fingerprint);
  write_study(database, "version", state.version);
  for (const auto& [name, value] : state.record.facts) write_study(database, std::string(fact_prefix) + name, value);
  write_options(database, state.record.options);
  write_features(database, state.record.features);
  write_progress(database, state.progress, digest_of(state));
}

void write_progress(Database& database, const RunProgress& progress, Digest state) {
  write_study(database, "milliseconds", fmt::format("{}", progress.milliseconds));
  write_study(database, "items", fmt::format("{}", progress.items.items));
  write_study(database, "items_checksum", fmt::format("{}", progress.items.sum));
  write_study(database, "checksum", fmt::format("{}", checksum_of(progress, state)));
}

Digest digest_of(const RunState& state) {
  Digest digest;
  for (const std::string& text : {state.record.verb, state.record.fingerprint, state.version}) digest.add(text);
  digest.add(std::uint64_t{state.record.facts.size()});
  for (const auto& [name, value] : state.record.facts) {
    digest.add(name);
    digest.add(value);
  }
  // As they are read: in the order of their names, and only those that are set.
  std::map<std::string_view, std::span<const std::string>> options;
  for (const StudyOption& option : state.record.options)
    if (!option.values.empty()) options[option.name] = option.values;
  digest.add(std::uint64_t{options.size()});
  for (const auto& [name, values] : options) {
    digest.add(name);
    add_all(digest, values);
  }
  add_all(digest, state.record.features);
  return digest;
}

void write_summary(Database& database, const std::string& json) {
  write_pair(database, "INSERT OR REPLACE INTO summary VALUES (?, ?)", "json", json);
}

}  // namespace umfi
