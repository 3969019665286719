// A thousand run files with flipped bits, cut off or with exchanged pages: never a wrong number. The figures of
// docs/run-files.md are what this test prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iostream>
#include <map>
#include <random>
#include <tuple>

#include "run/stored_files.hpp"
#include "umfi/error.hpp"
#include "umfi/report.hpp"
#include "umfi/stored_study.hpp"

namespace umfi {
namespace {

using namespace testing;
using Random = std::mt19937_64;

// Below the bound. Not a distribution of the standard library: those differ between compilers.
std::size_t below(Random& random, std::size_t bound) {
  return random() % bound;
}

std::string with_flipped_bits(std::string bytes, Random& random) {
  for (std::size_t flips = 1 + below(random, 5); flips > 0; --flips) {
    char& byte = bytes[below(random, bytes.size())];
    byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << below(random, 8)));
  }
  return bytes;
}

std::string cut_off(std::string bytes, Random& random) {
  bytes.resize(below(random, bytes.size()));
  return bytes;
}

std::string with_exchanged_pages(std::string bytes, Random& random) {
  constexpr std::size_t page = 4096;  // SQLite's own choice
  const std::size_t pages = bytes.size() / page;
  const std::size_t first = below(random, pages);
  const std::size_t second = (first + 1 + below(random, pages - 1)) % pages;
  std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(first * page),
                   bytes.begin() + static_cast<std::ptrdiff_t>((first + 1) * page),
                   bytes.begin() + static_cast<std::ptrdiff_t>(second * page));
  return bytes;
}

struct Kind {
  const char* name;
  std::string (*damage)(std::string bytes, Random& random);
  std::size_t copies;
};

constexpr std::array<Kind, 3> kinds{{{"one to five flipped bits", with_flipped_bits, 600},
                                     {"cut off", cut_off, 200},
                                     {"two pages exchanged", with_exchanged_pages, 200}}};

struct Outcomes {
  std::size_t refused = 0;
  std::size_t whole = 0;
  std::size_t partial = 0;       // shown without the damaged records, which is said
  std::size_t lost_records = 0;  // of these
};

std::string json_of(const StudyResult& result) {
  return std::visit([](const auto& one) { return render(one, Format::json); }, result);
}

bool have_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

std::map<std::string, std::vector<std::string>> options_of(const StudyRecord& record) {
  std::map<std::string, std::vector<std::string>> values;
  for (const StudyOption& option : record.options) values[option.name] = option.values;
  return values;
}

// The same bytes each time: else they depend on how long the study took and on which items were written together.
void write_at_once(const std::string& path, const StoredRun& run, std::vector<KeptItem> items) {
  std::filesystem::remove(path);
  std::sort(items.begin(), items.end(), [](const KeptItem& a, const KeptItem& b) {
    return std::tie(a.stage, a.repeat, a.place) < std::tie(b.stage, b.repeat, b.place);
  });
  Database database(path, Database::Access::write);
  Transaction transaction(database);
  create_tables(database);
  const ItemTally tally = rewrite_items(database, items);
  write_state(database, {.record = run.record, .version = run.version, .progress = {1000, tally}});
  transaction.commit();
}

class RandomDamage : public ::testing::Test {
 protected:
  RandomDamage() {
    compute_study(path_, 12);
    original_ = read_run_file(path_);
    items_ = dynamic_cast<const ItemMemory&>(*original_.items).all();
    write_at_once(path_, original_, items_);
    original_ = read_run_file(path_);
    bytes_ = bytes_of(path_);
    json_ = json_of(read_study(path_));
  }

  // Reads the file as umfi show does.
  void look_at_copy(Outcomes& outcomes) const {
    Said said;
    try {
      const std::string json = json_of(read_study(path_, said.context()));
      const StoredRun run = read_run_file(path_);
      expect_same_study(run);
      const std::size_t lost = count_lost_items(run);
      EXPECT_EQ(said.sentences.size(), lost > 0 ? 1U : 0U);
      EXPECT_TRUE(lost > 0 || json == json_);
      ++(lost > 0 ? outcomes.partial : outcomes.whole);
      outcomes.lost_records += lost;
      resume();
    } catch (const Error& error) {
      const std::string sentence = error.what();
      EXPECT_TRUE(error.exit_code() == ExitCode::file || error.exit_code() == ExitCode::data) << sentence;
      EXPECT_TRUE(sentence.starts_with(path_ + " ") && sentence.find('\n') == std::string::npos) << sentence;
      ++outcomes.refused;
    }
  }

  // How many items the copy lacks; those it has must be those of the original.
  std::size_t count_lost_items(const StoredRun& run) const {
    std::size_t lost = 0;
    for (const KeptItem& item : items_) {
      const auto found = run.items->find({item.stage, item.repeat, item.place});
      if (found)
        EXPECT_TRUE(have_same_bits(*found, item.values)) << item.stage;
      else
        ++lost;
    }
    EXPECT_EQ(dynamic_cast<const ItemMemory&>(*run.items).all().size(), items_.size() - lost);
    EXPECT_EQ(run.damage.lost, lost);
    return lost;
  }

  void expect_same_study(const StoredRun& run) const {
    EXPECT_EQ(run.seconds, original_.seconds);
    EXPECT_EQ(run.version, original_.version);
    EXPECT_EQ(run.record.features, original_.record.features);
    EXPECT_EQ(run.record.facts, original_.record.facts);
    EXPECT_EQ(options_of(run.record), options_of(original_.record));
  }

  // A study that computes what it misses, as resuming does, leaves a whole file, in which each item is found by its
  // key: one that is written over does not stand there twice.
  void resume() const {
    {
      RunFile file(path_);
      file.begin(original_.record);
      for (const KeptItem& item : items_)
        if (!file.find({item.stage, item.repeat, item.place}))
          file.keep({item.stage, item.repeat, item.place}, item.values);
      file.finish("{}");
    }
    EXPECT_EQ(count_lost_items(read_run_file(path_)), 0U);
    {
      RunFile file(path_);
      file.begin(original_.record);
      for (const KeptItem& item : items_) file.keep({item.stage, item.repeat, item.place}, item.values);
    }
    EXPECT_EQ(count_lost_items(read_run_file(path_)), 0U);
  }

  // In memory where there is such a place: the files are written some thousand times.
  TemporaryFolder folder_{std::filesystem::exists("/dev/shm") ? "/dev/shm" : std::filesystem::temp_directory_path()};
  std::string path_ = folder_.path("study.umfi");
  std::string bytes_;
  StoredRun original_;
  std::vector<KeptItem> items_;
  std::string json_;
};

TEST_F(RandomDamage, never_shows_a_wrong_number) {
  Random random(1);
  std::cout << "a study of " << items_.size() << " records in " << bytes_.size() << " bytes\n";
  for (const Kind& kind : kinds) {
    Outcomes outcomes;
    for (std::size_t copy = 0; copy < kind.copies; ++copy) {
      write_bytes(path_, kind.damage(bytes_, random));
      look_at_copy(outcomes);
      if (HasFailure()) FAIL() << kind.name << ", copy " << copy;
    }
    std::cout << kind.name << ": " << kind.copies << " copies, " << outcomes.refused << " refused, " << outcomes.whole
              << " shown whole, " << outcomes.partial << " shown without " << outcomes.lost_records
              << " damaged records, which is said\n";
  }
}

}  // namespace
}  // namespace umfi
