#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "cli/option_flags.hpp"

namespace umfi::cli {
namespace {

std::atomic<bool> interrupted{false};

// Seconds from which on work is announced to take long.
constexpr double long_work = 60;

extern "C" void on_interrupt(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);  // a second Ctrl-C ends the program at once
}

// What the terminal says, else what the environment says.
int terminal_width(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* const columns = std::getenv("COLUMNS");
  const int width = columns == nullptr ? 0 : std::atoi(columns);
  return width > 0 ? width : 80;
}

bool wants_colour(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(descriptor) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

std::string duration(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

// Names may have thousands of characters, of which the first and the last tell enough.
std::string with_short_words(std::string_view sentence) {
  constexpr std::size_t longest = 400;
  constexpr std::size_t kept = 60;
  std::string text;
  while (!sentence.empty()) {
    const std::size_t end = std::min(sentence.find(' '), sentence.size());
    const std::string_view word = sentence.substr(0, end);
    if (word.size() <= longest)
      text += word;
    else
      text.append(head_of(word, kept)).append("…").append(word.substr(word.size() - kept));
    sentence.remove_prefix(end);
    const std::size_t next = std::min(sentence.find_first_not_of(' '), sentence.size());
    text += sentence.substr(0, next);
    sentence.remove_prefix(next);
  }
  return text;
}

}  // namespace

TextStyle output_style() {
  return {.colour = wants_colour(STDOUT_FILENO), .width = terminal_width(STDOUT_FILENO)};
}

void print_sentence(std::string_view label, std::string_view sentence) {
  std::string text =
      fmt::format("umfi: {}{}{}", label, label.empty() ? "" : ": ", printable(with_short_words(sentence)));
  constexpr std::size_t indent = 6;  // below the text after "umfi: "
  text = isatty(STDERR_FILENO) != 0 ? wrapped(text, static_cast<std::size_t>(terminal_width(STDERR_FILENO)), indent)
                                    : text + "\n";
  if (!label.empty() && wants_colour(STDERR_FILENO))
    text.replace(indent, label.size(), fmt::format("\x1b[33m{}\x1b[0m", label));
  std::fputs(text.c_str(), stderr);
}

Terminal::Terminal(int threads) : is_terminal_(isatty(STDERR_FILENO) != 0) {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  context_.threads = threads;
  context_.spelling = spell_option;
  context_.cancelled = [] { return interrupted.load(); };
  context_.log = [this](Severity severity, std::string_view sentence) { say(severity, sentence); };
  context_.remarks = [this](const std::vector<ColumnRemark>& remarks) { say_remarks(remarks); };
  context_.progress = [this](const Progress& progress) { follow(progress); };
}

// Where there is no final result, because of Ctrl-C or an error, the last interim one stays on the screen.
Terminal::~Terminal() {
  clear_bar();
}

void Terminal::clear_bar() {
  if (has_bar_) std::fputs("\r\x1b[K", stderr);
  has_bar_ = false;
}

void Terminal::clear() {
  clear_bar();
  if (drawn_lines_ > 0) fmt::print(stderr, "\x1b[{}A\x1b[J", drawn_lines_);
  drawn_lines_ = 0;
}

void Terminal::show_interim_results() {
  if (is_terminal_ && isatty(STDOUT_FILENO) != 0) context_.interim = [this](const RankResult& result) { draw(result); };
}

// Over what was drawn before, as much as the terminal has lines for. The bar has the line below.
void Terminal::draw(const RankResult& result) {
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 4;
  const std::size_t most = is_known ? static_cast<std::size_t>(size.ws_row) - 3 : 20;
  TextStyle style{
      .colour = wants_colour(STDERR_FILENO), .width = terminal_width(STDERR_FILENO), .spelling = spell_option};
  const std::string text = render(result, Format::table, style);
  std::size_t end = 0;
  std::size_t lines = 0;
  while (lines < most && end < text.size()) {
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
    ++lines;
  }
  clear();
  std::fputs(text.substr(0, end).c_str(), stderr);
  std::fflush(stderr);
  drawn_lines_ = lines;
}

void Terminal::say(Severity severity, std::string_view sentence) {
  clear();
  print_sentence(severity == Severity::warning ? "warning" : "note", sentence);
}

void Terminal::say_remarks(const std::vector<ColumnRemark>& remarks) {
  constexpr std::size_t most = 8;
  clear();
  const TextStyle style{.width = terminal_width(STDERR_FILENO), .spelling = spell_option};
  fmt::print(stderr, "umfi: {}", render_remarks(remarks, style, most));
}

// Work that was there before says nothing about the time that the rest takes.
void Terminal::follow(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (progress.done < last_done_ || progress.part != part_) start_ = now;  // the next of several jobs
  last_done_ = progress.done;
  part_ = progress.part;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (elapsed < 2 || progress.done <= progress.found) return;
  const double rate = static_cast<double>(progress.done - progress.found) / elapsed;
  const double left = static_cast<double>(progress.total - progress.done) / rate;
  warn_if_long(left);
  if (is_terminal_) show_bar(static_cast<double>(progress.done) / static_cast<double>(progress.total), left);
}

// Once, as soon as the first items show it.
void Terminal::warn_if_long(double left) {
  if (has_told_time_ || left < long_work) return;
  has_told_time_ = true;
  const std::string part = part_.empty() ? "" : fmt::format(" for {} alone", part_);
  say(Severity::note,
      fmt::format("this will take about {}{}{}{}", duration(left), part, hint_.empty() ? "" : "; ", hint_));
}

// At most ten times a second.
void Terminal::show_bar(double share, double left) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_shown_ < std::chrono::milliseconds(100)) return;
  last_shown_ = now;
  const auto full = static_cast<std::size_t>(share * 30);
  std::string bar;
  for (std::size_t i = 0; i < 30; ++i) bar += i < full ? "█" : "░";
  fmt::print(stderr, "\r{} {:3.0f} %  {} left\x1b[K", bar, 100 * share, duration(left));
  std::fflush(stderr);
  has_bar_ = true;
}

}  // namespace umfi::cli
