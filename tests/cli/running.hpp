// Runs the real program through a shell and catches what it writes.
//
//   Finished run = run_umfi("describe - --format csv", "a,b\n1,2\n");
//   run.code; run.out; run.err;
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace umfi::testing {

struct Finished {
  int code = -1;
  std::string out;
  std::string err;
};

// A folder that is gone with the object.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path()) {
    std::string name = (parent / "umfi-test-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return (path_ / name).string();
  }
  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string read(const std::string& name) const {
    std::ifstream in(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  std::filesystem::path path_;
};

// Any shell command, in which $UMFI is the program.
inline Finished shell(const std::string& command, const std::string& input = "") {
  const TemporaryFolder folder;
  folder.file("in", input);
  std::string line = "UMFI='" UMFI_PROGRAM "'; { ";
  line += command;
  line += "; } <'" + folder.path("in") + "' >'" + folder.path("out") + "' 2>'" + folder.path("err") + "'";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.read("out"), folder.read("err")};
}

inline Finished run_umfi(const std::string& arguments, const std::string& input = "") {
  std::string command = "\"$UMFI\" ";
  return shell(command += arguments, input);
}

// Sentences as they were before they were wrapped.
inline std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace umfi::testing
