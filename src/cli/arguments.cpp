#include <cerrno>
#include <cstdio>
#include <cstring>

#include "cli/verbs.hpp"

namespace umfi::cli {
namespace {

// "size" or "size=small<medium<large".
OrdinalColumn parse_ordinal(const std::string& text) {
  const std::size_t equals = text.find('=');
  OrdinalColumn column{.name = text.substr(0, equals), .levels = {}};
  if (equals == std::string::npos) return column;
  std::size_t begin = equals + 1;
  for (;;) {
    const std::size_t end = text.find('<', begin);
    column.levels.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return column;
    begin = end + 1;
  }
}

}  // namespace

void DataArguments::add_to(CLI::App& verb) {
  verb.add_option("data", path_, "CSV file (also .gz), or - for standard input")->required();
  verb.add_flag("--no-header", no_header_, "The first line is data; columns are called c1, c2, ...");
  verb.add_option("--categorical", categorical_, "Columns to treat as categories without an order")->delimiter(',');
  verb.add_option("--ordinal", ordinal_, "Columns with ordered levels, as c or c=low<mid<high")->delimiter(',');
}

Table DataArguments::read(const Context& context) const {
  CsvOptions options{.header = !no_header_, .categorical = categorical_, .ordinal = {}};
  for (const std::string& text : ordinal_) options.ordinal.push_back(parse_ordinal(text));
  return read_csv(path_, options, context);
}

void add_threads(CLI::App& verb, int& threads) {
  verb.add_option("--threads", threads, "Threads to use (default: the cores this process may use)")
      ->check(CLI::Range(1, 4096));
}

void add_format(CLI::App& verb, Format& format) {
  add_choice<Format>(verb, "--format", format, "Output: table, json or csv (default: table)",
                     {{"table", Format::table}, {"json", Format::json}, {"csv", Format::csv}});
}

void print_result(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw FileError::cannot_write("standard output", std::strerror(errno));
}

}  // namespace umfi::cli
