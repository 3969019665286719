// Input that the program must refuse with one clear sentence and a stable exit code.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "cli/running.hpp"

namespace umfi::testing {

struct BadInput {
  const char* name;
  std::string arguments;
  std::string input;
  int code;
  std::string part;  // of the sentence
};

inline void PrintTo(const BadInput& bad, std::ostream* out) {
  *out << bad.arguments;
}

inline void expect_refusal(const std::string& verb, const BadInput& bad) {
  const Finished run = run_umfi(verb + " " + bad.arguments, bad.input);
  EXPECT_EQ(run.code, bad.code) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(contains(run.err, bad.part)) << run.err;
  EXPECT_TRUE(run.err.starts_with("umfi: ")) << run.err;
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
}

}  // namespace umfi::testing
