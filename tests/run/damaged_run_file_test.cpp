// Run files in which single records are damaged: those are left out, said and computed again, and never shown.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <tuple>

#include "run/complaint.hpp"
#include "run/stored_files.hpp"
#include "umfi/error.hpp"
#include "umfi/stored_study.hpp"

namespace umfi {
namespace {

using namespace testing;

using Items = std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, std::vector<std::uint64_t>>;

// Every bit of what a reader gets.
Items items_of(const StoredRun& run) {
  Items all;
  for (const KeptItem& item : dynamic_cast<const ItemMemory&>(*run.items).all())
    for (const double value : item.values)
      all[{item.stage, item.repeat, item.place}].push_back(std::bit_cast<std::uint64_t>(value));
  return all;
}

struct DamagedRecords {
  const char* name;
  const char* sql;
  std::size_t lost;
};

// A ranking of four features in two repeats.
const std::vector<DamagedRecords>& damaged_records() {
  static const std::vector<DamagedRecords> all{
      {"other_number", "UPDATE item SET value = x'0000000000005940' WHERE stage = 'full' AND repeat = 1", 1},
      {"blob_of_five_bytes", "UPDATE item SET value = x'0102030405' WHERE stage = 'full' AND repeat = 1", 1},
      {"empty_blob", "UPDATE item SET value = x'' WHERE stage = 'full' AND repeat = 1", 1},
      {"text_for_a_blob", "UPDATE item SET value = 'abcdefgh' WHERE stage = 'full' AND repeat = 1", 1},
      {"text_for_a_number", "UPDATE item SET place = 'x' WHERE stage = 'full' AND repeat = 1", 1},
      {"number_out_of_range", "UPDATE item SET repeat = 4294967296 WHERE stage = 'full' AND repeat = 1", 1},
      {"negative_number", "UPDATE item SET repeat = -1 WHERE stage = 'full' AND repeat = 1", 1},
      {"text_for_a_checksum", "UPDATE item SET checksum = 'x' WHERE stage = 'full' AND repeat = 1", 1},
      {"other_checksums", "UPDATE item SET checksum = checksum + 1 WHERE stage = 'full'", 2},
      {"other_place", "UPDATE item SET place = 7 WHERE stage = 'full' AND repeat = 1", 1},
      {"other_stage", "UPDATE item SET stage = 'fuln' WHERE stage = 'full'", 2},
      {"lost", "DELETE FROM item WHERE stage = 'full' AND repeat = 1", 1},
      {"exchanged",
       "UPDATE item SET repeat = 2 WHERE stage = 'full' AND repeat = 0;"
       "UPDATE item SET repeat = 0 WHERE stage = 'full' AND repeat = 1;"
       "UPDATE item SET repeat = 1 WHERE stage = 'full' AND repeat = 2",
       2},
  };
  return all;
}

class DamagedRunFile : public ::testing::Test {
 protected:
  std::string path() const { return folder_.path("study.umfi"); }
  StoredRun sound() const {
    make_study(folder_.path("sound.umfi"));
    return read_run_file(folder_.path("sound.umfi"));
  }

  TemporaryFolder folder_;
};

TEST_F(DamagedRunFile, a_damaged_record_is_left_out_and_said_once) {
  const Items original = items_of(sound());
  for (const DamagedRecords& damaged : damaged_records()) {
    make_study(path());
    change(path(), damaged.sql);
    Items read = items_of(read_run_file(path()));
    EXPECT_EQ(original.size() - read.size(), damaged.lost) << damaged.name;
    for (const auto& [key, bits] : read) EXPECT_EQ(original.at(key), bits) << damaged.name;
    Said said;
    complaint_of([&] { read_study(path(), said.context()); });
    const std::string expected =
        std::to_string(damaged.lost) + " of " + std::to_string(original.size()) + " records of " + path() +
        (damaged.lost == 1 ? " is damaged and was left out; umfi resume " + path() + " DATA computes it again"
                           : " are damaged and were left out; umfi resume " + path() + " DATA computes them again");
    EXPECT_EQ(said.sentences, std::vector{expected}) << damaged.name;
  }
}

TEST_F(DamagedRunFile, a_damaged_record_is_computed_again) {
  const Items original = items_of(sound());
  for (const DamagedRecords& damaged : damaged_records()) {
    make_study(path());
    change(path(), damaged.sql);
    Said said;
    {
      RunFile file(path(), said.context());
      resume_study(file, simulate("interactions", 60, 1));
    }
    ASSERT_EQ(said.sentences.size(), 1U) << damaged.name;
    EXPECT_NE(said.sentences.front().find("what is lost is computed again"), std::string::npos)
        << said.sentences.front();
    const StoredRun whole = read_run_file(path());
    EXPECT_EQ(whole.damage.lost, 0U) << damaged.name;
    EXPECT_EQ(items_of(whole), original) << damaged.name;
  }
}

TEST_F(DamagedRunFile, opening_one_does_not_change_it) {
  make_study(path());
  change(path(), damaged_records().front().sql);
  const std::string before = bytes_of(path());
  { const RunFile file(path()); }
  read_run_file(path());
  EXPECT_EQ(bytes_of(path()), before);
}

// A study that is killed as soon as it was resumed has lost the records, and says so no more than of unfinished ones.
TEST_F(DamagedRunFile, resuming_leaves_no_damage_even_where_nothing_was_computed_yet) {
  make_study(path());
  change(path(), damaged_records().front().sql);
  const StudyRecord record = read_run_file(path()).record;
  RunFile(path()).begin(record);
  EXPECT_EQ(read_run_file(path()).damage.lost, 0U);
  EXPECT_EQ(items_of(read_run_file(path())).size(), items_of(sound()).size() - 1);
}

TEST_F(DamagedRunFile, an_item_that_is_kept_twice_counts_once) {
  make_study(path());
  const StudyRecord record = read_run_file(path()).record;
  for (const double value : {1.0, 2.0}) {
    RunFile file(path());
    file.begin(record);
    for (int times = 0; times < 2; ++times) file.keep({"full", 0, 0}, std::vector{value});
    file.keep({"more", 0, 0}, std::vector{value});
    file.finish("{}");
  }
  const StoredRun run = read_run_file(path());
  EXPECT_EQ(run.damage.lost, 0U);
  EXPECT_EQ(run.damage.of, items_of(sound()).size() + 1);
  EXPECT_EQ(run.items->find({"full", 0, 0}), std::vector{2.0});
}

}  // namespace
}  // namespace umfi
