#include "core/memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

namespace umfi {
namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

std::size_t memory_of_machine() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && bytes > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(bytes) : unlimited;
}

std::size_t resource_limit(int resource) {
  rlimit limit{};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return unlimited;
  return limit.rlim_cur;
}

// A file that holds a number of bytes, or a word where there is no limit.
std::size_t limit_in(const char* path) {
  std::ifstream file(path);
  std::size_t bytes = 0;
  return file >> bytes ? bytes : unlimited;
}

}  // namespace

std::size_t memory_of_process() {
  return std::min({memory_of_machine(), resource_limit(RLIMIT_AS), resource_limit(RLIMIT_DATA),
                   limit_in("/sys/fs/cgroup/memory.max"), limit_in("/sys/fs/cgroup/memory/memory.limit_in_bytes")});
}

}  // namespace umfi
