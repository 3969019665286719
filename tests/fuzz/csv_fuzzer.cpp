// Any bytes must give a table or an umfi::Error, whatever the options; and a table that was written must read back.
//
// The first byte of an input chooses the options, the rest is the file.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "umfi/csv.hpp"
#include "umfi/describe.hpp"
#include "umfi/error.hpp"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

std::optional<umfi::Table> parse(std::string_view text, const umfi::CsvOptions& options, int threads) {
  umfi::Context context;
  context.threads = threads;
  try {
    return umfi::parse_csv(text, "input", options, context);
  } catch (const umfi::Error&) {
    return std::nullopt;
  }
}

bool same_cell(double a, double b) {
  return (a != a && b != b) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void require_same(const umfi::Table& a, const umfi::Table& b) {
  require(a.size() == b.size() && a.rows() == b.rows(), "same shape");
  for (std::size_t c = 0; c < a.size(); ++c) {
    require(a[c].name() == b[c].name(), "same names");
    require(a[c].kind() == b[c].kind(), "same kinds");
    require(std::vector(a[c].levels().begin(), a[c].levels().end()) ==
                std::vector(b[c].levels().begin(), b[c].levels().end()),
            "same levels");
    for (std::size_t row = 0; row < a.rows(); ++row)
      require(same_cell(a[c].values()[row], b[c].values()[row]), "same cells");
  }
}

void require_sound(const umfi::Table& table) {
  for (std::size_t c = 0; c < table.size(); ++c) {
    require(table[c].size() == table.rows() && table.rows() > 0, "every column has every row");
    require(!table[c].name().empty(), "every column has a name");
    require(table.index_of(table[c].name()) == c, "every name finds its column");
    for (std::size_t row = 0; row < table.rows(); ++row) table[c].text(row);  // every code has its level
  }
  require(umfi::describe(table).columns.size() == table.size(), "every column is described");
}

// What tells the reader the kinds it cannot infer, and that the first line holds names.
umfi::CsvOptions kinds_of(const umfi::Table& table) {
  umfi::CsvOptions options{.header = true};
  for (std::size_t c = 0; c < table.size(); ++c) {
    const umfi::Column& column = table[c];
    if (column.kind() == umfi::Kind::ordinal) {
      options.ordinal.push_back({column.name(), {column.levels().begin(), column.levels().end()}});
    } else if (column.kind() == umfi::Kind::categorical || !column.levels().empty()) {
      options.categorical.push_back(column.name());
    } else {
      options.numeric.push_back(column.name());
    }
  }
  return options;
}

void require_round_trip(const umfi::Table& table) {
  if (table.size() == 0) return;  // everything was left out
  std::ostringstream out;
  umfi::write_csv(out, table);
  const std::string text = out.str();
  const auto again = parse(text, kinds_of(table), 1);
  require(again.has_value(), "what was written can be read");
  require_same(table, *again);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned choice = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  umfi::CsvOptions options;
  if (choice & 1U) options.header = (choice & 16U) == 0;
  const auto plain = parse(text, options, 1);
  if (plain) {
    require_sound(*plain);
    require_round_trip(*plain);
    if (choice & 2U) require_same(*plain, *parse(text, options, 2));
  }
  // Overrides name a column of the plain table, or one that may not be there.
  const std::string column = plain && plain->size() > 0 ? (*plain)[(choice >> 4) % plain->size()].name() : "c1";
  if (choice & 4U) options.categorical = {column};
  if (choice & 8U) options.ordinal = {{.name = column, .levels = {}}};
  if (!(choice & 12U)) return 0;
  if (const auto asked = parse(text, options, 1)) {
    require_sound(*asked);
    require_round_trip(*asked);
  }
  return 0;
}
