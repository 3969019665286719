// How long work talks to its caller: progress, cancelling, notes and the number of threads.
//
// The library never prints, exits or reads the environment; it calls what it finds here. Every hook may
// be empty. `progress` and `log` are called by one thread at a time; `cancelled` by several at once.
//
//   umfi::Context context;
//   context.threads = 2;
//   context.log = [](umfi::Severity, std::string_view sentence) { std::cerr << sentence << '\n'; };
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace umfi {

enum class Severity { note, warning };

struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;
};

struct Context {
  // Threads to use; 0 means as many as this process may use. Results do not depend on it.
  int threads = 0;
  // Called now and then while work goes on.
  std::function<void(const Progress&)> progress;
  // Asked often; the work stops with umfi::Interrupted soon after it says true.
  std::function<bool()> cancelled;
  // One sentence about the data or the result that the user should know.
  std::function<void(Severity, std::string_view)> log;

  void say(Severity severity, std::string_view sentence) const {
    if (log) log(severity, sentence);
  }
};

}  // namespace umfi
