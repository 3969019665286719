// Where tests find the public data (BRCA, CAMELS) and the reference numbers of R packages: in the folder named by
// UMFI_DATA, or beside the project. Tests that need them are skipped, loudly, where they are missing.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace umfi {

inline std::filesystem::path data_folder() {
  const char* folder = std::getenv("UMFI_DATA");
  return folder != nullptr ? folder : std::filesystem::path(UMFI_SOURCE_DIR) / "../shared/data";
}

// Tables made by R scripts for comparison; beside the data folder.
inline std::filesystem::path oracle_folder() {
  return data_folder() / "../oracle";
}

}  // namespace umfi

// Skips the test if the file is missing.
#define UMFI_NEEDS_FILE(path)         \
  if (!std::filesystem::exists(path)) \
  GTEST_SKIP() << "SKIPPED: " << (path) << " is missing; set UMFI_DATA to the folder that holds the data"
