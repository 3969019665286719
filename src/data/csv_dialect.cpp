#include "data/csv_dialect.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>

#include <fmt/format.h>

#include "data/csv_header.hpp"
#include "data/csv_records.hpp"
#include "umfi/error.hpp"
#include "umfi/nearest_name.hpp"

namespace umfi {
namespace {

constexpr std::size_t sample_records = 100;

std::vector<std::string> fields_of(const CsvRecord& record, char delimiter, const CsvInput& input) {
  std::vector<std::string> fields;
  FieldReader reader(record.text, delimiter);
  std::string_view field;
  while (reader.next(field)) {
    bool well_formed = true;
    fields.push_back(field_text(field, well_formed));
    if (!well_formed) throw CsvError::stray_quote(input.name, record.line, fields.back());
  }
  return fields;
}

std::size_t count_fields(std::string_view record, char delimiter) {
  FieldReader fields(record, delimiter);
  std::string_view field;
  std::size_t count = 0;
  while (fields.next(field)) ++count;
  return count;
}

constexpr std::string_view separators = ",;\t|";

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

// Blanks part fields where they give every one of the first records as many fields as the header, and more than one.
bool is_parted_by_blanks(const CsvInput& input) {
  RecordReader reader(input);
  try {
    const auto records = reader.peek(' ', sample_records);
    if (records.size() < 2) return false;
    const std::size_t fields = count_fields(records[0].text, ' ');
    return fields > 1 && std::all_of(records.begin(), records.end(), [&](const CsvRecord& record) {
             return trim(record.text).empty() || count_fields(record.text, ' ') == fields;
           });
  } catch (const CsvError&) {
    return false;
  }
}

// The separator that cuts the first two records into the same, largest number of fields; failing that, blanks; failing
// that, the one that cuts the first record into most.
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
  return !best_agrees && is_parted_by_blanks(input) ? ' ' : best;
}

char named_delimiter(const std::string& name) {
  static const std::unordered_map<std::string, char> names{{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'},
                                                           {"\\t", '\t'},  {"pipe", '|'},      {"space", ' '}};
  if (const auto found = names.find(name); found != names.end()) return found->second;
  constexpr std::string_view not_allowed = "\"\r\n.+-";
  const bool is_allowed = name.size() == 1 && not_allowed.find(name.front()) == std::string_view::npos &&
                          !(name.front() >= '0' && name.front() <= '9');
  if (is_allowed) return name.front();
  throw UsageError::not_a_value("separator", name, "one character, or one of comma, semicolon, tab, pipe, space");
}

char delimiter_of(const CsvInput& input, const CsvOptions& options) {
  const char delimiter = options.separator.empty() ? find_delimiter(input) : named_delimiter(options.separator);
  if (options.decimal != '.' && options.decimal != ',')
    throw UsageError::not_a_value("decimal", std::string(1, options.decimal), "a point or a comma");
  if (delimiter == options.decimal)
    throw UsageError::conflict(
        "fields and decimals cannot both be parted by commas; use a table that is parted "
        "otherwise, say by semicolons");
  return delimiter;
}

// The columns of the first records; a record with too few or too many fields is left for the reader to refuse.
std::vector<ColumnSample> sample_columns(std::span<const CsvRecord> records, const CsvDialect& dialect,
                                         const CellRules& rules) {
  std::vector<ColumnSample> columns(dialect.names.size());
  std::vector<bool> has_label(columns.size(), false);
  for (const CsvRecord& record : records) {
    FieldReader fields(record.text, dialect.delimiter);
    std::string_view field;
    for (std::size_t c = 0; c < columns.size() && fields.next(field); ++c) {
      bool well_formed = true;
      const std::string text = field_text(field, well_formed);
      double value = 0;
      if (rules.is_missing(text)) continue;
      const bool is_number = rules.parse_number(text, value) || may_be_missing(text);
      columns[c].is_numeric = !has_label[c] && is_number;
      has_label[c] = has_label[c] || !is_number;
      columns[c].texts.push_back(text);
    }
  }
  return columns;
}

// "'M', '0.455', '0.365', ..."
std::string first_fields(const std::vector<std::string>& names) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t c = 0; c < std::min(names.size(), most); ++c)
    text += fmt::format("{}'{}'", c > 0 ? ", " : "", names[c]);
  return text + (names.size() > most ? ", ..." : "");
}

// After their place; behind it a line where another column has that name.
void name_unnamed(CsvDialect& dialect) {
  const auto is_taken = [&](const std::string& name) {
    return std::find(dialect.names.begin(), dialect.names.end(), name) != dialect.names.end();
  };
  for (std::size_t c = 0; c < dialect.names.size(); ++c) {
    if (!dialect.names[c].empty()) continue;
    std::string name = fmt::format("c{}", c + 1);
    while (dialect.has_header && is_taken(name)) name += "_";
    dialect.names[c] = std::move(name);
    if (dialect.has_header) dialect.unnamed.push_back(c);
  }
}

void check_names(const std::vector<std::string>& names, const CsvInput& input) {
  std::unordered_map<std::string, std::size_t> seen;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const auto [entry, is_new] = seen.emplace(names[c], c + 1);
    if (!is_new) throw CsvError::duplicate_name(input.name, names[c], entry->second, c + 1);
  }
}

// A line of comment has another number of fields than the lines below it; a header whose first name begins with # not.
// So has the header of a table whose row names have none.
void check_first_lines(std::span<const CsvRecord> records, char delimiter, const CsvInput& input) {
  if (records.size() < 2) return;
  const std::size_t first = count_fields(records[0].text, delimiter);
  const std::size_t second = count_fields(records[1].text, delimiter);
  const bool is_comment = records[0].text.starts_with('#') && (first != second || records[1].text.starts_with('#'));
  if (is_comment) throw CsvError::comment_line(input.name, records[0].line);
  const bool all_one_more = std::all_of(records.begin() + 1, records.end(), [&](const CsvRecord& record) {
    return trim(record.text).empty() || count_fields(record.text, delimiter) == first + 1;
  });
  if (all_one_more && second == first + 1 && records.size() > 2 && !records[1].text.ends_with(delimiter))
    throw CsvError::row_names(input.name, first);
}

}  // namespace

std::size_t CsvDialect::index_of(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw UsageError::unknown_column(name, nearest_name(name, known));
}

CsvDialect find_dialect(const CsvInput& input, const CsvOptions& options, const CellRules& rules) {
  CsvDialect dialect;
  dialect.delimiter = delimiter_of(input, options);
  dialect.has_header = options.header.value_or(true);
  RecordReader reader(input);
  const auto sample = reader.peek(dialect.delimiter, sample_records);
  if (sample.empty()) throw CsvError::empty(input.name);
  std::span<const CsvRecord> records(sample);
  check_first_lines(records, dialect.delimiter, input);
  dialect.names = fields_of(records[0], dialect.delimiter, input);
  if (dialect.has_header) records = records.subspan(1);
  if (!dialect.has_header) dialect.names.assign(dialect.names.size(), "");
  const std::vector<ColumnSample> columns = sample_columns(records, dialect, rules);
  if (!options.header && looks_like_data(dialect.names, columns, rules))
    throw CsvError::headerless(input.name, first_fields(dialect.names));
  name_unnamed(dialect);
  check_names(dialect.names, input);
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (!columns[c].is_numeric && !columns[c].texts.empty()) dialect.text_columns.push_back(c);
  return dialect;
}

}  // namespace umfi
