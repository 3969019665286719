// A run file as a store: what is kept comes back, one process at a time, one study per file.
#include "umfi/run_file.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>

#include "cli/running.hpp"
#include "run/complaint.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

using testing::complaint_of;
using testing::TemporaryFolder;

StudyRecord record(const std::string& trees = "100", const std::string& repeats = "20") {
  return {.verb = "rank",
          .fingerprint = "f00d",
          .features = {"a", "b, \"c\""},
          .options = {{"trees", {trees}, OptionRule::same},
                      {"drop", {"id", "date, or so"}, OptionRule::same},
                      {"mci_k", {}, OptionRule::same},
                      {"repeats", {repeats}, OptionRule::at_least},
                      {"methods", {"umfi-lr"}, OptionRule::adds},
                      {"explain", {"no"}, OptionRule::free}},
          .facts = {{"rows", "500"}}};
}

class RunFiles : public ::testing::Test {
 protected:
  std::string path() const { return folder_.path("study.umfi"); }
  void make(const StudyRecord& study = record()) const {
    RunFile file(path());
    file.begin(study);
    file.keep({"umfi-lr", 3, 1}, std::vector{0.5});
  }
  // What a second run with this record is told.
  std::string refusal(const StudyRecord& asked) const {
    return complaint_of([&] { RunFile(path()).begin(asked); });
  }

  TemporaryFolder folder_;
};

TEST_F(RunFiles, every_bit_comes_back) {
  const std::vector<double> values{0.1, -0.0, std::numeric_limits<double>::denorm_min(),
                                   -std::numeric_limits<double>::infinity(), std::nan("17")};
  {
    RunFile file(path());
    file.begin(record());
    file.keep({"umfi-lr", 4294967295U, 4294967295U}, values);
    file.finish("{}");
  }
  const auto found = RunFile(path()).find({"umfi-lr", 4294967295U, 4294967295U});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), values.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    EXPECT_EQ(std::bit_cast<std::uint64_t>((*found)[k]), std::bit_cast<std::uint64_t>(values[k]));
  EXPECT_FALSE(RunFile(path()).find({"umfi-lr", 0, 0}));
}

TEST_F(RunFiles, the_record_comes_back) {
  make();
  const StoredRun run = read_run_file(path());
  EXPECT_EQ(run.record.verb, "rank");
  EXPECT_EQ(run.record.features, record().features);
  EXPECT_EQ(run.record.facts, record().facts);
  EXPECT_EQ(run.record.options.front().name, "drop");
  EXPECT_EQ(run.record.options.front().values, (std::vector<std::string>{"id", "date, or so"}));
  EXPECT_EQ(run.items->find({"umfi-lr", 3, 1}), std::vector{0.5});
}

TEST_F(RunFiles, one_file_is_left_and_none_where_nothing_began) {
  make();
  const auto entries = [&] {
    return std::distance(std::filesystem::directory_iterator(std::filesystem::path(path()).parent_path()), {});
  };
  EXPECT_EQ(entries(), 1);
  std::filesystem::remove(path());
  { const RunFile file(path()); }
  EXPECT_EQ(entries(), 0);
}

TEST_F(RunFiles, a_second_user_is_refused_and_the_first_goes_on) {
  RunFile file(path());
  EXPECT_NE(complaint_of([&] { RunFile second(path()); }).find("is in use by another umfi"), std::string::npos);
  file.begin(record());
  EXPECT_NE(complaint_of([&] { RunFile second(path()); }).find("is in use by another umfi"), std::string::npos);
  EXPECT_NE(complaint_of([&] { read_run_file(path()); }).find("is in use by another umfi"), std::string::npos);
  file.keep({"umfi-lr", 0, 0}, std::vector{1.0});
  file.finish("{}");
}

TEST_F(RunFiles, other_options_are_refused_by_name) {
  make();
  EXPECT_EQ(refusal(record("200")), path() +
                                        " was made with trees=100, but this run has trees=200; give the options "
                                        "it was made with, or choose another file");
  StudyRecord asked = record();
  asked.options[2].values = {"2"};
  EXPECT_NE(refusal(asked).find("was made with no mci_k, but this run has mci_k=2"), std::string::npos);
  EXPECT_NE(refusal(record("100", "5")).find("it can be made larger, not smaller"), std::string::npos);
  asked = record();
  asked.verb = "diagnose";
  EXPECT_NE(refusal(asked).find("was made by umfi rank, and this is umfi diagnose"), std::string::npos);
}

TEST_F(RunFiles, an_option_that_the_file_does_not_name_has_its_standard_value) {
  make();
  StudyRecord asked = record();
  asked.options.push_back({"own_mtry", {"yes"}, OptionRule::same, {"no"}});
  EXPECT_NE(refusal(asked).find("was made with own_mtry=no, but this run has own_mtry=yes"), std::string::npos);
  asked.options.back().values = {"no"};
  EXPECT_EQ(refusal(asked), "nothing");
}

TEST_F(RunFiles, other_data_are_refused_with_what_differs) {
  make();
  StudyRecord asked = record();
  asked.fingerprint = "beef";
  EXPECT_NE(refusal(asked).find("some values or kinds of columns differ"), std::string::npos);
  asked.facts["rows"] = "501";
  EXPECT_NE(refusal(asked).find("it had 500 rows, these are 501"), std::string::npos);
  asked.features[1] = "c";
  EXPECT_NE(refusal(asked).find("feature 2 was 'b, \"c\"' and is 'c'"), std::string::npos);
  asked.features.push_back("d");
  EXPECT_NE(refusal(asked).find("it had 2 features, these are 3"), std::string::npos);
}

TEST_F(RunFiles, repeats_and_methods_can_be_added) {
  make();
  StudyRecord asked = record("100", "30");
  asked.verb = "compare";
  asked.extends = "rank";
  asked.options[4].values = {"mci"};
  asked.options[5].values = {"yes"};
  RunFile file(path());
  const StudyRecord merged = file.begin(asked);
  EXPECT_EQ(merged.options[4].values, (std::vector<std::string>{"umfi-lr", "mci"}));
  EXPECT_EQ(merged.options[3].values, std::vector<std::string>{"30"});
  EXPECT_TRUE(file.find({"umfi-lr", 3, 1}));
}

TEST_F(RunFiles, a_place_that_cannot_be_written_gets_one_sentence) {
  EXPECT_NE(complaint_of([] {
              RunFile file("/nowhere/study.umfi");
            }).find("cannot write /nowhere/study.umfi: its folder does not exist"),
            std::string::npos);
  EXPECT_NE(complaint_of([&] { RunFile file(folder_.path("")); }).find("it is a folder"), std::string::npos);
}

}  // namespace
}  // namespace umfi
