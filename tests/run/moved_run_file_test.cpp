// Run files that are deleted, or replaced by another file, while they are in use.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "run/complaint.hpp"
#include "run/stored_files.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

using namespace testing;

StudyRecord record() {
  return {.verb = "rank",
          .fingerprint = "f00d",
          .features = {"a", "b"},
          .options = {{"repeats", {"20"}, OptionRule::at_least}},
          .facts = {{"rows", "500"}}};
}

class MovedRunFile : public ::testing::Test {
 protected:
  std::string path() const { return folder_.path("study.umfi"); }
  static void keep(RunFile& file, std::uint32_t repeat) { file.keep({"full", repeat, 0}, std::vector{repeat + 0.5}); }
  // Long enough for several writes.
  static void wait() { std::this_thread::sleep_for(std::chrono::milliseconds(800)); }
  void expect_items(std::uint32_t repeats) const {
    const StoredRun run = read_run_file(path());
    EXPECT_EQ(run.damage.lost, 0U);
    EXPECT_EQ(run.damage.of, repeats);
    for (std::uint32_t repeat = 0; repeat < repeats; ++repeat)
      EXPECT_EQ(run.items->find({"full", repeat, 0}), std::vector{repeat + 0.5}) << repeat;
  }
  // That the study was not told twice, and that nothing is left beside the file.
  void expect_one_warning_and_one_file() const {
    ASSERT_EQ(said_.sentences.size(), 1U);
    EXPECT_EQ(said_.sentences.front(),
              path() + " was deleted while the study was running; it was written again, and is whole");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path("")), {}), 1);
  }

  TemporaryFolder folder_;
  Said said_;
};

TEST_F(MovedRunFile, a_deleted_file_is_written_again) {
  {
    RunFile file(path(), said_.context());
    file.begin(record());
    keep(file, 0);
    wait();
    std::filesystem::remove(path());
    keep(file, 1);
    wait();
    EXPECT_TRUE(std::filesystem::exists(path()));
    keep(file, 2);
    file.finish("{}");
  }
  expect_items(3);
  expect_one_warning_and_one_file();
}

TEST_F(MovedRunFile, deletion_is_noticed_where_nothing_is_left_to_write) {
  {
    RunFile file(path(), said_.context());
    file.begin(record());
    keep(file, 0);
    wait();
    std::filesystem::remove(path());
    wait();
    EXPECT_TRUE(std::filesystem::exists(path()));
    std::filesystem::remove(path());
    file.finish("{}");
  }
  expect_items(1);
  expect_one_warning_and_one_file();
}

TEST_F(MovedRunFile, an_interrupted_study_notices_too) {
  {
    RunFile file(path(), said_.context());
    file.begin(record());
    keep(file, 0);
    std::filesystem::remove(path());
  }
  expect_items(1);
  expect_one_warning_and_one_file();
}

TEST_F(MovedRunFile, a_file_that_is_deleted_before_its_study_is_resumed_keeps_its_items) {
  {
    RunFile file(path());
    file.begin(record());
    keep(file, 0);
  }
  {
    RunFile file(path(), said_.context());
    std::filesystem::remove(path());
    file.begin(record());
    keep(file, 1);
    file.finish("{}");
  }
  expect_items(2);
  expect_one_warning_and_one_file();
}

TEST_F(MovedRunFile, a_new_file_that_is_deleted_before_its_study_begins_is_made_again) {
  {
    RunFile file(path(), said_.context());
    std::filesystem::remove(path());
    file.begin(record());
    keep(file, 0);
    file.finish("{}");
  }
  expect_items(1);
  EXPECT_TRUE(said_.sentences.empty());
}

TEST_F(MovedRunFile, a_file_that_takes_its_place_is_left_alone) {
  const std::string sentence = "another file has taken the place of " + path() +
                               " while the study was running; that file was left as it is: move it away and give the "
                               "same command again";
  {
    RunFile file(path(), said_.context());
    file.begin(record());
    keep(file, 0);
    wait();
    std::filesystem::remove(path());
    write_bytes(path(), "mine");
    std::filesystem::remove(path() + "-journal");
    write_bytes(path() + "-journal", "mine too");
    keep(file, 1);
    wait();
    EXPECT_EQ(complaint_of([&] { keep(file, 2); }), sentence);
    EXPECT_EQ(complaint_of([&] { file.finish("{}"); }), sentence);
  }
  EXPECT_EQ(bytes_of(path()), "mine");
  EXPECT_EQ(bytes_of(path() + "-journal"), "mine too");
  EXPECT_TRUE(said_.sentences.empty());
}

TEST_F(MovedRunFile, a_file_that_takes_the_place_of_a_study_that_never_began_stays) {
  {
    const RunFile file(path());
    std::filesystem::remove(path());
    write_bytes(path(), "mine");
  }
  EXPECT_EQ(bytes_of(path()), "mine");
}

// Nobody asked it for more: what it could not say by an error it says as a warning.
TEST_F(MovedRunFile, an_interrupted_study_says_that_it_could_not_write) {
  {
    RunFile file(path(), said_.context());
    file.begin(record());
    keep(file, 0);
    std::filesystem::remove(path());
    write_bytes(path(), "mine");
  }
  ASSERT_EQ(said_.sentences.size(), 1U);
  EXPECT_NE(said_.sentences.front().find("another file has taken the place of "), std::string::npos);
}

}  // namespace
}  // namespace umfi
