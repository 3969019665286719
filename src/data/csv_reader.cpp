// Reading CSV: find the dialect, cut the file into blocks of records, parse each block in parallel, and give
// every column its kind at the end.
#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/parallel.hpp"
#include "data/csv_cells.hpp"
#include "data/csv_dialect.hpp"
#include "data/csv_records.hpp"
#include "umfi/csv.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

// One column while the file is read: numbers until a field says otherwise.
struct ColumnBuilder {
  bool is_text = false;      // labels are wanted or were found: collect text
  bool turned_text = false;  // a label stood behind numbers: the file must be read again
  std::vector<double> numbers;
  LabelColumn labels;
};

struct TextCell {
  std::string_view field;  // as written, quotes included
};

class TableBuilder {
 public:
  TableBuilder(const CsvInput& input, const CsvOptions& options, const CsvDialect& dialect, Workers& workers)
      : input_(input), options_(options), dialect_(dialect), workers_(workers), columns_(dialect.names.size()) {}

  // Reads the whole file; the columns named in `text` are collected as labels. Returns the columns that
  // turned out to hold labels although they began with numbers.
  std::set<std::size_t> read(const std::set<std::size_t>& text) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      columns_[c] = {};
      columns_[c].is_text = text.contains(c);
    }
    rows_ = 0;
    RecordReader reader(input_);
    bool header_pending = options_.header;
    for (;;) {
      const auto& block = reader.next_block(dialect_.delimiter);
      if (block.empty()) break;
      std::span<const CsvRecord> records(block);
      if (header_pending) records = records.subspan(1);
      header_pending = false;
      add_block(drop_blank_lines(records));
    }
    std::set<std::size_t> turned;
    for (std::size_t c = 0; c < columns_.size(); ++c)
      if (columns_[c].turned_text) turned.insert(c);
    return turned;
  }

  std::size_t rows() const { return rows_; }
  ColumnBuilder& column(std::size_t index) { return columns_[index]; }

 private:
  // An empty line is no record, except in a table of one column, where it is a missing value. A line of tabs is a
  // record where tabs separate.
  std::vector<CsvRecord> drop_blank_lines(std::span<const CsvRecord> records) const {
    std::vector<CsvRecord> kept;
    kept.reserve(records.size());
    for (const CsvRecord& record : records)
      if (columns_.size() == 1 || !is_blank(record.text)) kept.push_back(record);
    return kept;
  }

  bool is_blank(std::string_view line) const {
    return trim(line).empty() && (dialect_.delimiter != '\t' || line.find('\t') == std::string_view::npos);
  }

  void add_block(const std::vector<CsvRecord>& records) {
    if (records.empty()) return;
    text_columns_.clear();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c].is_text) {
        text_columns_.push_back(c);
      } else {
        grow(columns_[c].numbers, rows_ + records.size());
      }
    }
    text_cells_.assign(records.size() * text_columns_.size(), {});
    parse_numbers(records);
    collect_labels(records);
    rows_ += records.size();
  }

  static void grow(std::vector<double>& numbers, std::size_t rows) {
    if (numbers.capacity() < rows) numbers.reserve(std::max(rows, numbers.capacity() + numbers.capacity() / 2));
    numbers.resize(rows);
  }

  // Parses runs of records in parallel; of several faults the first in the file is reported.
  void parse_numbers(const std::vector<CsvRecord>& records) {
    const std::size_t run = std::max<std::size_t>(1, 16384 / columns_.size());
    const std::size_t runs = (records.size() + run - 1) / run;
    std::vector<std::exception_ptr> faults(runs);
    std::vector<std::vector<bool>> turned(runs, std::vector<bool>(columns_.size(), false));
    workers_.for_each(runs, [&](std::size_t r) {
      try {
        for (std::size_t k = r * run; k < std::min(records.size(), (r + 1) * run); ++k)
          parse_record(records[k], k, turned[r]);
      } catch (const CsvError&) {
        faults[r] = std::current_exception();
      }
    });
    for (const auto& fault : faults)
      if (fault) std::rethrow_exception(fault);
    for (const auto& found : turned)
      for (std::size_t c = 0; c < columns_.size(); ++c)
        if (found[c]) columns_[c].turned_text = true;
  }

  void parse_record(const CsvRecord& record, std::size_t k, std::vector<bool>& turned) {
    FieldReader fields(record.text, dialect_.delimiter);
    std::string_view field;
    std::size_t c = 0;
    std::size_t text = 0;
    while (fields.next(field)) {
      if (c < columns_.size()) {
        if (columns_[c].is_text) {
          text_cells_[k * text_columns_.size() + text++] = {field};
        } else {
          turned[c] = !parse_cell(field, record, c, columns_[c].numbers[rows_ + k]) || turned[c];
        }
      }
      ++c;
    }
    if (c != columns_.size()) throw CsvError::ragged_row(input_.name, record.line, c, columns_.size());
  }

  // False if the field is a label.
  bool parse_cell(std::string_view field, const CsvRecord& record, std::size_t c, double& value) const {
    if (!is_quoted(field)) return number_or_missing(trim(field), value);
    return number_or_missing(trim(unquoted(field, record, c)), value);
  }

  static bool number_or_missing(std::string_view text, double& value) {
    if (parse_number(text, value)) return true;
    value = std::nan("");
    return is_missing_token(text);
  }

  std::string unquoted(std::string_view field, const CsvRecord& record, std::size_t c) const {
    bool well_formed = true;
    std::string text = field_text(field, well_formed);
    if (!well_formed) throw CsvError::stray_quote(input_.name, record.line, dialect_.names[c]);
    return text;
  }

  // Labels are numbered in order of appearance, so each column is collected by one thread.
  void collect_labels(const std::vector<CsvRecord>& records) {
    std::vector<std::exception_ptr> faults(text_columns_.size());
    workers_.for_each(text_columns_.size(), [&](std::size_t t) {
      const std::size_t c = text_columns_[t];
      try {
        for (std::size_t k = 0; k < records.size(); ++k) {
          const std::string text = unquoted(text_cells_[k * text_columns_.size() + t].field, records[k], c);
          if (is_missing_token(text)) {
            columns_[c].labels.add_missing();
          } else {
            columns_[c].labels.add(text, records[k].line);
          }
        }
      } catch (const CsvError&) {
        faults[t] = std::current_exception();
      }
    });
    for (const auto& fault : faults)
      if (fault) std::rethrow_exception(fault);
  }

  const CsvInput& input_;
  const CsvOptions& options_;
  const CsvDialect& dialect_;
  Workers& workers_;
  std::vector<ColumnBuilder> columns_;
  std::vector<std::size_t> text_columns_;
  std::vector<TextCell> text_cells_;
  std::size_t rows_ = 0;
};

// Labels that are all numbers sort as numbers, others alphabetically.
std::vector<std::string> sorted_labels(std::vector<std::string> labels) {
  const bool numeric = std::all_of(labels.begin(), labels.end(), [](const std::string& label) {
    double value = 0;
    return parse_number(label, value);
  });
  std::sort(labels.begin(), labels.end(), [&](const std::string& a, const std::string& b) {
    double x = 0;
    double y = 0;
    if (numeric && parse_number(a, x) && parse_number(b, y) && x != y) return x < y;
    return a < b;
  });
  return labels;
}

// A column whose labels would all be numbers if commas were points was written with decimal commas.
void refuse_decimal_commas(const LabelColumn& labels, const CsvInput& input, const std::string& name) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < labels.labels().size(); ++i) {
    double value = 0;
    const std::string& label = labels.labels()[i];
    if (looks_like_decimal_comma(label)) {
      if (!first) first = i;
    } else if (!parse_number(label, value)) {
      return;
    }
  }
  if (first) throw CsvError::decimal_comma(input.name, labels.first_line(*first), name, labels.labels()[*first]);
}

std::vector<std::string> ordinal_levels(const OrdinalColumn& ordinal, const LabelColumn& labels) {
  if (ordinal.levels.empty()) return sorted_labels(labels.labels());
  for (const std::string& label : labels.labels())
    if (std::find(ordinal.levels.begin(), ordinal.levels.end(), label) == ordinal.levels.end())
      throw DataError::unknown_level(ordinal.name, label);
  return ordinal.levels;
}

// The finished column; nothing for an id, which is left out.
std::optional<Column> finish(ColumnBuilder& built, const std::string& name, const CsvInput& input,
                             const CsvOptions& options, const Context& context) {
  if (!built.is_text) {
    built.numbers.shrink_to_fit();
    return Column::numbers(name, std::move(built.numbers));
  }
  const LabelColumn& labels = built.labels;
  for (const OrdinalColumn& ordinal : options.ordinal) {
    if (ordinal.name != name) continue;
    const auto levels = ordinal_levels(ordinal, labels);
    return Column::labels(name, labels.codes_in(levels), levels, Kind::ordinal);
  }
  const bool is_forced =
      std::find(options.categorical.begin(), options.categorical.end(), name) != options.categorical.end();
  if (!is_forced) {
    refuse_decimal_commas(labels, input, name);
    if (labels.all_different()) {
      context.say(Severity::note, fmt::format("column '{}' holds different text in every row, as an id does: left out "
                                              "({} keeps it)",
                                              name, option_mention("categorical", name)));
      return std::nullopt;
    }
  }
  const auto levels = sorted_labels(labels.labels());
  return Column::labels(name, labels.codes_in(levels), levels, Kind::categorical);
}

std::set<std::size_t> columns_asked_as_text(const CsvOptions& options, const CsvDialect& dialect) {
  std::set<std::size_t> text;
  for (const std::string& name : options.categorical) text.insert(dialect.index_of(name));
  for (const OrdinalColumn& ordinal : options.ordinal) {
    const bool is_new = text.insert(dialect.index_of(ordinal.name)).second;
    if (!is_new)
      throw UsageError::conflict(fmt::format("column '{}' is asked to be both categorical and ordinal", ordinal.name));
  }
  return text;
}

Table read(const CsvInput& input, const CsvOptions& options, const Context& context) {
  const CsvDialect dialect = find_dialect(input, options.header);
  Workers workers(context);
  TableBuilder builder(input, options, dialect, workers);
  std::set<std::size_t> text = columns_asked_as_text(options, dialect);
  text.insert(dialect.text_columns.begin(), dialect.text_columns.end());
  const std::set<std::size_t> turned = builder.read(text);
  if (!turned.empty()) {
    text.insert(turned.begin(), turned.end());
    builder.read(text);
  }
  if (builder.rows() == 0) throw CsvError::no_rows(input.name);
  Table table;
  for (std::size_t c = 0; c < dialect.names.size(); ++c)
    if (auto column = finish(builder.column(c), dialect.names[c], input, options, context))
      table.add(std::move(*column));
  return table;
}

}  // namespace

Table read_csv(const std::string& path, const CsvOptions& options, const Context& context) {
  return read(csv_file(path), options, context);
}

Table parse_csv(std::string_view text, const std::string& name, const CsvOptions& options, const Context& context) {
  return read(csv_text(text, name), options, context);
}

}  // namespace umfi
