// Help is for newcomers first, and fits the terminal.
#include "cli/running.hpp"
#include "report/lines.hpp"

namespace umfi {
namespace {

using testing::contains;
using testing::Finished;
using testing::run_umfi;
using testing::shell;

const std::vector<std::string> verbs{"rank",   "compare", "diagnose", "power",  "remove",    "describe", "simulate",
                                     "resume", "show",    "report",   "export", "reproduce", "options"};

TEST(Help, begins_with_the_three_commands_a_newcomer_needs) {
  const std::string help = run_umfi("--help").out;
  EXPECT_LT(help.find("umfi describe data.csv"), help.find("umfi rank data.csv --target y"));
  EXPECT_LT(help.find("umfi rank data.csv --target y"), help.find("--report report.html"));
  for (const std::string& verb : verbs)
    EXPECT_LT(help.find("--report report.html"), help.find("\n  " + verb + " ")) << verb;
}

TEST(Help, every_line_fits_eighty_columns_or_what_the_environment_says) {
  for (std::string verb : verbs) {
    EXPECT_LE(longest_line(run_umfi(verb + " --help").out), 80U) << verb;
    EXPECT_LE(longest_line(shell("COLUMNS=60 \"$UMFI\" " + verb + " --help").out), 60U) << verb;
  }
  EXPECT_LE(longest_line(run_umfi("--help").out), 80U);
  EXPECT_LE(longest_line(run_umfi("").err), 80U);
  EXPECT_GT(longest_line(shell("COLUMNS=120 \"$UMFI\" rank --help").out), 90U);
}

TEST(Help, of_a_command_shows_examples_and_then_the_options_that_matter_most) {
  for (const std::string& verb : verbs) {
    const Finished run = run_umfi(verb + " --help");
    EXPECT_EQ(run.code, 0) << verb;
    EXPECT_EQ(run.err, "") << verb;
    EXPECT_TRUE(contains(run.out, "\n  umfi " + verb + " ")) << verb;
    EXPECT_TRUE(contains(run.out, "Usage: umfi " + verb)) << verb;
  }
  const std::string help = run_umfi("rank --help").out;
  std::size_t place = 0;
  for (const char* part : {"Examples:", "--target COLUMN ", "--drop COLUMNS ", "--report FILE ", "--format WORD ",
                           "--wide ", "--remove WORD ", "--mci-k N ", "--help "}) {
    EXPECT_GT(help.find(part, place), place) << part;
    EXPECT_NE(help.find(part, place), std::string::npos) << part;
    place = help.find(part, place);
  }
}

}  // namespace
}  // namespace umfi
