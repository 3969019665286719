#include "cli/file_clash.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "umfi/error.hpp"

namespace umfi::cli {
namespace {

bool is_file(const std::string& path) {
  return !path.empty() && path != "-";
}

// By device and inode where both are there, else by their places.
bool are_same(const std::string& a, const std::string& b) {
  std::error_code error;
  const bool are_there = std::filesystem::exists(a, error) && std::filesystem::exists(b, error);
  if (are_there) return std::filesystem::equivalent(a, b, error);
  const auto place = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  return place(a) == place(b);
}

// A shell may have opened the file that is written as standard input.
bool is_standard_input(const std::string& path) {
  struct stat input {};
  struct stat file {};
  return fstat(STDIN_FILENO, &input) == 0 && stat(path.c_str(), &file) == 0 && S_ISREG(input.st_mode) &&
         input.st_dev == file.st_dev && input.st_ino == file.st_ino;
}

bool is_overwritten(const std::string& input, const std::string& written) {
  return input == "-" ? is_standard_input(written) : is_file(input) && are_same(input, written);
}

}  // namespace

void check_files(const std::vector<std::string>& read, const std::vector<std::string>& written) {
  for (std::size_t w = 0; w < written.size(); ++w) {
    if (!is_file(written[w])) continue;
    for (const std::string& input : read)
      if (is_overwritten(input, written[w]))
        throw UsageError("the result would overwrite " + written[w] + ", which is read; choose another name for it");
    for (std::size_t other = 0; other < w; ++other)
      if (is_file(written[other]) && are_same(written[other], written[w]))
        throw UsageError("two results would go to the same file, " + written[w] + "; choose another name for one");
  }
}

}  // namespace umfi::cli
