#include "umfi/run_file.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>
#include <utility>

#include "run/database.hpp"
#include "run/record_check.hpp"
#include "run/schema.hpp"
#include "run/item_memory.hpp"
#include "umfi/error.hpp"
#include "umfi/version.hpp"

namespace umfi {
namespace {

// How often finished items are written: a crash loses no more than this, and writing takes no time that counts.
constexpr std::chrono::milliseconds between_writes{250};

void check_version(const RunState& state, const std::string& path) {
  if (state.version != version)
    throw UsageError(
        fmt::format("{} was made by umfi {}, and this is umfi {}, whose results may differ; resume with that "
                    "version, or choose another file",
                    path, state.version, version));
}

// For this process alone: the lock is held until the file is closed, however that comes about. A rollback journal that
// is flushed before and after every change survives the loss of power at any moment.
std::unique_ptr<Database> open_alone(const std::string& path) {
  const bool was_there = std::filesystem::exists(path);
  auto database = std::make_unique<Database>(path, Database::Access::write);
  database->execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL");
  try {
    Transaction(*database, "BEGIN EXCLUSIVE").commit();
  } catch (const FileError&) {
    // There is no room even for a first page; unless another process was faster, whose file it is then.
    if (!was_there && sqlite3_errcode(database->handle()) != SQLITE_BUSY) std::filesystem::remove(path);
    throw;
  }
  return database;
}

FileError replaced(const std::string& path) {
  return FileError(fmt::format(
      "another file has taken the place of {} while the study was running; that file was left as it is: move "
      "it away and give the same command again",
      path));
}

}  // namespace

// The open file. Items are handed over by the threads that finish them and written by a thread of its own, so that
// nobody waits for the disk.
class RunFile::Writer {
 public:
  Writer(const std::string& path, Context context)
      : path_(path),
        context_(std::move(context)),
        was_there_(std::filesystem::exists(path)),
        database_(open_alone(path)) {
    Transaction transaction(*database_);
    if (!is_blank(*database_)) {
      check_format(*database_);
      state_ = read_state(*database_);
      record_ = state_.record;
      const FoundItems found = read_items(*database_, items_);
      const Damage damage{count_lost(state_.progress.items, found), state_.progress.items.items};
      if (damage.lost > 0)
        context_.say(Severity::warning, fmt::format("{}; what is lost is computed again", damage.sentence(path_)));
      is_table_sound_ = damage.lost == 0 && found.is_in_order;
    }
    transaction.commit();
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  ~Writer() {
    stop();
    if (has_failed_ && !is_failure_told_) context_.say(Severity::warning, failure_);
    tell_rewriting();
    if (!was_there_ && !record_ && database_ && !database_->has_moved()) std::filesystem::remove(path_);
  }

  const std::string& path() const { return path_; }
  const std::optional<StudyRecord>& record() const { return record_; }
  const ItemMemory& items() const { return items_; }
  void remember(StudyOption option) { remembered_.push_back(std::move(option)); }

  StudyRecord begin(const StudyRecord& asked) {
    if (record_) check_version(state_, path_);
    const StudyRecord merged = record_ ? merge_records(*record_, asked, path_) : asked;
    return_to_place();
    state_.record = merged;
    for (const StudyOption& option : remembered_) {
      std::erase_if(state_.record.options, [&](const StudyOption& other) { return other.name == option.name; });
      state_.record.options.push_back(option);
    }
    state_.version = version;
    digest_ = digest_of(state_);
    Transaction transaction(*database_);
    if (!record_) create_tables(*database_);
    // Broken records would stay where no new ones take their places.
    if (!is_table_sound_) state_.progress.items = rewrite_items(*database_, items_.all());
    write_state(*database_, state_);
    transaction.commit();
    record_ = state_.record;
    thread_ = std::thread([this] { write_until_stopped(); });
    return merged;
  }

  void keep(const ItemKey& key, std::span<const double> values) {
    if (has_failed_) tell_failure();
    items_.keep(key, values);
    const std::lock_guard lock(mutex_);
    waiting_.push_back({std::string(key.stage), key.repeat, key.place, {values.begin(), values.end()}});
  }

  void finish(const std::string& summary) {
    stop();
    if (has_failed_) tell_failure();
    return_to_place();
    Transaction transaction(*database_);
    write_summary(*database_, summary);
    transaction.commit();
    tell_rewriting();
  }

 private:
  // Writes what is left and ends the thread.
  void stop() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      is_stopped_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

  void write_until_stopped() {
    std::unique_lock lock(mutex_);
    while (!has_failed_) {
      const bool is_last = wake_.wait_for(lock, between_writes, [&] { return is_stopped_; });
      std::vector<KeptItem> items = std::exchange(waiting_, {});
      lock.unlock();
      if (!items.empty() || database_->has_moved()) write(items);
      lock.lock();
      if (is_last) return;
    }
  }

  // What goes wrong here is told by the next call from outside.
  void write(const std::vector<KeptItem>& items) {
    try {
      return_to_place();
      RunProgress progress = progress_now();
      Transaction transaction(*database_);
      write_items(*database_, items, progress.items);
      write_progress(*database_, progress, digest_);
      transaction.commit();
      state_.progress.items = progress.items;
    } catch (const std::exception& error) {
      failure_ = error.what();
      has_failed_ = true;
    }
  }

  // A file that was deleted is written again: all that it held is in memory. SQLite itself would write on into a file
  // that nobody can open any more.
  void return_to_place() {
    if (database_ && !database_->has_moved()) return;
    if (std::filesystem::exists(path_)) {
      leave_journal();
      throw replaced(path_);
    }
    database_.reset();  // first, as it removes its journal by name
    auto database = open_alone(path_);
    if (!is_blank(*database)) throw replaced(path_);
    if (record_) write_all(*database);
    database_ = std::move(database);
  }

  // Closing the file would remove the journal of its name, which may be that of another umfi by now.
  void leave_journal() {
    if (database_) database_->execute("PRAGMA journal_mode = PERSIST");
  }

  void write_all(Database& database) {
    RunState state = state_;
    state.progress = progress_now();
    Transaction transaction(database);
    create_tables(database);
    state.progress.items = rewrite_items(database, items_.all());
    write_state(database, state);
    transaction.commit();
    state_.progress.items = state.progress.items;
    was_rewritten_ = true;
  }

  RunProgress progress_now() const {
    const auto spent = std::chrono::steady_clock::now() - opened_;
    return {state_.progress.milliseconds + std::chrono::duration_cast<std::chrono::milliseconds>(spent).count(),
            state_.progress.items};
  }

  [[noreturn]] void tell_failure() {
    is_failure_told_ = true;
    throw FileError(failure_);
  }

  void tell_rewriting() {
    if (std::exchange(was_rewritten_, false))
      context_.say(
          Severity::warning,
          fmt::format("{} was deleted while the study was running; it was written again, and is whole", path_));
  }

  std::string path_;
  Context context_;
  bool was_there_;
  std::unique_ptr<Database> database_;  // null where it was deleted and could not be made again
  RunState state_;                      // its time is that before this run
  Digest digest_;                       // of the state that was written
  std::optional<StudyRecord> record_;
  bool is_table_sound_ = true;  // of items
  std::vector<StudyOption> remembered_;
  ItemMemory items_;
  bool was_rewritten_ = false;  // and nobody was told yet
  std::chrono::steady_clock::time_point opened_ = std::chrono::steady_clock::now();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<KeptItem> waiting_;
  bool is_stopped_ = false;
  std::string failure_;  // set before has_failed_, and then left alone
  std::atomic<bool> has_failed_{false};
  std::atomic<bool> is_failure_told_{false};
  std::thread thread_;
};

RunFile::RunFile(const std::string& path, const Context& context) : writer_(std::make_unique<Writer>(path, context)) {}
RunFile::~RunFile() = default;

const std::string& RunFile::path() const {
  return writer_->path();
}

const std::optional<StudyRecord>& RunFile::record() const {
  return writer_->record();
}

void RunFile::remember(StudyOption option) {
  writer_->remember(std::move(option));
}

StudyRecord RunFile::begin(const StudyRecord& asked) {
  return writer_->begin(asked);
}

std::optional<std::vector<double>> RunFile::find(const ItemKey& key) const {
  return writer_->items().find(key);
}

void RunFile::keep(const ItemKey& key, std::span<const double> values) {
  writer_->keep(key, values);
}

void RunFile::finish(const std::string& summary) {
  writer_->finish(summary);
}

std::string Damage::sentence(const std::string& path) const {
  const bool is_one = lost == 1;
  return fmt::format("{} of {} records of {} {} damaged and {} left out", lost, of, path, is_one ? "is" : "are",
                     is_one ? "was" : "were");
}

StoredRun read_run_file(const std::string& path) {
  Database database(path, Database::Access::read);
  Transaction transaction(database);
  if (is_blank(database)) throw FileError(fmt::format("{} is empty: the study that was to fill it never began", path));
  check_format(database);
  const RunState state = read_state(database);
  auto items = std::make_shared<ItemMemory>();
  const FoundItems found = read_items(database, *items);
  return {.record = state.record,
          .items = std::move(items),
          .version = state.version,
          .seconds = static_cast<double>(state.progress.milliseconds) / 1000,
          .damage = {count_lost(state.progress.items, found), state.progress.items.items}};
}

}  // namespace umfi
