// Files that are no sound run files: each gets its sentence, to readers and to writers, and is left as it was.
#include <gtest/gtest.h>

#include <functional>

#include "run/complaint.hpp"
#include "run/stored_files.hpp"
#include "umfi/error.hpp"
#include "umfi/stored_study.hpp"

namespace umfi {
namespace {

using namespace testing;

struct Hostile {
  const char* name;
  std::function<void(const std::string& path)> damage;  // of a sound file
  std::string sentence;                                 // part of what is said after the file's name
};

const char* const unfit = "is damaged: what it says about its study does not fit its checksum";

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
      {"newer_format", sql("PRAGMA user_version = 4"), "has format 4 of run files, and this umfi reads format 3"},
      {"format_2", sql("PRAGMA user_version = 2"), "has format 2 of run files, and this umfi reads format 3"},
      {"format_1", sql("PRAGMA user_version = 1"), "reads format 3: use the umfi that made it"},
      {"trigger", sql("CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM item; END"), "its tables are not those"},
      {"extra_table", sql("CREATE TABLE more(x)"), "its tables are not those"},
      {"missing_table", sql("DROP TABLE summary"), "its tables are not those"},
      {"view_for_a_table", sql("DROP TABLE summary; CREATE VIEW summary AS SELECT 1"), "its tables are not those"},
      {"no_verb", sql("DELETE FROM study WHERE name = 'verb'"), "does not say its verb"},
      {"no_time", sql("UPDATE study SET value = 'soon' WHERE name = 'milliseconds'"),
       "its milliseconds is not a number"},
      {"other_time", sql("UPDATE study SET value = value + 1 WHERE name = 'milliseconds'"), unfit},
      {"other_number_of_items", sql("UPDATE study SET value = value - 1 WHERE name = 'items'"), unfit},
      {"other_sum_of_items", sql("UPDATE study SET value = '1' WHERE name = 'items_checksum'"), unfit},
      {"other_fact", sql("UPDATE study SET value = '61' WHERE name = 'data.rows'"), unfit},
      {"fact_is_missing", sql("DELETE FROM study WHERE name = 'data.dropped_rows'"), unfit},
      {"other_version", sql("UPDATE study SET value = '9.9.9' WHERE name = 'version'"), unfit},
      {"other_option", sql("UPDATE option SET value = '6' WHERE name = 'trees'"), unfit},
      {"renamed_option", sql("UPDATE option SET name = 'treez' WHERE name = 'trees'"), unfit},
      {"renamed_feature", sql("UPDATE feature SET name = 'x7' WHERE place = 1"), unfit},
      {"exchanged_features", sql("UPDATE feature SET place = 9 - place"), unfit},
      {"other_checksum", sql("UPDATE study SET value = '1' WHERE name = 'checksum'"), unfit},
  };
}

// Files that are sound as files but say nothing that makes a study.
std::vector<Hostile> senseless_files() {
  const auto sql = [](std::string statement) {
    return [statement](const std::string& path) {
      change(path, statement);
      reseal(path);
    };
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
