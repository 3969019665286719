// Run files as users meet them: -o study.umfi, resume, show, export, --time-limit, a full disk.
#include <sys/mount.h>

#include <chrono>
#include <thread>

#include "cli/run_file_testing.hpp"
#include "run/stored_files.hpp"

namespace umfi {
namespace {

using namespace testing;

class RunFileVerbs : public ::testing::Test {
 protected:
  Finished rank(const std::string& options, const std::string& file = "study.umfi") const {
    return run_umfi("rank '" + data_ + "' --target y " + options + " -o '" + folder_.path(file) + "'");
  }
  std::string file(const std::string& name = "study.umfi") const { return folder_.path(name); }
  std::string quoted(const std::string& name = "study.umfi") const { return "'" + file(name) + "'"; }

  TemporaryFolder folder_;
  std::string data_ = folder_.file("data.csv", run_umfi("simulate correlated-interactions --rows 300 --seed 3").out);
};

TEST_F(RunFileVerbs, the_table_is_printed_and_the_file_shows_it_again) {
  const Finished run = rank("--trees 20 --repeats 3");
  ASSERT_EQ(run.code, 0) << run.err;
  const Finished show = run_umfi("show " + quoted());
  ASSERT_EQ(show.code, 0) << show.err;
  EXPECT_TRUE(show.out.starts_with(run.out)) << show.out;
  const Finished csv = run_umfi("rank '" + data_ + "' --target y --trees 20 --repeats 3 --format csv");
  EXPECT_EQ(run_umfi("export " + quoted() + " --format csv").out, csv.out);
  EXPECT_EQ(integrity(file()), "ok");
  EXPECT_FALSE(std::filesystem::exists(file() + "-journal"));
}

TEST_F(RunFileVerbs, diagnosis_and_comparison_come_back_too) {
  for (const std::string verb : {"diagnose", "compare --repeats 2"}) {
    const std::string arguments = verb + " '" + data_ + "' --target y --trees 10 --format csv";
    const Finished run = run_umfi(arguments + " -o " + quoted(verb + ".umfi"));
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run_umfi("export " + quoted(verb + ".umfi") + " --format csv").out, run.out);
    EXPECT_EQ(run_umfi(arguments).out, run.out);
    EXPECT_EQ(run_umfi("resume " + quoted(verb + ".umfi") + " '" + data_ + "' --format csv").out, run.out);
  }
}

TEST_F(RunFileVerbs, charts_fit_the_window) {
  ASSERT_EQ(rank("--trees 20 --repeats 3").code, 0);
  for (const int width : {40, 80, 150}) {
    const Finished show = shell("COLUMNS=" + std::to_string(width) + " \"$UMFI\" show " + quoted());
    const std::string chart = show.out.substr(show.out.rfind("\n\n"));
    EXPECT_TRUE(contains(chart, "├") || contains(chart, "│")) << chart;
    std::size_t longest = 0;
    std::istringstream lines(chart);
    for (std::string line; std::getline(lines, line);) {
      const auto columns = static_cast<std::size_t>(std::count_if(
          line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
      if (line.starts_with("x")) longest = std::max(longest, columns);
    }
    EXPECT_EQ(longest, static_cast<std::size_t>(width)) << chart;
  }
}

TEST_F(RunFileVerbs, ctrl_c_says_how_to_go_on_and_resume_does) {
  const Finished stopped = shell("\"$UMFI\" rank '" + data_ + "' --target y --repeats 200 -o " + quoted() +
                                 " & sleep 1; kill -INT $!; wait $!");
  EXPECT_EQ(stopped.code, 130);
  EXPECT_EQ(stopped.out, "");
  EXPECT_TRUE(contains(stopped.err, "interrupted; what is finished is kept in " + file())) << stopped.err;
  EXPECT_TRUE(contains(stopped.err, "umfi resume " + file() + " " + data_)) << stopped.err;
  const std::size_t kept = count_items(file());
  EXPECT_GT(kept, 0U);
  const Finished resumed = run_umfi("resume " + quoted() + " '" + data_ + "' --threads 1 --format csv");
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(resumed.out, run_umfi("rank '" + data_ + "' --target y --repeats 200 --format csv").out);
}

TEST_F(RunFileVerbs, more_repeats_and_another_method_cost_only_themselves) {
  ASSERT_EQ(rank("--trees 20 --repeats 3").code, 0);
  const Finished more = rank("--trees 20 --repeats 5 --format csv");
  ASSERT_EQ(more.code, 0) << more.err;
  EXPECT_EQ(more.out, run_umfi("rank '" + data_ + "' --target y --trees 20 --repeats 5 --format csv").out);
  const Finished compared =
      run_umfi("compare '" + data_ + "' --target y --trees 20 --repeats 5 --methods mci --format csv -o " + quoted());
  ASSERT_EQ(compared.code, 0) << compared.err;
  EXPECT_EQ(
      compared.out,
      run_umfi("compare '" + data_ + "' --target y --trees 20 --repeats 5 --methods umfi-lr,mci --format csv").out);
  EXPECT_TRUE(contains(query(file(), "SELECT group_concat(value) FROM option WHERE name = 'methods'"), "umfi-lr,mci"));
}

// What was found is used as it is: a value that no study could measure stays.
TEST_F(RunFileVerbs, finished_items_are_not_computed_again) {
  ASSERT_EQ(rank("--trees 20 --repeats 3").code, 0);
  query(file(), "UPDATE item SET value = x'0000000000005940' WHERE stage = 'full' AND repeat = 1");  // 100
  reseal(file());
  ASSERT_EQ(rank("--trees 20 --repeats 4").code, 0);
  EXPECT_EQ(query(file(), "SELECT hex(value) FROM item WHERE stage = 'full' AND repeat = 1"), "0000000000005940");
  EXPECT_GT(std::stod(query(file(), "SELECT json_extract(value, '$.full') FROM summary")), 25);
}

TEST_F(RunFileVerbs, damaged_records_are_said_left_out_and_computed_again) {
  ASSERT_EQ(rank("--trees 20 --repeats 4").code, 0);
  std::filesystem::copy(file(), file("whole.umfi"));
  std::filesystem::copy(file(), file("fewer.umfi"));
  query(file("fewer.umfi"), "DELETE FROM item WHERE stage = 'full' AND repeat = 2");
  reseal(file("fewer.umfi"));
  query(file(), "UPDATE item SET value = x'0000000000005940' WHERE stage = 'full' AND repeat = 2");
  const std::string count = query(file(), "SELECT count(*) FROM item");
  for (const std::string verb : {"show ", "export --format csv "}) {
    const Finished run = run_umfi(verb + quoted());
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(run.err.starts_with("umfi: warning: 1 of " + count + " records of " + file() +
                                    " is damaged and was left out; umfi resume " + file() + " DATA computes it again\n"))
        << run.err;
    EXPECT_EQ(run.out, run_umfi(verb + quoted("fewer.umfi")).out);
  }
  std::filesystem::copy(file(), file("again.umfi"));
  const Finished resumed = run_umfi("resume " + quoted() + " '" + data_ + "'");
  const Finished again = rank("--trees 20 --repeats 4", "again.umfi");
  for (const auto& [run, name] : {std::pair{resumed, "study.umfi"}, std::pair{again, "again.umfi"}}) {
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(contains(run.err, "damaged and was left out; what is lost is computed again\n")) << run.err;
    EXPECT_EQ(all_items(file(name)), all_items(file("whole.umfi")));
    EXPECT_EQ(exported(file(name)), exported(file("whole.umfi")));
  }
}

TEST_F(RunFileVerbs, a_damaged_record_of_the_study_is_refused) {
  ASSERT_EQ(rank("--trees 20 --repeats 2").code, 0);
  query(file(), "UPDATE option SET value = '30' WHERE name = 'trees'");
  for (const std::string& command :
       {"show " + quoted(), "export " + quoted(), "resume " + quoted() + " '" + data_ + "'"}) {
    const Finished run = run_umfi(command);
    EXPECT_EQ(run.code, 4);
    EXPECT_EQ(run.err, "umfi: " + file() +
                           " is damaged: what it says about its study does not fit its checksum; use a "
                           "copy of it, or delete it and begin again\n");
    EXPECT_EQ(run.out, "");
  }
}

TEST_F(RunFileVerbs, a_file_that_is_deleted_while_it_is_written_is_whole_at_the_end) {
  const std::string options = "--trees 20 --repeats 300";
  const Finished run =
      shell("\"$UMFI\" rank '" + data_ + "' --target y " + options + " -o " + quoted() + " & while [ $(stat -c %s " +
            quoted() + " || echo 0) -lt 20000 ]; do sleep 0.05; done 2>/dev/null; rm " + quoted() + "; wait $!");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "umfi: warning: " + file() +
                         " was deleted while the study was running; it was written again, and is whole\n");
  ASSERT_EQ(rank(options, "whole.umfi").code, 0);
  EXPECT_EQ(integrity(file()), "ok");
  EXPECT_EQ(all_items(file()), all_items(file("whole.umfi")));
  EXPECT_EQ(exported(file()), exported(file("whole.umfi")));
  EXPECT_FALSE(std::filesystem::exists(file() + "-journal"));
}

TEST_F(RunFileVerbs, other_options_data_and_verbs_are_refused) {
  ASSERT_EQ(rank("--trees 20 --repeats 2").code, 0);
  const Finished options = rank("--trees 30 --repeats 2");
  EXPECT_EQ(options.code, 2);
  EXPECT_TRUE(contains(options.err, "was made with --trees 20, but this run has --trees 30")) << options.err;
  const std::string other =
      folder_.file("other.csv", run_umfi("simulate correlated-interactions --rows 300 --seed 4").out);
  const Finished data = run_umfi("resume " + quoted() + " '" + other + "'");
  EXPECT_EQ(data.code, 2);
  EXPECT_TRUE(contains(data.err, "was made from other data")) << data.err;
  EXPECT_EQ(run_umfi("diagnose '" + data_ + "' --target y -o " + quoted()).code, 2);
  EXPECT_EQ(run_umfi("show '" + data_ + "'").code, 4);
  EXPECT_EQ(run_umfi("resume " + quoted("nowhere.umfi") + " '" + data_ + "'").code, 4);
  EXPECT_FALSE(std::filesystem::exists(file("nowhere.umfi")));
}

TEST_F(RunFileVerbs, another_version_may_look_but_not_go_on) {
  ASSERT_EQ(rank("--trees 20 --repeats 2").code, 0);
  query(file(), "UPDATE study SET value = '0.0.9' WHERE name = 'version'");
  reseal(file());
  const Finished run = rank("--trees 20 --repeats 2");
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(contains(run.err, "was made by umfi 0.0.9, and this is umfi ")) << run.err;
  EXPECT_EQ(run_umfi("show " + quoted()).code, 0);
}

TEST_F(RunFileVerbs, names_for_run_files_are_refused_where_there_is_no_study) {
  const Finished run = run_umfi("describe '" + data_ + "' -o " + quoted());
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(contains(run.err, "there is no study to keep in ")) << run.err;
}

TEST_F(RunFileVerbs, data_saved_in_another_form_are_the_same_data) {
  std::string semicolons = run_umfi("simulate correlated-interactions --rows 300 --seed 3").out;
  std::replace(semicolons.begin(), semicolons.end(), ',', ';');
  ASSERT_EQ(rank("--trees 20 --repeats 2").code, 0);
  EXPECT_EQ(run_umfi("resume " + quoted() + " '" + folder_.file("again.csv", semicolons) + "'").code, 0);
}

TEST_F(RunFileVerbs, how_data_are_read_is_remembered) {
  const std::string arguments = " --target c5 --no-header --categorical c1 --trees 10 --repeats 2 --format csv";
  std::string text = "1,2,3,4,5\n";
  for (int i = 0; i < 50; ++i)
    text += std::to_string(i % 3) + "," + std::to_string(i * i % 17) + "," + std::to_string(i * 7 % 11) + "," +
            std::to_string(i * 3 % 13) + "," + std::to_string(i * i % 17 + i % 3) + "\n";
  const std::string data = folder_.file("bare.csv", text);
  const Finished run = run_umfi("rank '" + data + "'" + arguments + " -o " + quoted());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run_umfi("resume " + quoted() + " '" + data + "' --format csv").out, run.out);
}

TEST_F(RunFileVerbs, a_second_process_is_refused_politely) {
  Running first({"rank", data_, "--target", "y", "--repeats", "100000", "-o", file()});
  while (!std::filesystem::exists(file()) || std::filesystem::file_size(file()) == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  for (const std::string& second : {"show " + quoted(), "rank '" + data_ + "' --target y -o " + quoted()}) {
    const Finished run = run_umfi(second);
    EXPECT_EQ(run.code, 4);
    EXPECT_TRUE(contains(run.err, "is in use by another umfi; wait until it has ended")) << run.err;
  }
  EXPECT_TRUE(first.kill());
}

TEST_F(RunFileVerbs, a_time_limit_gives_the_result_of_whole_repeats) {
  const Finished run = rank("--trees 10 --repeats 100000 --time-limit 2s");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "Warning: the study is not finished: this is the result of ")) << run.out;
  EXPECT_TRUE(contains(run.err, "umfi resume ")) << run.err;
  EXPECT_TRUE(contains(run.out, " of 100000 repeats; seed 1")) << run.out;
  EXPECT_TRUE(run_umfi("show " + quoted()).out.starts_with(run.out));
  // The same without a file; and where nothing is whole in time.
  EXPECT_EQ(run_umfi("rank '" + data_ + "' --target y --trees 10 --repeats 100000 --time-limit 1s").code, 0);
  const std::string endless = "rank '" + data_ + "' --target y --trees 1000000 --time-limit ";
  const Finished first_look = run_umfi(endless + "1s");
  EXPECT_EQ(first_look.code, 0) << first_look.err;
  EXPECT_TRUE(first_look.out.starts_with("A first look. ")) << first_look.out;
  EXPECT_TRUE(contains(first_look.out, "time was up before the first repeat was finished")) << first_look.out;
  const Finished late = run_umfi(endless + "0.0001s");
  EXPECT_EQ(late.code, 5) << late.err;
  EXPECT_TRUE(contains(late.err, "the time limit came before there was a result")) << late.err;
  EXPECT_EQ(run_umfi("rank '" + data_ + "' --target y --time-limit soon").code, 2);
}

TEST_F(RunFileVerbs, a_long_run_says_so) {
  const Finished run = run_umfi("rank '" + data_ + "' --target y --trees 10 --repeats 1000000 --time-limit 5s");
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(contains(run.err, "note: this will take about ")) << run.err;
}

TEST_F(RunFileVerbs, bad_data_leave_no_file) {
  EXPECT_EQ(run_umfi("rank '" + data_ + "' --target z -o " + quoted()).code, 2);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

// A small file system of its own; needs root.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& folder) : folder_(folder) {
    std::filesystem::create_directory(folder);
    is_mounted_ = mount("none", folder.c_str(), "tmpfs", 0, "size=40k") == 0;
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (is_mounted_) umount(folder_.c_str());
  }
  bool is_mounted() const { return is_mounted_; }
  bool remount(const char* options, unsigned long flags = 0) const {
    return mount("none", folder_.c_str(), "tmpfs", MS_REMOUNT | flags, options) == 0;
  }

 private:
  std::string folder_;
  bool is_mounted_ = false;
};

TEST_F(RunFileVerbs, a_full_disk_loses_nothing) {
  const SmallDisk disk(folder_.path("disk"));
  if (!disk.is_mounted()) GTEST_SKIP() << "SKIPPED: a full disk was NOT tried: only root can mount a small one";
  const std::string options = "--trees 5 --repeats 400";
  const Finished full = rank(options, "disk/study.umfi");
  EXPECT_EQ(full.code, 4) << full.err;
  EXPECT_TRUE(contains(full.err, "the disk is full; what was written before is safe")) << full.err;
  EXPECT_EQ(std::count(full.err.begin(), full.err.end(), '\n'), 1) << full.err;
  ASSERT_TRUE(disk.remount("size=4m"));
  EXPECT_EQ(integrity(file("disk/study.umfi")), "ok");
  ASSERT_EQ(rank(options, "disk/study.umfi").code, 0);
  ASSERT_EQ(rank(options).code, 0);
  EXPECT_EQ(all_items(file("disk/study.umfi")), all_items(file()));
  EXPECT_EQ(exported(file("disk/study.umfi")), exported(file()));
}

TEST_F(RunFileVerbs, a_file_size_limit_loses_nothing) {
  const std::string options = "--trees 5 --repeats 200";
  ASSERT_EQ(rank(options, "whole.umfi").code, 0);
  for (const std::string blocks : {"0", "32", "96"}) {  // no first page, no tables, not all items
    const Finished full = shell("(trap '' XFSZ; ulimit -f " + blocks + "; exec \"$UMFI\" rank '" + data_ +
                                "' --target y " + options + " -o " + quoted() + ") 2>&1 >/dev/null | cat >&2");
    EXPECT_EQ(full.err, "umfi: cannot write " + file() +
                            ": it has reached the file size limit; what was written before is safe: raise the limit "
                            "(ulimit -f) and give the same command again\n");
    EXPECT_EQ(std::filesystem::exists(file()), blocks == "96") << blocks;
    EXPECT_FALSE(std::filesystem::exists(file() + "-journal")) << blocks;
  }
  ASSERT_EQ(rank(options).code, 0);
  EXPECT_EQ(all_items(file()), all_items(file("whole.umfi")));
  EXPECT_EQ(exported(file()), exported(file("whole.umfi")));
}

TEST_F(RunFileVerbs, a_read_only_folder_gets_one_sentence) {
  const SmallDisk disk(folder_.path("disk"));
  if (!disk.is_mounted()) GTEST_SKIP() << "SKIPPED: a read-only folder was NOT tried: only root can mount one";
  ASSERT_TRUE(disk.remount("size=4m"));
  ASSERT_EQ(rank("--trees 5 --repeats 2", "disk/study.umfi").code, 0);
  ASSERT_TRUE(disk.remount("size=4m", MS_RDONLY));
  for (const std::string name : {"disk/new.umfi", "disk/study.umfi"}) {
    const Finished run = rank("--trees 5 --repeats 3", name);
    EXPECT_EQ(run.code, 4) << run.err;
    EXPECT_TRUE(contains(run.err, "umfi: cannot write " + file(name))) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
  EXPECT_EQ(run_umfi("show " + quoted("disk/study.umfi")).code, 0);
}

}  // namespace
}  // namespace umfi
