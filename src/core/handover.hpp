// Tells the thread sanitizer what TBB guarantees: everything before a parallel loop happens before its parts, and all
// of them before what follows, exceptions included. The sanitizer cannot see that inside a libtbb built without it.
#pragma once

#include <atomic>
#include <cstddef>

namespace umfi {

class Handover {
 public:
  Handover() { parts_.store(0, std::memory_order_release); }
  ~Handover() { parts_.load(std::memory_order_acquire); }
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;

  // One run of loop bodies on one thread.
  class Part {
   public:
    explicit Part(Handover& whole) : whole_(whole) { whole.parts_.load(std::memory_order_acquire); }
    ~Part() { whole_.parts_.fetch_add(1, std::memory_order_release); }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

   private:
    Handover& whole_;
  };

 private:
  std::atomic<std::size_t> parts_{0};
};

}  // namespace umfi
