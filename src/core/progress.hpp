// Progress of loops: jobs that run loops of their own, and a counter that informs the context.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>

#include "umfi/context.hpp"
#include "umfi/workers.hpp"

namespace umfi {

// Calls body(0) ... body(count - 1), each of which runs parallel loops of its own over this many rows. Loops over many
// rows keep all threads busy; only small ones gain from running side by side, which takes memory for each of them.
template <class Body>
void for_each_job(Workers& workers, std::size_t count, std::size_t rows, const Body& body) {
  constexpr std::size_t many_rows = 10'000;
  if (rows <= many_rows) return workers.for_each(count, body);
  for (std::size_t job = 0; job < count; ++job) body(job);
}

// Counts finished items and informs the context, one thread at a time; a busy hook is not waited for. The found ones were
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
