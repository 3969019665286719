#include "umfi/workers.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "core/handover.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

// Threads beyond a few for each core only wait for each other, and thousands take minutes to start.
constexpr int most_threads_per_core = 4;

int thread_count(const Context& context) {
  const int cores = tbb::info::default_concurrency();
  return context.threads > 0 ? std::min(context.threads, most_threads_per_core * cores) : cores;
}

}  // namespace

class Workers::Threads {
 public:
  explicit Threads(int count)
      : limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count)), arena_(count) {}

  template <class Run>
  void run(std::size_t count, const Run& run) {
    // Isolated: a thread that waits for an inner loop must not begin another item of an outer one, whose memory would
    // come on top of what it holds.
    arena_.execute([&] {
      tbb::this_task_arena::isolate(
          [&] { tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), run, tbb::simple_partitioner{}); });
    });
  }

 private:
  tbb::global_control limit_;
  tbb::task_arena arena_;
};

Workers::Workers(const Context& context)
    : context_(context), threads_(std::make_unique<Threads>(thread_count(context))) {}
Workers::~Workers() = default;

void Workers::for_each(std::size_t count, const std::function<void(std::size_t)>& body) {
  Handover handover;
  threads_->run(count, [&](const tbb::blocked_range<std::size_t>& range) {
    const Handover::Part part(handover);
    for (std::size_t item = range.begin(); item != range.end(); ++item) {
      check_stop(context_);
      body(item);
    }
  });
  check_stop(context_);
}

void check_stop(const Context& context) {
  if (context.cancelled && context.cancelled()) throw Interrupted();
  if (context.out_of_time && context.out_of_time()) throw OutOfTime();
}

}  // namespace umfi
