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

}  // namespace

// The open file. Items are handed over by the threads that finish them and written by a thread of its own, so that
// nobody waits for the disk.
class RunFile::Writer {
 public:
  explicit Writer(const std::string& path)
      : was_there_(std::filesystem::exists(path)), database_(path, Database::Access::write) {
    // One process at a time: the lock is held until the file is closed, however that comes about. A rollback journal
    // that is flushed before and after every change survives the loss of power at any moment.
    database_.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL");
    Transaction lock(database_, "BEGIN EXCLUSIVE");
    if (!is_blank(database_)) {
      check_format(database_);
      state_ = read_state(database_);
      record_ = state_.record;
      read_items(database_, items_);
    }
    lock.commit();
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  ~Writer() {
    stop();
    if (!was_there_ && !record_) std::filesystem::remove(path());
  }

  const std::string& path() const { return database_.path(); }
  const std::optional<StudyRecord>& record() const { return record_; }
  const ItemMemory& items() const { return items_; }
  void remember(StudyOption option) { remembered_.push_back(std::move(option)); }

  StudyRecord begin(const StudyRecord& asked) {
    if (record_) check_version(state_, path());
    const StudyRecord merged = record_ ? merge_records(*record_, asked, path()) : asked;
    state_.record = merged;
    for (const StudyOption& option : remembered_) {
      std::erase_if(state_.record.options, [&](const StudyOption& other) { return other.name == option.name; });
      state_.record.options.push_back(option);
    }
    state_.version = version;
    Transaction transaction(database_);
    if (!record_) create_tables(database_);
    write_state(database_, state_);
    transaction.commit();
    record_ = state_.record;
    thread_ = std::thread([this] { write_until_stopped(); });
    return merged;
  }

  void keep(const ItemKey& key, std::span<const double> values) {
    if (has_failed_) throw FileError(failure_);
    items_.keep(key, values);
    const std::lock_guard lock(mutex_);
    waiting_.push_back({std::string(key.stage), key.repeat, key.place, {values.begin(), values.end()}});
  }

  void finish(const std::string& summary) {
    stop();
    if (has_failed_) throw FileError(failure_);
    Transaction transaction(database_);
    write_summary(database_, summary);
    transaction.commit();
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
      if (!items.empty()) write(items);
      lock.lock();
      if (is_last) return;
    }
  }

  // What goes wrong here is told by the next call from outside.
  void write(const std::vector<KeptItem>& items) {
    try {
      Transaction transaction(database_);
      write_items(database_, items);
      const auto spent = std::chrono::steady_clock::now() - opened_;
      write_milliseconds(database_,
                         state_.milliseconds + std::chrono::duration_cast<std::chrono::milliseconds>(spent).count());
      transaction.commit();
    } catch (const std::exception& error) {
      failure_ = error.what();
      has_failed_ = true;
    }
  }

  bool was_there_;
  Database database_;
  RunState state_;
  std::optional<StudyRecord> record_;
  std::vector<StudyOption> remembered_;
  ItemMemory items_;
  std::chrono::steady_clock::time_point opened_ = std::chrono::steady_clock::now();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<KeptItem> waiting_;
  bool is_stopped_ = false;
  std::string failure_;  // set before has_failed_, and then left alone
  std::atomic<bool> has_failed_{false};
  std::thread thread_;
};

RunFile::RunFile(const std::string& path) : writer_(std::make_unique<Writer>(path)) {}
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

StoredRun read_run_file(const std::string& path) {
  Database database(path, Database::Access::read);
  Transaction transaction(database);
  if (is_blank(database)) throw FileError(fmt::format("{} is empty: the study that was to fill it never began", path));
  check_format(database);
  const RunState state = read_state(database);
  auto items = std::make_shared<ItemMemory>();
  read_items(database, *items);
  return {.record = state.record,
          .items = std::move(items),
          .version = state.version,
          .seconds = static_cast<double>(state.milliseconds) / 1000};
}

}  // namespace umfi
