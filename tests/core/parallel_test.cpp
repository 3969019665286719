#include "core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/progress.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

constexpr int thread_counts[] = {1, 2, 3, 7};

Context with_threads(int threads) {
  Context context;
  context.threads = threads;
  return context;
}

struct Sum {
  std::uint64_t total = 0;
  void merge(const Sum& other) { total += other.total; }
};

TEST(Parallel, each_item_runs_exactly_once_whatever_the_number_of_threads) {
  for (const int threads : thread_counts) {
    const Context context = with_threads(threads);
    Workers workers(context);
    std::vector<std::atomic<int>> runs(1000);
    workers.for_each(runs.size(), [&](std::size_t item) { ++runs[item]; });
    for (std::size_t item = 0; item < runs.size(); ++item) ASSERT_EQ(runs[item], 1) << item << ", " << threads;
  }
}

TEST(Parallel, no_items_are_no_work) {
  const Context context = with_threads(2);
  Workers workers(context);
  workers.for_each(0, [](std::size_t) { FAIL(); });
  const Sum sum = accumulate<Sum>(
      workers, 0, [] { return Sum{7}; }, [](std::size_t, Sum&) { FAIL(); });
  EXPECT_EQ(sum.total, 7U);
}

TEST(Parallel, accumulators_sum_to_the_same_whatever_the_number_of_threads) {
  for (const int threads : thread_counts) {
    const Context context = with_threads(threads);
    Workers workers(context);
    const Sum sum = accumulate<Sum>(
        workers, 1001, [] { return Sum{}; }, [](std::size_t item, Sum& mine) { mine.total += item * item; });
    EXPECT_EQ(sum.total, 333'833'500U) << threads;  // n (n + 1) (2n + 1) / 6 for n = 1000
  }
}

TEST(Parallel, items_of_one_thread_share_its_memory) {
  for (const int threads : thread_counts) {
    const Context context = with_threads(threads);
    Workers workers(context);
    std::atomic<int> made{0};
    std::atomic<int> runs{0};
    for_each_with(
        workers, 100,
        [&] {
          ++made;
          return 0;
        },
        [&](std::size_t, int& items_before) { runs += items_before++ >= 0 ? 1 : 0; });
    EXPECT_EQ(runs, 100);
    EXPECT_GE(made, 1);
    EXPECT_LE(made, threads);
  }
}

TEST(Parallel, thousands_of_threads_are_not_started) {
  const Context context = with_threads(4096);
  Workers workers(context);
  std::mutex mutex;
  std::set<std::thread::id> seen;
  workers.for_each(2000, [&](std::size_t) {
    const std::lock_guard lock(mutex);
    seen.insert(std::this_thread::get_id());
  });
  EXPECT_LE(seen.size(), 4 * std::thread::hardware_concurrency());
}

TEST(Parallel, loops_may_be_nested) {
  for (const int threads : thread_counts) {
    const Context context = with_threads(threads);
    Workers workers(context);
    std::atomic<int> runs{0};
    workers.for_each(20, [&](std::size_t) { workers.for_each(20, [&](std::size_t) { ++runs; }); });
    EXPECT_EQ(runs, 400);
  }
}

TEST(Parallel, what_an_item_throws_reaches_the_caller_as_it_is) {
  for (const int threads : thread_counts) {
    const Context context = with_threads(threads);
    Workers workers(context);
    const auto fail = [&] {
      workers.for_each(100, [](std::size_t item) {
        if (item == 42) throw DataError::constant_target("y");
      });
    };
    EXPECT_THROW(fail(), DataError) << threads;
    // The workers live on.
    std::atomic<int> runs{0};
    workers.for_each(10, [&](std::size_t) { ++runs; });
    EXPECT_EQ(runs, 10);
  }
}

TEST(Parallel, cancelling_before_the_start_runs_nothing) {
  for (const int threads : thread_counts) {
    Context context = with_threads(threads);
    context.cancelled = [] { return true; };
    Workers workers(context);
    std::atomic<int> runs{0};
    EXPECT_THROW(workers.for_each(1000, [&](std::size_t) { ++runs; }), Interrupted);
    EXPECT_EQ(runs, 0);
  }
}

TEST(Parallel, cancelling_on_the_way_stops_soon) {
  for (const int threads : thread_counts) {
    Context context = with_threads(threads);
    std::atomic<int> runs{0};
    context.cancelled = [&] { return runs >= 10; };
    Workers workers(context);
    EXPECT_THROW(workers.for_each(100'000, [&](std::size_t) { ++runs; }), Interrupted);
    EXPECT_LT(runs, 10 + threads + 1);  // each thread may have been inside one item
  }
}

TEST(Parallel, a_progress_counter_tells_each_step_and_the_total) {
  Context context;
  std::vector<std::size_t> told;
  context.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.total, 10U);
    told.push_back(progress.done);
  };
  ProgressCounter counter(context, 10);
  counter.advance();
  counter.advance(4);
  counter.advance(5);
  EXPECT_EQ(told, (std::vector<std::size_t>{1, 5, 10}));
}

TEST(Parallel, a_progress_counter_without_a_listener_is_silent) {
  const Context context;
  ProgressCounter counter(context, 1);
  EXPECT_NO_THROW(counter.advance());
}

TEST(Parallel, the_progress_hook_is_called_by_one_thread_at_a_time) {
  Context context = with_threads(3);
  std::atomic<int> inside{0};
  std::atomic<bool> overlapped{false};
  std::set<std::size_t> told;  // unguarded on purpose: calls never overlap
  context.progress = [&](const Progress& progress) {
    if (++inside > 1) overlapped = true;
    told.insert(progress.done);
    --inside;
  };
  Workers workers(context);
  ProgressCounter counter(context, 2000);
  workers.for_each(2000, [&](std::size_t) { counter.advance(); });
  EXPECT_FALSE(overlapped);
  EXPECT_FALSE(told.empty());
  EXPECT_LE(*told.rbegin(), 2000U);
}

}  // namespace
}  // namespace umfi
