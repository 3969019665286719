// How much memory this process may use.
#pragma once

#include <cstddef>

namespace umfi {

// The machine's memory, or less where the system grants this process less (control groups, resource limits).
std::size_t memory_of_process();

}  // namespace umfi
