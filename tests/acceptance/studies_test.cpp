// Whatever the part, a study gives the same bits for any number of threads, after an interruption, from a run file, and
// shared out among processes; and another seed gives another result where something is random.
#include <filesystem>

#include "acceptance/cases.hpp"
#include "run/item_memory.hpp"
#include "run/stage.hpp"
#include "study/ranking.hpp"
#include "umfi/error.hpp"
#include "umfi/run_file.hpp"
#include "umfi/stored_study.hpp"

namespace umfi {
namespace {

class AnyPart : public testing::TestWithParam<PartCase> {
 protected:
  static std::vector<Task> tasks() {
    std::vector<Task> served;
    for (const Task task : all_tasks)
      if (serves(GetParam().options, task)) served.push_back(task);
    return served;
  }
  static RankResult rank(const Table& table, const Context& context = {}) {
    return rank_features(table, GetParam().options, context);
  }
};

TEST_P(AnyPart, gives_the_same_bits_for_any_number_of_threads) {
  for (const Task task : tasks()) {
    const Table table = mixed_table(task, 60, 1);
    Context context;
    context.threads = 1;
    const std::vector<double> one = numbers_of(rank(table, context));
    for (const int threads : {2, 7}) {
      context.threads = threads;
      EXPECT_EQ(numbers_of(rank(table, context)), one) << threads << " threads, " << name_of(task);
    }
  }
}

TEST_P(AnyPart, gives_another_result_for_a_neighbouring_seed_where_something_is_random) {
  if (!power_of(GetParam().options).is_random) return;
  const Table table = mixed_table(tasks().front(), 60, 1);
  RankOptions other = GetParam().options;
  other.seed = 2;
  EXPECT_NE(numbers_of(rank(table)), numbers_of(rank_features(table, other)));
}

// Stops after a number of items, and continues from there.
class Stopped final : public ItemStore {
 public:
  Stopped(ItemMemory& memory, int items) : memory_(memory), left_(items) {}
  StudyRecord begin(const StudyRecord& asked) override { return asked; }
  std::optional<std::vector<double>> find(const ItemKey& key) const override { return memory_.find(key); }
  void keep(const ItemKey& key, std::span<const double> values) override {
    if (left_-- <= 0) throw Interrupted();
    memory_.keep(key, values);
  }

 private:
  ItemMemory& memory_;
  std::atomic<int> left_;
};

TEST_P(AnyPart, ends_with_the_same_bits_after_interruptions) {
  const Table table = mixed_table(tasks().front(), 60, 1);
  const std::vector<double> whole = numbers_of(rank(table));
  ItemMemory memory;
  int interruptions = 0;
  for (;; ++interruptions) {
    ASSERT_LT(interruptions, 1000);
    Stopped store(memory, 13);
    Context context;
    context.store = &store;
    try {
      EXPECT_EQ(numbers_of(rank(table, context)), whole);
      break;
    } catch (const Interrupted&) {
    }
  }
  EXPECT_GT(interruptions, 0);
}

TEST_P(AnyPart, is_read_from_its_run_file_as_it_was_written) {
  const std::string path =
      (std::filesystem::path(testing::TempDir()) / ("acceptance_" + name_of_case({GetParam(), 0}) + ".umfi")).string();
  std::filesystem::remove(path);
  const Table table = mixed_table(tasks().front(), 60, 1);
  std::vector<double> written;
  {
    RunFile file(path);
    Context context;
    context.store = &file;
    written = numbers_of(rank(table, context));
    file.finish("{}");
  }
  const StudyResult read = read_study(path);
  const auto& result = std::get<RankResult>(read);
  EXPECT_EQ(numbers_of(result), written);
  EXPECT_FALSE(result.texts.method.name.empty());
  EXPECT_FALSE(result.metric.title.empty());
  RunFile again(path);
  const StudyResult resumed = resume_study(again, table);
  EXPECT_EQ(numbers_of(std::get<RankResult>(resumed)), written);
  std::filesystem::remove(path);
}

TEST_P(AnyPart, gives_the_same_bits_where_processes_share_the_work) {
  const Table table = mixed_table(tasks().front(), 60, 1);
  const Parts& parts = built_in_parts();
  const RankOptions options = effective(GetParam().options, parts);
  const Context context;
  const Dataset data(table, {options.target, {}, {}, {}}, context);
  ItemMemory memory;
  constexpr std::size_t shares = 3;
  for (std::size_t number = 0; number < shares; ++number) {
    try {
      rank_dataset({data, options, parts_for(options, parts), memory}, ShareExecutor({number, shares}), context);
    } catch (const OutOfTime&) {  // there is no whole repeat yet
    }
  }
  const RankResult joined =
      rank_dataset({data, options, parts_for(options, parts), memory}, ThreadExecutor(), context);
  EXPECT_EQ(numbers_of(joined), numbers_of(rank(table)));
}

INSTANTIATE_TEST_SUITE_P(Parts, AnyPart, testing::ValuesIn(all_cases()), name_of_case);

}  // namespace
}  // namespace umfi
