// The program's side of a terminal: colours, width, progress bar, notes and Ctrl-C.
//
// Results go to standard output and nothing else does; everything said on the way goes to standard error.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "umfi/report.hpp"
#include "umfi/umfi.hpp"

namespace umfi::cli {

// Colours only on a terminal, and never with NO_COLOR set. As wide as the terminal; where there is none, as COLUMNS
// says, else 80 columns.
TextStyle output_style();

// A sentence on standard error, "umfi: warning: ...": wrapped on a terminal, one line for programs. Whatever would
// steer a terminal is made visible.
void print_sentence(std::string_view label, std::string_view sentence);

// A context whose progress bar, notes and cancelling are the terminal's. Ctrl-C cancels; a second one kills.
class Terminal {
 public:
  explicit Terminal(int threads);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  const Context& context() const { return context_; }
  // Makes room for a result: the progress bar and interim results go.
  void clear();
  // Shows rankings while they are refined, where there is a terminal to show them on.
  void show_interim_results();
  // What is said besides where work will take long.
  void hint_for_long_work(std::string hint) { hint_ = std::move(hint); }

 private:
  void follow(const Progress& progress);
  void warn_if_long(double left);
  void show_bar(double share, double left);
  void say(Severity severity, std::string_view sentence);
  void say_remarks(const std::vector<ColumnRemark>& remarks);
  void draw(const RankResult& result);
  void clear_bar();

  Context context_;
  bool is_terminal_;
  bool has_bar_ = false;
  std::size_t drawn_lines_ = 0;  // of an interim result
  bool has_told_time_ = false;
  std::string hint_;
  std::string part_;  // of the work that is under way
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::size_t last_done_ = 0;
  std::chrono::steady_clock::time_point last_shown_{};
};

}  // namespace umfi::cli
