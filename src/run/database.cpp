#include "run/database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "umfi/error.hpp"

namespace umfi {
namespace {

// A run file of a gigantic study is some hundred megabytes in many small cells; a larger cell is damage.
constexpr int longest_cell = 64 << 20;

// Room is lacking: what to do, and that nothing is lost.
FileError no_room(const std::string& path, std::string_view reason, std::string_view remedy) {
  return FileError::cannot_write(
      path, fmt::format("{}; what was written before is safe: {} and give the same command again", reason, remedy));
}

FileError failure(const std::string& path, Database::Access access, int code, int system_error, const char* message) {
  const auto told = [&](std::string_view reason) {
    return access == Database::Access::read ? FileError::cannot_read(path, reason)
                                            : FileError::cannot_write(path, reason);
  };
  const std::string system = system_error != 0 ? std::strerror(system_error) : message;
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return FileError(
          fmt::format("{} is in use by another umfi; wait until it has ended, or choose another file", path));
    case SQLITE_NOTADB:
      return FileError(fmt::format("{} is not a run file of umfi: it is not an SQLite file at all", path));
    case SQLITE_CORRUPT: return FileError(fmt::format("{} is damaged: {}", path, message));
    case SQLITE_FULL: return no_room(path, "the disk is full", "make room");
    case SQLITE_READONLY: return told("it is read-only");
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_IOERR:
      if (system_error == EFBIG)
        return no_room(path, "it has reached the file size limit", "raise the limit (ulimit -f)");
      if (system_error == ENOENT && access == Database::Access::write)
        return told("its folder does not exist; make the folder first, or choose another");
      if (system_error == EDQUOT) return no_room(path, "the disk quota is used up", "make room");
      return told(system);
    case SQLITE_NOMEM: return told("there is not enough memory");
  }
  return told(message);  // SQLite has many codes, and says in words what they mean
}

}  // namespace

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  statement_.reset(statement);
  database.check(code);
}

void Statement::bind(int place, std::string_view text) {
  database_.check(
      sqlite3_bind_text64(statement_.get(), place, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind(int place, std::int64_t number) {
  database_.check(sqlite3_bind_int64(statement_.get(), place, number));
}

void Statement::bind(int place, std::span<const std::byte> bytes) {
  database_.check(sqlite3_bind_blob64(statement_.get(), place, bytes.data(), bytes.size(), SQLITE_TRANSIENT));
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.check(code);
  return code == SQLITE_ROW;
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

bool Statement::holds(std::initializer_list<int> types) const {
  int column = 0;
  return std::all_of(types.begin(), types.end(), [&](int type) { return is(column++, type); });
}

void Statement::require(int column, int type) {
  if (!is(column, type)) database_.damaged("a cell is not of its type");
}

std::string Statement::text(int column) {
  require(column, SQLITE_TEXT);
  const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::int64_t Statement::integer(int column) {
  require(column, SQLITE_INTEGER);
  return sqlite3_column_int64(statement_.get(), column);
}

std::span<const std::byte> Statement::bytes(int column) {
  require(column, SQLITE_BLOB);
  const auto* const bytes = static_cast<const std::byte*>(sqlite3_column_blob(statement_.get(), column));
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

Database::Database(std::string path, Access access) : path_(std::move(path)), access_(access) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored))
    throw access == Access::read ? FileError::cannot_read(path_, "it is a folder")
                                 : FileError::cannot_write(path_, "it is a folder");
  // Reading also asks for the right to write: what a process left half-written when it was killed is undone by the next
  // one that looks. SQLite does with less where that right is missing.
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | (access == Access::write ? SQLITE_OPEN_CREATE : 0);
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path_.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (handle == nullptr) throw std::bad_alloc();
  check(code);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest_cell);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  execute("PRAGMA cell_size_check = ON");
}

void Database::check(int code) {
  if (code == SQLITE_OK) return;
  const int extended = sqlite3_extended_errcode(handle_.get());
  throw failure(path_, access_, extended == SQLITE_OK ? code : extended, system_error(), sqlite3_errmsg(handle_.get()));
}

// SQLite forgets why a COMMIT failed, but its files do not.
int Database::system_error() const {
  if (const int error = sqlite3_system_errno(handle_.get()); error != 0) return error;
  int error = 0;
  for (const int which : {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER}) {
    sqlite3_file* file = nullptr;
    sqlite3_file_control(handle_.get(), nullptr, which, &file);
    const bool is_open = file != nullptr && file->pMethods != nullptr;
    if (error == 0 && is_open) file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
  }
  return error;
}

void Database::damaged(std::string_view how) const {
  throw FileError(fmt::format("{} is damaged: {}", path_, how));
}

bool Database::has_moved() const {
  int moved = 0;
  sqlite3_file_control(handle_.get(), nullptr, SQLITE_FCNTL_HAS_MOVED, &moved);
  return moved != 0;
}

void Database::execute(const std::string& sql) {
  check(sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

std::int64_t Database::pragma(const std::string& name) {
  Statement statement(*this, "PRAGMA " + name);
  if (!statement.step()) damaged("it does not say its " + name);
  return statement.integer(0);
}

Transaction::~Transaction() {
  if (is_open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace umfi
