// What kind of response is predicted.
#pragma once

#include <cstdint>
#include <string_view>

namespace umfi {

enum class Task : std::uint8_t {
  regression,      // a numeric response, scored by R²
  classification,  // a categorical response, scored by accuracy
};

inline constexpr Task all_tasks[] = {Task::regression, Task::classification};

std::string_view name_of(Task task);

}  // namespace umfi
