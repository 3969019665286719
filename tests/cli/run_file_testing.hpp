// Looking into run files from outside, and starting the program so that it can be killed.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <regex>
#include <string>
#include <vector>

#include "cli/running.hpp"

namespace umfi::testing {

// The first cell that a query gives.
inline std::string query(const std::string& file, const std::string& sql) {
  sqlite3* database = nullptr;
  sqlite3_stmt* statement = nullptr;
  EXPECT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  std::string cell;
  if (sqlite3_step(statement) == SQLITE_ROW)
    if (const auto* text = sqlite3_column_text(statement, 0)) cell = reinterpret_cast<const char*>(text);
  sqlite3_finalize(statement);
  sqlite3_close(database);
  return cell;
}

inline std::string integrity(const std::string& file) {
  return query(file, "PRAGMA integrity_check");
}

// Every bit of every item.
inline std::string all_items(const std::string& file) {
  return query(file,
               "SELECT group_concat(stage || ' ' || repeat || ' ' || place || ' ' || hex(value)) FROM "
               "(SELECT * FROM item ORDER BY stage, repeat, place)");
}

// None where the study was killed before it began.
inline std::size_t count_items(const std::string& file) {
  if (query(file, "SELECT count(*) FROM sqlite_schema") == "0") return 0;
  return std::stoul(query(file, "SELECT count(*) FROM item"));
}

// The result, but for the time it took.
inline std::string exported(const std::string& file) {
  const Finished run = run_umfi("export '" + file + "' --format json");
  EXPECT_EQ(run.code, 0) << run.err;
  return std::regex_replace(run.out, std::regex("\"seconds\": [^\n]*"), "");
}

// The program in a process of its own, silent.
class Running {
 public:
  explicit Running(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), UMFI_PROGRAM);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
    EXPECT_EQ(posix_spawn(&process_, UMFI_PROGRAM, &actions, nullptr, pointers.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() { kill(); }

  // Signal 9. Whether it was still running.
  bool kill() {
    if (process_ == 0) return false;
    ::kill(process_, SIGKILL);
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    return WIFSIGNALED(status);
  }

 private:
  pid_t process_ = 0;
};

}  // namespace umfi::testing
