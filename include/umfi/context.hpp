// How long work talks to its caller: progress, cancelling, notes and the number of threads.
//
// The library never prints, exits or reads the environment; it calls what it finds here. Every hook may
// be empty. `progress` and `log` are called by one thread at a time; `cancelled` and `out_of_time` by several at once.
//
//   umfi::Context context;
//   context.threads = 2;
//   context.log = [](umfi::Severity, std::string_view sentence) { std::cerr << sentence << '\n'; };
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "umfi/option.hpp"
#include "umfi/remark.hpp"

namespace umfi {

enum class Severity { note, warning };

class ItemStore;
struct Parts;
struct RankResult;

struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;
  std::size_t found = 0;       // how much of what is done was there before (see Context::store)
  std::string_view part = {};  // which part of the work this is, where it has several; else empty
};

struct Context {
  // Threads to use, at most four for each core; 0 means as many as this process may use. Results do not depend on it.
  int threads = 0;
  // Called now and then during work.
  std::function<void(const Progress&)> progress;
  // Asked often; the work stops with umfi::Interrupted soon after it says true.
  std::function<bool()> cancelled;
  // Asked often; soon after it says true the work ends with the result of what is finished, or with umfi::OutOfTime.
  std::function<bool()> out_of_time;
  // Where finished work is kept and looked for (umfi/item_store.hpp). Null: in memory, until the end.
  ItemStore* store = nullptr;
  // One sentence about the data or the result that the user should know.
  std::function<void(Severity, std::string_view)> log;

  // Called during a ranking with the result of what is finished: at first a first look where the first repeat takes long.
  std::function<void(const RankResult&)> interim;
  // Called once before work begins, with what the user should know about columns. Empty: each is said as a sentence.
  std::function<void(const std::vector<ColumnRemark>&)> remarks;

  // The parts that a study may be put together from (umfi/parts.hpp). Null: those that come with umfi.
  const Parts* parts = nullptr;
  // How options are called in these sentences. Empty: by their ids.
  OptionSpelling spelling = {};

  void say(Severity severity, std::string_view sentence) const {
    if (log) log(severity, spelled(sentence, spelling));
  }
  void tell(const std::vector<ColumnRemark>& about_columns) const {
    if (about_columns.empty()) return;
    if (remarks) return remarks(about_columns);
    for (const ColumnRemark& remark : about_columns) say(Severity::warning, sentence_of(remark));
  }
};

}  // namespace umfi
