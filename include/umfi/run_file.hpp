// A study in a file: its options, facts about the data (not the data), and every item that is finished. The
// file is an SQLite database; docs/run-files.md describes its tables.
//
//   umfi::RunFile file("study.umfi", context);
//   context.store = &file;
//   umfi::RankResult result = umfi::rank_features(table, {.target = "y"}, context);  // resumes where it was stopped
//   file.finish(umfi::render(result, umfi::Format::json));
//
// Finished items reach the disk a few times a second, whole or not at all: whatever happens to the process or the
// machine, the file is sound and holds all but the last instant. Every record has a checksum: one that was damaged
// later is left out, said in a warning of the context, and computed again when the study is resumed.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "umfi/context.hpp"
#include "umfi/item_store.hpp"

namespace umfi {

class RunFile final : public ItemStore {
 public:
  // Opens the file, or makes a new one, for this process alone. Throws FileError where it cannot be written, is in use
  // or is not a run file. A file that was made and in which no study began disappears again.
  //
  // Where the file is deleted while it is in use, it is written again; where another file takes its place, that file is
  // left alone, and keep() or finish() throws FileError. The context is told of damage and of deletion.
  explicit RunFile(const std::string& path, const Context& context = {});
  ~RunFile() override;
  RunFile(const RunFile&) = delete;
  RunFile& operator=(const RunFile&) = delete;

  const std::string& path() const;
  // The study it holds, if any.
  const std::optional<StudyRecord>& record() const;
  // To be called before the study begins: what belongs to the study but is not an option of it, such as how the data are
  // read. Kept among the options, never compared.
  void remember(StudyOption option);

  StudyRecord begin(const StudyRecord& asked) override;
  std::optional<std::vector<double>> find(const ItemKey& key) const override;
  // Throws FileError where earlier items could not be written.
  void keep(const ItemKey& key, std::span<const double> values) override;
  // Writes what is not written yet, with a summary for those who look at the file with other programs.
  void finish(const std::string& summary);

 private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

// Records of finished work that a file held and that cannot be used any more.
struct Damage {
  std::size_t lost = 0;
  std::size_t of = 0;  // how many were written

  // "3 of 40 records of study.umfi are damaged and were left out"
  std::string sentence(const std::string& path) const;
};

// What a run file holds, for looking at it.
struct StoredRun {
  StudyRecord record;
  std::shared_ptr<const ItemStore> items;
  std::string version;  // of the umfi that made it
  double seconds = 0;   // spent on it so far
  Damage damage;        // what `items` lacks of what was written
};

// Throws FileError where the file cannot be read, is in use or is not a run file, and where it is damaged but for
// single records.
StoredRun read_run_file(const std::string& path);

}  // namespace umfi
