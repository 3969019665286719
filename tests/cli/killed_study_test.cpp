// Studies that are killed at random moments end as if nothing had happened.
#include <chrono>
#include <random>
#include <thread>

#include "cli/run_file_testing.hpp"

namespace umfi {
namespace {

using namespace testing;

struct Study {
  const char* name;
  const char* verb;
  std::vector<std::string> arguments;  // after the data
};

const std::vector<Study>& studies() {
  static const std::vector<Study> all{
      {"umfi", "rank", {"--target", "y", "--repeats", "16", "--explain"}},
      {"subsamples", "rank", {"--target", "y", "--repeats", "16", "--subsample", "0.7", "--remove", "ot"}},
      {"mci", "rank", {"--target", "y", "--repeats", "14", "--method", "mci"}},
      {"best", "rank", {"--target", "y", "--repeats", "16", "--remove", "best"}},
      {"precision", "rank", {"--target", "y", "--repeats", "2", "--precision", "0.002"}},
      {"compare", "compare", {"--target", "y", "--repeats", "5"}},
  };
  return all;
}

class KilledStudy : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Study& study() const { return studies()[GetParam()]; }
  std::vector<std::string> command(const std::string& file, unsigned threads) const {
    std::vector<std::string> words{study().verb, data_};
    words.insert(words.end(), study().arguments.begin(), study().arguments.end());
    words.insert(words.end(), {"--threads", std::to_string(threads), "-o", file});
    return words;
  }
  void finish(const std::string& file, unsigned threads) const {
    std::string line;
    for (const std::string& word : command(file, threads)) line += "'" + word + "' ";
    const Finished run = run_umfi(line);
    ASSERT_EQ(run.code, 0) << run.err;
  }

  TemporaryFolder folder_;
  std::string data_ = folder_.file("data.csv", run_umfi("simulate correlated-interactions --rows 500 --seed 3").out);
};

// Six studies, each twice, each killed five times: sixty kills. Moments and threads come from a fixed seed, but what a
// moment hits does not: that is the point.
TEST_P(KilledStudy, ends_with_the_same_bits_as_one_that_was_left_alone) {
  const std::string whole = folder_.path("whole.umfi");
  finish(whole, 2);
  const std::string expected = exported(whole);
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  std::uniform_int_distribution<int> moment(0, 700);
  std::uniform_int_distribution<unsigned> threads(1, 3);
  std::size_t kept = 0;
  for (int round = 0; round < 2; ++round) {
    const std::string file = folder_.path("killed" + std::to_string(round) + ".umfi");
    for (int kills = 0; kills < 5; ++kills) {
      Running running(command(file, threads(random)));
      std::this_thread::sleep_for(std::chrono::milliseconds(moment(random)));
      running.kill();
      if (!std::filesystem::exists(file)) continue;
      EXPECT_EQ(integrity(file), "ok");
      const std::size_t items = count_items(file);
      EXPECT_GE(items, kills == 0 ? 0 : kept) << "what was finished is lost";
      kept = items;
    }
    kept = 0;
    finish(file, threads(random));
    EXPECT_EQ(integrity(file), "ok");
    EXPECT_EQ(all_items(file), all_items(whole));
    EXPECT_EQ(exported(file), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Studies, KilledStudy, ::testing::Range(std::size_t{0}, studies().size()),
                         [](const auto& place) { return std::string(studies()[place.param].name); });

}  // namespace
}  // namespace umfi
