// Parallel loops whose results cannot depend on the number of threads.
//
// Work is cut into numbered items. An item may write to its own place, or add to a per-thread accumulator
// whose sums are exact (integers), so that the order of addition does not matter.
//
//   Workers workers(context);
//   workers.for_each(trees, [&](std::size_t tree) { ... });
//   Votes all = workers.accumulate<Votes>(trees, make_votes, [&](std::size_t tree, Votes& mine) { ... });
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <type_traits>

#include "core/handover.hpp"
#include "umfi/context.hpp"
#include "umfi/error.hpp"

namespace umfi {

class Workers {
 public:
  explicit Workers(const Context& context)
      : context_(context),
        limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(thread_count(context))),
        arena_(thread_count(context)) {}

  const Context& context() const { return context_; }

  // Calls body(0) ... body(count - 1), in any order. Throws Interrupted when cancelled, OutOfTime when time is up, or
  // what a body threw.
  template <class Body>
  void for_each(std::size_t count, const Body& body) {
    Handover handover;
    const auto run = [&](const tbb::blocked_range<std::size_t>& range) {
      const Handover::Part part(handover);
      for (std::size_t item = range.begin(); item != range.end(); ++item) {
        check_stop();
        body(item);
      }
    };
    // Isolated: a thread that waits for an inner loop must not begin another item of an outer one, whose memory would
    // come on top of what it holds.
    arena_.execute([&] {
      tbb::this_task_arena::isolate(
          [&] { tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), run, tbb::simple_partitioner{}); });
    });
    check_stop();
  }

  // As for_each, with memory per thread, made when a thread first needs it: body(item, memory).
  template <class Make, class Body>
  void for_each_with(std::size_t count, const Make& make, const Body& body) {
    tbb::enumerable_thread_specific<std::invoke_result_t<Make>> memory([&] { return make(); });
    for_each(count, [&](std::size_t item) { body(item, memory.local()); });
  }

  // As for_each, with one accumulator per thread; their exact sum is returned.
  template <class Local, class Make, class Body>
  Local accumulate(std::size_t count, const Make& make, const Body& body) {
    tbb::enumerable_thread_specific<Local> locals([&] { return make(); });
    for_each(count, [&](std::size_t item) { body(item, locals.local()); });
    if (locals.empty()) return make();
    auto first = locals.begin();
    Local total = std::move(*first);
    for (auto other = ++first; other != locals.end(); ++other) total.merge(*other);
    return total;
  }

 private:
  void check_stop() const {
    if (context_.cancelled && context_.cancelled()) throw Interrupted();
    if (context_.out_of_time && context_.out_of_time()) throw OutOfTime();
  }

  static int thread_count(const Context& context) {
    return context.threads > 0 ? context.threads : tbb::info::default_concurrency();
  }

  const Context& context_;
  tbb::global_control limit_;
  tbb::task_arena arena_;
};

// Calls body(0) ... body(count - 1), each of which runs parallel loops of its own over this many rows. Loops over many
// rows keep all threads busy; only small ones gain from running side by side, which takes memory for each of them.
template <class Body>
void for_each_job(Workers& workers, std::size_t count, std::size_t rows, const Body& body) {
  constexpr std::size_t many_rows = 10'000;
  if (rows <= many_rows) return workers.for_each(count, body);
  for (std::size_t job = 0; job < count; ++job) body(job);
}

// Counts finished items and tells the context, one thread at a time; a busy hook is not waited for. The found ones were
// finished before.
class ProgressCounter {
 public:
  ProgressCounter(const Context& context, std::size_t total, std::size_t found = 0)
      : context_(context), total_(total), found_(found), done_(found) {}

  void advance(std::size_t items = 1) {
    const std::size_t done = done_.fetch_add(items, std::memory_order_relaxed) + items;
    if (!context_.progress) return;
    std::unique_lock lock(mutex_, std::defer_lock);
    if (done == total_) lock.lock();  // the end is always told
    if (lock.owns_lock() || lock.try_lock())
      context_.progress({.done = done_.load(std::memory_order_relaxed), .total = total_, .found = found_, .part = {}});
  }

 private:
  const Context& context_;
  std::size_t total_;
  std::size_t found_;
  std::atomic<std::size_t> done_;
  std::mutex mutex_;
};

}  // namespace umfi
