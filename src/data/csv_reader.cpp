// Reading CSV: find the dialect, cut the file into blocks of records, parse each block in parallel, and give
// every column its kind at the end.
#include <algorithm>
#include <cmath>
#include <exception>
#include <set>

#include <fmt/format.h>

#include "core/parallel.hpp"
#include "data/csv_cells.hpp"
#include "data/csv_columns.hpp"
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
  std::string missing_word;  // that may be a label elsewhere, and was taken for missing among numbers
};

// What one thread finds out about the columns of its records.
struct RunFindings {
  std::vector<bool> turned;                // holds a label
  std::vector<std::string> missing_words;  // per column
};

struct TextCell {
  std::string_view field;  // as written, quotes included
};

class TableBuilder {
 public:
  TableBuilder(const CsvInput& input, const CellRules& rules, const CsvDialect& dialect, Workers& workers)
      : input_(input), rules_(rules), dialect_(dialect), workers_(workers), columns_(dialect.names.size()) {}

  // Reads the whole file; the columns named in `text` are collected as labels. Returns the columns that
  // turned out to hold labels although they began with numbers.
  std::set<std::size_t> read(const std::set<std::size_t>& text) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      columns_[c] = {};
      columns_[c].is_text = text.contains(c);
    }
    rows_ = 0;
    RecordReader reader(input_);
    bool header_pending = dialect_.has_header;
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
    if (bytes() > input_.bounds.most_bytes) throw CsvError::too_large(input_.name, input_.bounds.most_bytes);
  }

  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const ColumnBuilder& column : columns_)
      sum += column.numbers.capacity() * sizeof(double) + column.labels.bytes();
    return sum;
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
    std::vector<RunFindings> findings(runs,
                                      {std::vector<bool>(columns_.size()), std::vector<std::string>(columns_.size())});
    workers_.for_each(runs, [&](std::size_t r) {
      try {
        for (std::size_t k = r * run; k < std::min(records.size(), (r + 1) * run); ++k)
          parse_record(records[k], k, findings[r]);
      } catch (const CsvError&) {
        faults[r] = std::current_exception();
      }
    });
    for (const auto& fault : faults)
      if (fault) std::rethrow_exception(fault);
    for (const RunFindings& found : findings) take_in(found);
  }

  void take_in(const RunFindings& found) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (found.turned[c]) columns_[c].turned_text = true;
      if (columns_[c].missing_word.empty()) columns_[c].missing_word = found.missing_words[c];
    }
  }

  void parse_record(const CsvRecord& record, std::size_t k, RunFindings& found) {
    FieldReader fields(record.text, dialect_.delimiter);
    std::string_view field;
    std::size_t c = 0;
    std::size_t text = 0;
    while (fields.next(field)) {
      if (c < columns_.size()) {
        if (columns_[c].is_text) {
          text_cells_[k * text_columns_.size() + text++] = {field};
        } else {
          parse_cell(field, record, c, {columns_[c].numbers[rows_ + k], found});
        }
      }
      ++c;
    }
    if (c == columns_.size()) return;
    throw record.text.starts_with('#') ? CsvError::comment_line(input_.name, record.line)
                                       : CsvError::ragged_row(input_.name, record.line, c, columns_.size());
  }

  // Where the number of a cell goes, and what is found out besides.
  struct CellPlace {
    double& value;
    RunFindings& found;
  };

  void parse_cell(std::string_view field, const CsvRecord& record, std::size_t c, CellPlace place) const {
    if (!is_quoted(field)) return number_or_missing(trim(field), c, place);
    number_or_missing(trim(unquoted(field, record, c)), c, place);
  }

  // Digits that would be lost make a label of a number.
  void number_or_missing(std::string_view text, std::size_t c, CellPlace place) const {
    if (rules_.parse_number(text, place.value)) {
      if (is_zero_padded(text) || loses_digits(text, place.value)) place.found.turned[c] = true;
      if (rules_.is_missing(place.value)) place.value = std::nan("");
      return;
    }
    place.value = std::nan("");
    if (rules_.is_missing(text)) return;
    if (may_be_missing(text)) {
      place.found.missing_words[c] = text;
    } else {
      place.found.turned[c] = true;
    }
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
          if (rules_.is_missing(text)) {
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
  const CellRules& rules_;
  const CsvDialect& dialect_;
  Workers& workers_;
  std::vector<ColumnBuilder> columns_;
  std::vector<std::size_t> text_columns_;
  std::vector<TextCell> text_cells_;
  std::size_t rows_ = 0;
};

std::set<std::size_t> columns_asked_as_text(const CsvOptions& options, const CsvDialect& dialect) {
  std::set<std::size_t> text;
  const auto add = [&](const std::string& name) {
    const bool is_new = text.insert(dialect.index_of(name)).second;
    if (!is_new) throw UsageError::conflict(fmt::format("column '{}' is asked to be of two kinds", name));
  };
  for (const std::string& name : std::set<std::string>(options.categorical.begin(), options.categorical.end()))
    add(name);
  for (const OrdinalColumn& ordinal : options.ordinal) add(ordinal.name);
  for (const std::string& name : std::set<std::string>(options.numeric.begin(), options.numeric.end())) add(name);
  return text;
}

void remark_on_unnamed(const CsvDialect& dialect, Table& table) {
  for (const std::size_t c : dialect.unnamed)
    if (table.has(dialect.names[c]))
      table.remark({.column = dialect.names[c],
                    .concern = Concern::unnamed,
                    .text = fmt::format("has no name in the file; it is column {}", c + 1),
                    .mend = ""});
}

Table read(const CsvInput& input, const CsvOptions& options, const Context& context) {
  const CellRules rules(options.na, options.decimal);
  const CsvDialect dialect = find_dialect(input, options, rules);
  Workers workers(context);
  TableBuilder builder(input, rules, dialect, workers);
  std::set<std::size_t> text = columns_asked_as_text(options, dialect);
  text.insert(dialect.text_columns.begin(), dialect.text_columns.end());
  const std::set<std::size_t> turned = builder.read(text);
  if (!turned.empty()) {
    text.insert(turned.begin(), turned.end());
    builder.read(text);
  }
  if (builder.rows() == 0) throw CsvError::no_rows(input.name);
  Table table;
  const ColumnFinisher finisher(options, rules, input.name);
  for (std::size_t c = 0; c < dialect.names.size(); ++c) {
    ColumnBuilder& built = builder.column(c);
    const std::string& name = dialect.names[c];
    if (built.is_text) {
      finisher.add_labels(table, name, built.labels);
    } else {
      finisher.add_numbers(table, name, std::move(built.numbers), built.missing_word);
    }
  }
  remark_on_unnamed(dialect, table);
  return table;
}

}  // namespace

Table read_csv(const std::string& path, const CsvOptions& options, const Context& context) {
  return read(csv_file(path, bounds_for(options.most_bytes, context)), options, context);
}

Table parse_csv(std::string_view text, const std::string& name, const CsvOptions& options, const Context& context) {
  return read(csv_text(text, name, bounds_for(options.most_bytes, context)), options, context);
}

}  // namespace umfi
