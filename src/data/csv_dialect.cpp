#include "data/csv_dialect.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>

#include <fmt/format.h>

#include "data/csv_cells.hpp"
#include "data/csv_records.hpp"
#include "umfi/error.hpp"
#include "umfi/nearest_name.hpp"

namespace umfi {
namespace {

constexpr std::size_t sample_records = 100;

std::size_t count_fields(std::string_view record, char delimiter) {
  FieldReader fields(record, delimiter);
  std::string_view field;
  std::size_t count = 0;
  while (fields.next(field)) ++count;
  return count;
}

constexpr std::string_view separators = ",;\t";

// How many fields a separator would give. While it is not known which one separates, a quote opens behind any of
// them: in x,"a;b" the semicolon is protected although, by semicolons, no field begins at the quote.
std::size_t count_trial_fields(std::string_view record, char delimiter) {
  std::size_t count = 1;
  bool quoted = false;
  bool may_open = true;
  for (const char c : record) {
    if (quoted) {
      quoted = c != '"';
      may_open = !quoted;
      continue;
    }
    if (c == delimiter) ++count;
    quoted = c == '"' && may_open;
    may_open = separators.find(c) != std::string_view::npos;
  }
  return count;
}

struct Trial {
  std::size_t fields;  // of the first record
  bool agrees;         // the second record has as many
};

Trial try_delimiter(const CsvInput& input, char delimiter) {
  RecordReader reader(input);
  try {
    const auto records = reader.peek(delimiter, 2);
    const std::size_t fields = records.empty() ? 0 : count_trial_fields(records[0].text, delimiter);
    return {fields, records.size() < 2 || count_trial_fields(records[1].text, delimiter) == fields};
  } catch (const CsvError&) {
    return {0, false};  // a wrong separator can make quotes look unbalanced; the right one will tell
  }
}

// The separator that cuts the first two records into the same, largest number of fields; failing that, the
// one that cuts the first record into most.
char find_delimiter(const CsvInput& input) {
  char best = ',';
  std::size_t best_fields = 1;
  bool best_agrees = false;
  for (const char delimiter : separators) {
    const auto [fields, agrees] = try_delimiter(input, delimiter);
    if (fields > 1 && (agrees > best_agrees || (agrees == best_agrees && fields > best_fields))) {
      best = delimiter;
      best_fields = fields;
      best_agrees = agrees;
    }
  }
  return best;
}

std::vector<std::string> header_names(const CsvRecord& header, char delimiter, const CsvInput& input) {
  std::vector<std::string> names;
  FieldReader fields(header.text, delimiter);
  std::string_view field;
  while (fields.next(field)) {
    bool well_formed = true;
    names.push_back(field_text(field, well_formed));
    if (!well_formed) throw CsvError::stray_quote(input.name, header.line, names.back());
  }
  return names;
}

void check_names(const std::vector<std::string>& names, const CsvInput& input) {
  const bool all_numbers = std::all_of(names.begin(), names.end(), [](const std::string& name) {
    double value = 0;
    return parse_number(name, value);
  });
  if (all_numbers) throw CsvError::headerless(input.name, names.front());
  std::unordered_map<std::string, std::size_t> seen;
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (names[c].empty()) throw CsvError::empty_name(input.name, c + 1);
    const auto [entry, is_new] = seen.emplace(names[c], c + 1);
    if (!is_new) throw CsvError::duplicate_name(input.name, names[c], entry->second, c + 1);
  }
}

// Columns with a label in the sample; a record with too few or too many fields is left for the reader to refuse.
std::vector<std::size_t> find_text_columns(std::span<const CsvRecord> records, const CsvDialect& dialect) {
  std::vector<bool> is_text(dialect.names.size(), false);
  for (const CsvRecord& record : records) {
    FieldReader fields(record.text, dialect.delimiter);
    std::string_view field;
    for (std::size_t c = 0; c < is_text.size() && fields.next(field); ++c) {
      bool well_formed = true;
      const std::string text = field_text(field, well_formed);
      double value = 0;
      if (!is_missing_token(text) && !parse_number(text, value)) is_text[c] = true;
    }
  }
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < is_text.size(); ++c)
    if (is_text[c]) columns.push_back(c);
  return columns;
}

}  // namespace

std::size_t CsvDialect::index_of(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw UsageError::unknown_column(name, nearest_name(name, known));
}

CsvDialect find_dialect(const CsvInput& input, bool has_header) {
  CsvDialect dialect;
  dialect.delimiter = find_delimiter(input);
  RecordReader reader(input);
  const auto sample = reader.peek(dialect.delimiter, sample_records);
  if (sample.empty()) throw CsvError::empty(input.name);
  std::span<const CsvRecord> records(sample);
  if (has_header) {
    dialect.names = header_names(records[0], dialect.delimiter, input);
    check_names(dialect.names, input);
    records = records.subspan(1);
  } else {
    const std::size_t fields = count_fields(records[0].text, dialect.delimiter);
    for (std::size_t c = 1; c <= fields; ++c) dialect.names.push_back(fmt::format("c{}", c));
  }
  dialect.text_columns = find_text_columns(records, dialect);
  return dialect;
}

}  // namespace umfi
