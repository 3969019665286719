// Help, version, exit codes and the one-sentence errors every verb shares.
#include "cli/running.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

using namespace testing;

TEST(Program, help_goes_to_standard_output_and_tells_the_exit_codes) {
  const Finished run = run_umfi("--help");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  for (const char* part : {"describe", "power", "simulate", "Exit codes", "2 wrong option", "3 unusable data"})
    EXPECT_TRUE(contains(run.out, part)) << part;
}

TEST(Program, the_help_of_every_verb_has_examples) {
  for (const std::string verb : {"describe", "power", "simulate"}) {
    const Finished run = run_umfi(verb + " --help");
    EXPECT_EQ(run.code, 0);
    EXPECT_TRUE(contains(run.out, "Example")) << verb;
    EXPECT_TRUE(contains(run.out, "  umfi " + verb + " ")) << verb;
  }
}

TEST(Program, the_version_is_that_of_the_library) {
  const Finished run = run_umfi("--version");
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(contains(run.out, version));
}

TEST(Program, a_wrong_command_line_is_one_sentence_with_exit_code_2) {
  const std::string table = "a,y\n1,2\n";
  for (const std::string arguments :
       {"no-such-verb", "describe", "describe - --no-such-option", "power -", "power - --target",
        "power - --target y --model oak", "power - --target y --task guess", "power - --target y --trees many",
        "power - --target y --threads 0", "describe - --format xml", "simulate", "simulate no-such-simulation",
        "simulate interactions --rows 0", "simulate interactions --rows few", "describe - --categorical no-such",
        "power - --target no-such", "power - --target y --trees 0"}) {
    const Finished run = run_umfi(arguments, table);
    EXPECT_EQ(run.code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_EQ(run.err.substr(0, 6), "umfi: ") << arguments;
    EXPECT_EQ(run.err.find('\n'), run.err.size() - 1) << run.err;
  }
}

TEST(Program, unusable_data_are_one_sentence_with_exit_code_3) {
  const Finished ragged = run_umfi("describe -", "a,b\n1,2\n3\n");
  EXPECT_EQ(ragged.code, 3);
  EXPECT_EQ(ragged.out, "");
  EXPECT_EQ(ragged.err, "umfi: standard input, line 3: 1 field where the header has 2\n");
  const Finished few = run_umfi("power - --target a", "a,b\n1,2\n3,4\n");
  EXPECT_EQ(few.code, 3);
  EXPECT_EQ(few.err, "umfi: 2 complete rows are too few; at least 10 are needed\n");
}

TEST(Program, a_file_that_cannot_be_read_has_exit_code_4) {
  const Finished run = run_umfi("describe no-such-file.csv");
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err, "umfi: cannot read no-such-file.csv: No such file or directory\n");
}

TEST(Program, output_that_cannot_be_written_has_exit_code_4) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const Finished run = shell("\"$UMFI\" simulate interactions --rows 10 > /dev/full");
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(run.err, "umfi: cannot write standard output: No space left on device\n");
}

// ESC, a line end inside quotes, a bell and a right-to-left override in names: of a column that is left out with a
// note, of one that an error suggests, and of a file.
TEST(Program, nothing_in_the_data_steers_the_terminal) {
  std::string table = "\"id\x1b[2J\x07\",\"x\x1b]0;t\x07\",\"n\nl\",\"\u202ey\"\n";
  for (int row = 0; row < 20; ++row)
    table += "name" + std::to_string(row) + "," + std::to_string(row % 7) + "," + std::to_string(row % 5) + "," +
             std::to_string(row % 3) + "\n";
  for (const std::string command : {"describe -", "rank - --target 'x0;t'", "rank - --target z --drop nl",
                                    "power - --target \"$(printf 'x\\033]0;t\\007')\" --trees 5 --repeats 1",
                                    "describe \"$(printf 'no\\033[31msuch.csv')\""}) {
    const Finished run = shell("\"$UMFI\" " + command, table);
    for (const std::string& text : {run.err, run.out}) {
      EXPECT_EQ(text.find('\x1b'), std::string::npos) << command;
      EXPECT_EQ(text.find('\x07'), std::string::npos) << command;
      EXPECT_EQ(text.find("\u202e"), std::string::npos) << command;
    }
  }
}

}  // namespace
}  // namespace umfi
