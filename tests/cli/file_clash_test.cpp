// A user's file is never overwritten by a result: whatever it is called, the command is refused before any work.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/running.hpp"

namespace umfi::testing {
namespace {

class FileClash : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(in_folder("simulate interactions --rows 60 -o d.csv").code, 0);
    before_ = folder_.read("d.csv");
    ASSERT_FALSE(before_.empty());
  }

  std::filesystem::path path(const std::string& name) const { return folder_.path(name); }
  Finished in_folder(const std::string& command) const {
    return shell("cd '" + folder_.path("") + "' && \"$UMFI\" " + command);
  }
  void expect_refused(const std::string& command, const std::string& sentence) const {
    const Finished run = in_folder(command);
    EXPECT_EQ(run.code, 2) << command;
    EXPECT_TRUE(contains(run.err, sentence)) << command << ": " << run.err;
    EXPECT_EQ(run.out, "") << command;
    EXPECT_EQ(folder_.read("d.csv"), before_) << command;
  }

  TemporaryFolder folder_;
  std::string before_;
};

const std::string overwrites = "would overwrite";

TEST_F(FileClash, data_are_not_overwritten_under_any_name) {
  std::filesystem::create_symlink(path("d.csv"), path("link.csv"));
  std::filesystem::create_hard_link(path("d.csv"), path("hard.csv"));
  for (const std::string& name :
       std::vector<std::string>{"d.csv", "./d.csv", folder_.path("d.csv"), "link.csv", "hard.csv"}) {
    expect_refused("rank d.csv --target y -o " + name, overwrites);
    expect_refused("rank d.csv --target y --report " + name, overwrites);
    expect_refused("compare d.csv --target y -o " + name, overwrites);
    expect_refused("diagnose d.csv --target y --report " + name, overwrites);
    expect_refused("describe d.csv -o " + name, overwrites);
    expect_refused("power d.csv --target y -o " + name, overwrites);
    expect_refused("remove d.csv --feature x1 -o " + name, overwrites);
  }
}

TEST_F(FileClash, two_results_do_not_go_to_one_file) {
  expect_refused("rank d.csv --target y -o s.umfi --report s.umfi", "two results would go to the same file, s.umfi");
  expect_refused("rank d.csv --target y -o a.txt --report ./a.txt", "two results would go to the same file, ./a.txt");
  EXPECT_FALSE(std::filesystem::exists(path("s.umfi")));
  EXPECT_FALSE(std::filesystem::exists(path("a.txt")));
}

TEST_F(FileClash, a_study_is_not_overwritten_by_what_is_read_from_it) {
  ASSERT_EQ(in_folder("rank d.csv --target y --trees 5 --repeats 2 --no-inference -o s.umfi").code, 0);
  const std::string study = folder_.read("s.umfi");
  for (const std::string command : {"report s.umfi -o s.umfi", "export s.umfi -o ./s.umfi", "show s.umfi -o s.umfi",
                                    "resume s.umfi d.csv --report s.umfi", "resume s.umfi d.csv -o d.csv"})
    expect_refused(command, overwrites);
  EXPECT_EQ(folder_.read("s.umfi"), study);
  EXPECT_EQ(in_folder("rank d.csv --target y --trees 5 --repeats 2 --no-inference -o s.umfi").code, 0);
}

}  // namespace
}  // namespace umfi::testing
