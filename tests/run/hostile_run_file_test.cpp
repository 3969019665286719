// Files that are no sound run files: each gets its sentence, to readers and to writers, and is left as it was.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>

#include "cli/running.hpp"
#include "run/complaint.hpp"
#include "umfi/error.hpp"
#include "umfi/rank.hpp"
#include "umfi/run_file.hpp"
#include "umfi/simulate.hpp"
#include "umfi/stored_study.hpp"

namespace umfi {
namespace {

using testing::complaint_of;
using testing::TemporaryFolder;

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// A finished study of four features and two repeats.
void compute_study(const std::string& path) {
  RunFile file(path);
  Context context;
  context.threads = 1;
  context.store = &file;
  rank_features(simulate("interactions", 60, 1), {.target = "y", .repeats = 2, .settings = {{"trees", 5}}}, context);
  file.finish("{}");
}

// The bytes of its file. It is computed once: under a sanitizer that takes seconds.
const std::string& sound_study() {
  static const std::string bytes = [] {
    const TemporaryFolder folder;
    compute_study(folder.path("sound.umfi"));
    return bytes_of(folder.path("sound.umfi"));
  }();
  return bytes;
}

void make_study(const std::string& path) {
  write_bytes(path, sound_study());
}

void change(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
  sqlite3_free(message);
  sqlite3_close(database);
}

struct Hostile {
  const char* name;
  std::function<void(const std::string& path)> damage;  // of a sound file
  std::string sentence;                                 // part of what is said after the file's name
};

std::vector<Hostile> hostile_files() {
  const auto sql = [](std::string statement) {
    return [statement](const std::string& path) { change(path, statement); };
  };
  const auto bytes = [](std::function<std::string(std::string)> edit) {
    return [edit](const std::string& path) { write_bytes(path, edit(bytes_of(path))); };
  };
  return {
      {"text", bytes([](const std::string&) { return std::string("feature,score\na,1\n"); }),
       "not an SQLite file at all"},
      {"long_text", bytes([](const std::string&) { return std::string(20'000, 'x'); }), "not an SQLite file at all"},
      {"cut_short", bytes([](const std::string& all) { return all.substr(0, all.size() - 4096); }), "is damaged"},
      {"cut_to_one_page", bytes([](const std::string& all) { return all.substr(0, 4096); }), "is damaged"},
      {"zeros_in_the_middle", bytes([](std::string all) { return all.replace(4096, 8192, std::string(8192, '\0')); }),
       "is damaged"},
      {"foreign_database", sql("PRAGMA application_id = 0"), "an SQLite file of another program"},
      {"newer_format", sql("PRAGMA user_version = 3"), "has format 3 of run files, and this umfi reads format 2"},
      {"trigger", sql("CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM item; END"), "its tables are not those"},
      {"extra_table", sql("CREATE TABLE more(x)"), "its tables are not those"},
      {"missing_table", sql("DROP TABLE summary"), "its tables are not those"},
      {"view_for_a_table", sql("DROP TABLE summary; CREATE VIEW summary AS SELECT 1"), "its tables are not those"},
      {"blob_of_five_bytes", sql("UPDATE item SET value = x'0102030405' WHERE place = 1"),
       "whole numbers of eight bytes"},
      {"empty_blob", sql("UPDATE item SET value = x'' WHERE place = 1"), "whole numbers of eight bytes"},
      {"text_for_a_blob", sql("UPDATE item SET value = 'abcdefgh' WHERE place = 1"), "a cell is not of its type"},
      {"text_for_a_number", sql("UPDATE item SET place = 'x' WHERE place = 1"), "a cell is not of its type"},
      {"number_out_of_range", sql("UPDATE item SET repeat = 4294967296 WHERE place = 1 AND repeat = 1"),
       "a number is out of range"},
      {"negative_number", sql("UPDATE item SET repeat = -1 WHERE place = 1 AND repeat = 1"),
       "a number is out of range"},
      {"no_verb", sql("DELETE FROM study WHERE name = 'verb'"), "does not say its verb"},
      {"no_time", sql("UPDATE study SET value = 'soon' WHERE name = 'milliseconds'"), "its time is not a number"},
  };
}

// Files that are sound as files but say nothing that makes a study.
std::vector<Hostile> senseless_files() {
  const auto sql = [](std::string statement) {
    return [statement](const std::string& path) { change(path, statement); };
  };
  return {
      {"unknown_verb", sql("UPDATE study SET value = 'dance' WHERE name = 'verb'"), "made by umfi dance"},
      {"option_is_no_number", sql("UPDATE option SET value = 'many' WHERE name = 'trees'"), "no usable option trees"},
      {"option_is_missing", sql("DELETE FROM option WHERE name = 'repeats'"), "no usable option repeats"},
      {"absurd_repeats", sql("UPDATE option SET value = '2000000000' WHERE name = 'repeats'"),
       "no usable option repeats"},
      {"no_features", sql("DELETE FROM feature"), "has no features"},
      {"no_task", sql("UPDATE study SET value = 'guess' WHERE name = 'data.task'"), "does not say its task"},
      {"no_rows", sql("DELETE FROM study WHERE name = 'data.rows'"), "does not say its rows"},
      {"result_of_other_length", sql("UPDATE item SET value = x'0000000000000000'"), "does not hold enough"},
      {"no_items", sql("DELETE FROM item"), "does not hold enough"},
  };
}

TEST(HostileRunFile, a_sound_one_is_read) {
  const TemporaryFolder folder;
  make_study(folder.path("study.umfi"));
  EXPECT_EQ(std::get<RankResult>(read_study(folder.path("study.umfi"))).features.size(), 4U);
}

TEST(HostileRunFile, damaged_and_foreign_files_get_their_sentence_and_stay_as_they_are) {
  for (const Hostile& hostile : hostile_files()) {
    const TemporaryFolder folder;
    const std::string path = folder.path("study.umfi");
    make_study(path);
    hostile.damage(path);
    const std::string before = bytes_of(path);
    const std::string reading = complaint_of([&] { read_study(path); });
    EXPECT_TRUE(reading.starts_with(path + " ")) << hostile.name << ": " << reading;
    EXPECT_NE(reading.find(hostile.sentence), std::string::npos) << hostile.name << ": " << reading;
    EXPECT_EQ(complaint_of([&] { RunFile file(path); }), reading) << hostile.name;
    EXPECT_EQ(bytes_of(path), before) << hostile.name;
  }
}

TEST(HostileRunFile, files_that_make_no_study_get_their_sentence) {
  for (const Hostile& hostile : senseless_files()) {
    const TemporaryFolder folder;
    const std::string path = folder.path("study.umfi");
    make_study(path);
    hostile.damage(path);
    const std::string reading = complaint_of([&] { read_study(path); });
    EXPECT_NE(reading.find(hostile.sentence), std::string::npos) << hostile.name << ": " << reading;
  }
}

TEST(HostileRunFile, an_empty_file_is_a_study_that_never_began) {
  const TemporaryFolder folder;
  const std::string path = folder.file("study.umfi", "");
  EXPECT_NE(complaint_of([&] { read_study(path); }).find("is empty"), std::string::npos);
  make_study(path);
  EXPECT_EQ(std::get<RankResult>(read_study(path)).missing_repeats, 0U);
}

// What a process leaves that is killed between taking the lock and beginning its study.
TEST(HostileRunFile, a_first_page_without_tables_is_a_study_that_never_began) {
  const TemporaryFolder folder;
  const std::string path = folder.path("study.umfi");
  change(path, "BEGIN EXCLUSIVE; COMMIT");
  ASSERT_GT(bytes_of(path).size(), 0U);
  EXPECT_NE(complaint_of([&] { read_study(path); }).find("is empty"), std::string::npos);
  make_study(path);
  EXPECT_EQ(std::get<RankResult>(read_study(path)).missing_repeats, 0U);
}

// Any byte that is flipped in the file gives a result or an error, never anything else.
TEST(HostileRunFile, flipped_bytes_do_no_harm) {
  const TemporaryFolder folder;
  const std::string path = folder.path("study.umfi");
  make_study(path);
  const std::string sound = bytes_of(path);
  for (std::size_t place = 0; place < sound.size(); place += 1 + place / 150) {
    std::string bytes = sound;
    bytes[place] = static_cast<char>(bytes[place] ^ 0x5A);
    write_bytes(path, bytes);
    complaint_of([&] { read_study(path); });
  }
}

}  // namespace
}  // namespace umfi
