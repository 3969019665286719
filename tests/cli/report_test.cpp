#include <nlohmann/json.hpp>

#include "cli/running.hpp"
#include "umfi/error.hpp"
#include "umfi/report.hpp"

namespace umfi {
namespace {

using namespace testing;

bool has_page() {
  try {
    check_report_page();
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

const std::string table = shell("\"$UMFI\" simulate interactions --rows 60").out;

// The builds under sanitizers have no page.
void expect_what_is_missing(const Finished& run) {
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(contains(run.err, "umfi: no report can be written: this umfi was built without the report page"))
      << run.err;
}

TEST(ReportOption, writes_a_page_beside_the_usual_output_or_says_what_is_missing) {
  for (const std::string verb : {"rank", "compare", "diagnose"}) {
    const TemporaryFolder folder;
    const std::string few = verb == "diagnose" ? " --trees 5" : " --trees 5 --repeats 2";
    const Finished run =
        run_umfi(verb + " - --target y --format json --report '" + folder.path("r.html") + "'" + few, table);
    if (!has_page()) {
      expect_what_is_missing(run);
      continue;
    }
    ASSERT_EQ(run.code, 0) << run.err;
    const std::string page = folder.read("r.html");
    EXPECT_TRUE(contains(page, "{\"kind\":\"" + verb + "\",\"result\":")) << verb;
    EXPECT_TRUE(contains(page, "\"data_file\":\"standard input\""));
    EXPECT_NO_THROW(nlohmann::json::parse(run.out));
  }
}

TEST(ReportOption, the_page_tells_the_command_as_a_shell_takes_it) {
  const TemporaryFolder folder;
  const std::string data = folder.file("it's data.csv", table);
  const std::string page = folder.path("r.html");
  const Finished run = run_umfi(
      "rank \"" + data +
      "\" --drop x3,x4 --target y --explain --no-removal-check --trees 5 --repeats 2 --remove ot --report " + page);
  if (!has_page()) return expect_what_is_missing(run);
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string text = folder.read("r.html");
  const std::string start = "\"command_line\":\"";
  const std::size_t from = text.find(start) + start.size();
  const std::string line = text.substr(from, text.find("\",\"", from) - from);
  for (const char* part : {"umfi rank ", "it'\\\\''s data.csv'", "--drop x3,x4", "--target y", " --explain ",
                           " --no-removal-check ", "--remove ot"})
    EXPECT_TRUE(contains(line, part)) << part << " in " << line;
}

TEST(ReportOption, a_page_that_cannot_be_written_is_refused_before_any_work_is_done) {
  const Finished run = run_umfi("rank missing.csv --target y --report /nowhere/r.html");
  if (!has_page()) return expect_what_is_missing(run);
  EXPECT_EQ(run.code, 4);
  EXPECT_TRUE(contains(run.err, "/nowhere/r.html")) << run.err;
}

}  // namespace
}  // namespace umfi
