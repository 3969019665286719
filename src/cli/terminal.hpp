// The program's side of a terminal: colours, width, progress bar, notes and Ctrl-C.
//
// Results go to standard output and nothing else does; everything said on the way goes to standard error.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

#include "umfi/umfi.hpp"

namespace umfi::cli {

// Colours only on a terminal, and never with NO_COLOR set.
TextStyle output_style();

// A context whose progress bar, notes and cancelling are the terminal's. Ctrl-C cancels; a second one kills.
class Terminal {
 public:
  explicit Terminal(int threads);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  const Context& context() const { return context_; }

 private:
  void show_progress(const Progress& progress);
  void say(Severity severity, std::string_view sentence);
  void clear_line();

  Context context_;
  bool is_terminal_;
  bool has_bar_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::size_t last_done_ = 0;
  std::chrono::steady_clock::time_point last_shown_{};
};

}  // namespace umfi::cli
