#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/run_file_testing.hpp"

namespace umfi {
namespace {

using namespace testing;

TEST(ReproduceVerb, lists_the_experiments) {
  const Finished run = run_umfi("reproduce --list");
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* name : {"interactions", "blood-relation", "brca-permuted", "brca-5000-lr", "camels", "time"})
    EXPECT_TRUE(contains(run.out, name)) << name;
}

TEST(ReproduceVerb, prints_numbers_and_verdicts_and_writes_text_json_and_raw_values) {
  const TemporaryFolder folder;
  const std::string command = "reproduce correlation --repeats 2 --trees 10 --out '" + folder.path("new/out") + "'";
  EXPECT_TRUE(contains(run_umfi(command).out, "Left out to fit 80 columns: "));
  std::filesystem::remove_all(folder.path("new"));
  const Finished run = shell("COLUMNS=110 \"$UMFI\" " + command + " --wide");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_TRUE(contains(run.out, "Did the paper's claims come out?"));
  EXPECT_EQ(folder.read("new/out/correlation.txt"), run.out);
  EXPECT_TRUE(folder.read("new/out/correlation.csv").starts_with("group,item,repeat,value\n\"UMFI lr, forest\",x1,1,"));
  const auto json = nlohmann::json::parse(folder.read("new/out/correlation.json"));
  EXPECT_EQ(json["kind"], "experiment");
  for (const auto& claim : json["claims"])
    EXPECT_TRUE(claim["verdict"] == "yes" || claim["verdict"] == "partly" || claim["verdict"] == "no");
  EXPECT_EQ(json["tables"][0]["rows"][0].size(), json["tables"][0]["columns"].size());
  EXPECT_EQ(json["charts"][0]["type"], "box");
  EXPECT_EQ(json["charts"][0]["groups"][0]["items"][0]["values"].size(), 2U);
}

TEST(ReproduceVerb, goes_on_from_its_run_file_and_ends_with_the_same_numbers) {
  const TemporaryFolder folder;
  const std::string command = "reproduce blood-relation --trees 10 --out '";
  for (const char* repeats : {"2", "4"})
    ASSERT_EQ(run_umfi(command + folder.path("stopped") + "' --repeats " + repeats).code, 0);
  ASSERT_EQ(run_umfi(command + folder.path("whole") + "' --repeats 4").code, 0);
  EXPECT_EQ(folder.read("stopped/blood-relation.csv"), folder.read("whole/blood-relation.csv"));
  EXPECT_EQ(nlohmann::json::parse(folder.read("stopped/blood-relation.json"))["resumed"], true);
  EXPECT_EQ(nlohmann::json::parse(folder.read("whole/blood-relation.json"))["resumed"], false);
  EXPECT_TRUE(contains(folder.read("stopped/blood-relation.txt"), "going on from what an earlier run had finished"));
  const std::string file = folder.path("stopped/blood-relation.umfi");
  EXPECT_EQ(all_items(file), all_items(folder.path("whole/blood-relation.umfi")));
  const Finished show = run_umfi("show '" + file + "'");
  EXPECT_EQ(show.code, 4);
  EXPECT_TRUE(contains(show.err, "holds an experiment of the UMFI paper")) << show.err;
  const Finished other = run_umfi(command + folder.path("stopped") + "' --repeats 4 --seed 2");
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(contains(other.err, "was made with --seed 1, but this run has --seed 2")) << other.err;
}

TEST(ReproduceVerb, complains_in_one_sentence) {
  const Finished unknown = run_umfi("reproduce mnist");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(contains(unknown.err, "there is no experiment 'mnist'; known are: interactions")) << unknown.err;
  const Finished other = run_umfi("reproduce correlation --time-limit 5");
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(contains(other.err, "--time-limit is for the experiment `time`")) << other.err;
  const Finished none = run_umfi("reproduce correlation --repeats 0");
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(contains(none.err, "--repeats must be from 1 to 1,000,000")) << none.err;
  const Finished nothing = run_umfi("reproduce");
  EXPECT_EQ(nothing.code, 2);
  EXPECT_TRUE(contains(nothing.err, "--list")) << nothing.err;
  const Finished no_data = run_umfi("reproduce brca-permuted");
  EXPECT_EQ(no_data.code, 2);
  EXPECT_TRUE(contains(no_data.err, "needs brca_permuted.csv")) << no_data.err;
}

TEST(ReproduceVerb, all_leaves_out_what_has_no_data_and_says_so) {
  const Finished run = run_umfi("reproduce all --repeats 1 --trees 5");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(contains(run.err, "camels is left out: it needs camels.csv")) << run.err;
  EXPECT_TRUE(contains(run.out, "Simulation blood-relation"));
}

}  // namespace
}  // namespace umfi
