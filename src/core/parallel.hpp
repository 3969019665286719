// Parallel loops whose results cannot depend on the number of threads: what the library builds on umfi::Workers.
//
// Work is cut into numbered items. An item may write to its own place, or add to a per-thread accumulator
// whose sums are exact (integers), so that the order of addition does not matter.
//
//   Workers workers(context);
//   Votes all = accumulate<Votes>(workers, trees, make_votes, [&](std::size_t tree, Votes& mine) { ... });
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <cstddef>
#include <type_traits>
#include <utility>

#include "umfi/workers.hpp"

namespace umfi {

// As Workers::for_each, with memory per thread, made when a thread first needs it: body(item, memory).
template <class Make, class Body>
void for_each_with(Workers& workers, std::size_t count, const Make& make, const Body& body) {
  tbb::enumerable_thread_specific<std::invoke_result_t<Make>> memory([&] { return make(); });
  workers.for_each(count, [&](std::size_t item) { body(item, memory.local()); });
}

// As Workers::for_each, with one accumulator per thread; their exact sum is returned.
template <class Local, class Make, class Body>
Local accumulate(Workers& workers, std::size_t count, const Make& make, const Body& body) {
  tbb::enumerable_thread_specific<Local> locals([&] { return make(); });
  workers.for_each(count, [&](std::size_t item) { body(item, locals.local()); });
  if (locals.empty()) return make();
  auto first = locals.begin();
  Local total = std::move(*first);
  for (auto other = ++first; other != locals.end(); ++other) total.merge(*other);
  return total;
}

}  // namespace umfi
