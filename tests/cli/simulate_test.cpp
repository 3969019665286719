#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/running.hpp"

namespace umfi {
namespace {

using namespace testing;

TEST(SimulateVerb, a_simulation_is_a_csv_file_with_its_rows) {
  const Finished run = run_umfi("simulate blood-relation --rows 25 --seed 3");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out.substr(0, run.out.find('\n')), "x1,x2,x3,x4,y");
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 26);
}

TEST(SimulateVerb, the_same_seed_gives_the_same_file_and_more_rows_continue_it) {
  const std::string few = run_umfi("simulate correlation --rows 10 --seed 3").out;
  const std::string many = run_umfi("simulate correlation --rows 20 --seed 3").out;
  EXPECT_EQ(many.substr(0, few.size()), few);
  EXPECT_NE(run_umfi("simulate correlation --rows 10 --seed 4").out, few);
}

TEST(SimulateVerb, an_unknown_simulation_is_answered_with_the_known_ones) {
  EXPECT_EQ(run_umfi("simulate blood").err,
            "umfi: there is no simulation 'blood'; known are: interactions, correlated-interactions, correlation, "
            "blood-relation\n");
}

TEST(SimulateVerb, its_output_can_be_piped_into_power) {
  const Finished run = shell(
      "\"$UMFI\" simulate correlation --rows 300 --seed 1 | "
      "\"$UMFI\" power - --target y --features x1,x2 --trees 30 --repeats 2 --format json");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_GT(nlohmann::json::parse(run.out)["mean"].get<double>(), 0.7);  // y = x1 + x2
}

}  // namespace
}  // namespace umfi
