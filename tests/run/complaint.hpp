// What a refusal says.
#pragma once

#include <functional>
#include <string>

#include "umfi/error.hpp"

namespace umfi::testing {

inline std::string complaint_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace umfi::testing
