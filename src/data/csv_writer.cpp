#include <ostream>

#include "data/foreign_format.hpp"
#include "umfi/csv.hpp"

namespace umfi {
namespace {

// Quoted only where it must be: separators, quotes, line ends, blanks at the rim, or what may be a byte-order mark.
std::string quoted(const std::string& text, bool is_forced = false) {
  const bool plain = !is_forced && text.find_first_of(",;\t\"\r\n") == std::string::npos &&
                     (text.empty() || (text.front() != ' ' && text.back() != ' ' && text.front() != '\xEF'));
  if (plain) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

}  // namespace

void write_csv(std::ostream& out, const Table& table) {
  std::string line;
  for (std::size_t c = 0; c < table.size(); ++c) {
    if (c > 0) line += ',';
    line += quoted(table[c].name(), c == 0 && begins_as_foreign(table[c].name()));
  }
  out << line << '\n';
  for (std::size_t row = 0; row < table.rows(); ++row) {
    line.clear();
    for (std::size_t c = 0; c < table.size(); ++c) {
      const std::string cell = table[c].text(row);
      if (c > 0) line += ',';
      line += cell.empty() ? "NA" : quoted(cell);
    }
    line += '\n';
    out << line;
  }
}

}  // namespace umfi
