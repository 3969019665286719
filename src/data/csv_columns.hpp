// From what was read of a column to a column of the table: its kind, whether it can be a feature at all, and what its
// user should know about it.
#pragma once

#include <string>
#include <vector>

#include "data/csv_cells.hpp"
#include "umfi/csv.hpp"
#include "umfi/table.hpp"

namespace umfi {

class ColumnFinisher {
 public:
  // All must outlive it.
  ColumnFinisher(const CsvOptions& options, const CellRules& rules, const std::string& file)
      : options_(options), rules_(rules), file_(file) {}

  // Adds the column, or sets it aside with a remark that says why. Throws CsvError where numbers have decimal commas.
  void add_labels(Table& table, const std::string& name, const LabelColumn& labels) const;
  // `missing_word`: one that was taken for missing and may be a label; else empty.
  void add_numbers(Table& table, const std::string& name, std::vector<double> numbers,
                   const std::string& missing_word) const;

 private:
  bool add_as_asked(Table& table, const std::string& name, const LabelColumn& labels) const;
  void refuse_written_numbers(const LabelColumn& labels, const std::string& name) const;
  std::vector<double> numbers_in(const LabelColumn& labels) const;
  // Throws UsageError where there is none.
  std::vector<double> asked_numbers(const std::string& name, const LabelColumn& labels) const;

  const CsvOptions& options_;
  const CellRules& rules_;
  const std::string& file_;
};

}  // namespace umfi
