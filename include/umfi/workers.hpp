// Threads that share out a loop.
//
//   umfi::Workers workers(context);
//   workers.for_each(trees, [&](std::size_t tree) { grow(tree); });
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "umfi/context.hpp"

namespace umfi {

// Throws Interrupted where the context says that work is cancelled, OutOfTime where its time is up.
void check_stop(const Context& context);

// Loops may be nested: a body may use the same workers.
class Workers {
 public:
  // As many threads as the context says. The context must outlive them.
  explicit Workers(const Context& context);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  const Context& context() const { return context_; }

  // Calls body(0) ... body(count - 1), in any order. Throws Interrupted when cancelled, OutOfTime when time is up, or
  // what a body threw. Results must not depend on the order: an item writes to its own place, or adds whole numbers.
  void for_each(std::size_t count, const std::function<void(std::size_t)>& body);

 private:
  class Threads;

  const Context& context_;
  std::unique_ptr<Threads> threads_;
};

}  // namespace umfi
