// Small finished studies in run files, and ways to change what stands there.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "cli/running.hpp"
#include "run/schema.hpp"
#include "umfi/rank.hpp"
#include "umfi/run_file.hpp"
#include "umfi/simulate.hpp"

namespace umfi::testing {

inline std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// A finished study of four features.
inline void compute_study(const std::string& path, int repeats) {
  RunFile file(path);
  Context context;
  context.threads = 1;
  context.store = &file;
  rank_features(simulate("interactions", 60, 1), {.target = "y", .repeats = repeats, .settings = {{"trees", 5}}},
                context);
  file.finish("{}");
}

// The bytes of its file, with two repeats. It is computed once: under a sanitizer that takes seconds.
inline const std::string& sound_study() {
  static const std::string bytes = [] {
    const TemporaryFolder folder;
    compute_study(folder.path("sound.umfi"), 2);
    return bytes_of(folder.path("sound.umfi"));
  }();
  return bytes;
}

inline void make_study(const std::string& path) {
  write_bytes(path, sound_study());
}

inline void change(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
  sqlite3_free(message);
  sqlite3_close(database);
}

// Every item that stands in the file, whether its checksum fits or not.
inline std::vector<KeptItem> unchecked_items(Database& database) {
  std::vector<KeptItem> items;
  Statement rows(database, "SELECT stage, repeat, place, value FROM item");
  while (rows.step()) {
    KeptItem item{
        rows.text(0), static_cast<std::uint32_t>(rows.integer(1)), static_cast<std::uint32_t>(rows.integer(2)), {}};
    const std::span<const std::byte> bytes = rows.bytes(3);
    item.values.resize(bytes.size() / sizeof(double));
    std::memcpy(item.values.data(), bytes.data(), item.values.size() * sizeof(double));
    items.push_back(std::move(item));
  }
  return items;
}

// What the library said through a context.
struct Said {
  std::vector<std::string> sentences;

  Context context() {
    Context context;
    context.threads = 1;
    context.log = [this](Severity, std::string_view sentence) { sentences.emplace_back(sentence); };
    return context;
  }
};

// Gives what stands in the file the checksums that fit it, as if umfi had written it.
inline void reseal(const std::string& path) {
  Database database(path, Database::Access::write);
  Transaction transaction(database);
  RunState state = read_unchecked_state(database);
  state.progress.items = rewrite_items(database, unchecked_items(database));
  write_state(database, state);
  transaction.commit();
}

}  // namespace umfi::testing
