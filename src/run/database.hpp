// SQLite with our errors: every failure is a FileError of one sentence that names the file.
//
//   Database database("study.umfi", Database::Access::write);
//   Statement insert(database, "INSERT INTO summary VALUES (?, ?)");
//   insert.bind(1, "json");
//   insert.bind(2, text);
//   insert.run();
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace umfi {

class Database;

// A prepared statement. Reading a cell of another type than asked for is damage of the file.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);

  void bind(int place, std::string_view text);
  void bind(int place, std::int64_t number);
  void bind(int place, std::span<const std::byte> bytes);
  // The next row, if there is one.
  bool step();
  // Runs it to its end, after which it can be bound and run again.
  void run();
  // Makes it ready to be bound and run again before it came to its end.
  void reset() { sqlite3_reset(statement_.get()); }

  // Whether the cell is of this type of SQLite's; whether the first cells are of these.
  bool is(int column, int type) const { return sqlite3_column_type(statement_.get(), column) == type; }
  bool holds(std::initializer_list<int> types) const;
  std::string text(int column);
  std::int64_t integer(int column);
  std::span<const std::byte> bytes(int column);

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  void require(int column, int type);

  Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
 public:
  enum class Access : std::uint8_t { read, write };

  // With write access the file is made where it is missing.
  Database(std::string path, Access access);

  const std::string& path() const { return path_; }
  sqlite3* handle() const { return handle_.get(); }
  void execute(const std::string& sql);
  // The number that a pragma gives.
  std::int64_t pragma(const std::string& name);
  // Throws unless the code means success.
  void check(int code);
  [[noreturn]] void damaged(std::string_view how) const;
  // Whether the open file is no longer the one at its path: it was deleted, or another took its place.
  bool has_moved() const;

 private:
  // Why the system refused the last thing it was asked for; 0 where it is not known.
  int system_error() const;

  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };

  std::string path_;
  Access access_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// Undoes what was done since, unless it is committed.
class Transaction {
 public:
  explicit Transaction(Database& database, const char* begin = "BEGIN") : database_(database) {
    database_.execute(begin);
  }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    database_.execute("COMMIT");
    is_open_ = false;
  }

 private:
  Database& database_;
  bool is_open_ = true;
};

}  // namespace umfi
