// A table made ready for a study: target and features chosen, complete rows found, everything checked. The table's
// columns are shared, not copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/seed_stream.hpp"
#include "umfi/context.hpp"
#include "umfi/data_use.hpp"
#include "umfi/feature_view.hpp"
#include "umfi/sample.hpp"
#include "umfi/table.hpp"
#include "umfi/task.hpp"

namespace umfi {

struct DatasetOptions {
  std::string target;                 // empty: none
  std::vector<std::string> features;  // empty: all columns but the target and the dropped ones
  std::vector<std::string> drop;
  std::optional<Task> task;
};

// Fewer rows than this say nothing.
inline constexpr std::size_t fewest_rows = 10;

// The table of the columns that take part: those that are named, or all but the dropped ones; and the target, if there
// is one, at the end. Throws UsageError or DataError where they cannot be had.
Table choose_columns(const Table& table, const DatasetOptions& options);

// The rows of a table without missing values. Throws DataError where they are too few, too many or not finite.
std::vector<std::uint32_t> usable_rows(const Table& table, const std::string& target);

// For studies whose results do not say it: which columns cost how many rows, if any.
void say_missing(const MissingValues& missing, const Context& context);

// What was remarked upon about columns that take part or were left out without being asked.
std::vector<ColumnRemark> remarks_for(const Table& table, const DatasetOptions& options);

// The features and the rows that take part.
class FeatureSet {
 public:
  // Throws UsageError or DataError where the table cannot be used like this.
  FeatureSet(const Table& table, const DatasetOptions& options);
  // All columns and these rows, which were checked before.
  FeatureSet(Table features, std::vector<std::uint32_t> rows);
  FeatureSet(const FeatureSet&) = delete;
  FeatureSet& operator=(const FeatureSet&) = delete;

  FeatureView features() const;
  // What scores are about: every feature by itself.
  const std::vector<Subject>& subjects() const { return subjects_; }
  std::vector<std::string> feature_names() const;
  const Table& feature_table() const { return features_; }
  // The rows that take part; columns and target have all rows of the table.
  Sample sample() const { return {.rows = rows_}; }
  std::span<const std::uint32_t> rows() const { return rows_; }
  std::size_t dropped_rows() const { return dropped_rows_; }
  const DataUse& use() const { return use_; }

 protected:
  DataUse use_;

 private:
  void add_columns();
  void remark_on_constants();

  Table features_;
  std::size_t dropped_rows_ = 0;
  std::vector<std::uint32_t> rows_;
  std::deque<FeatureColumn> columns_;  // they do not move
  std::vector<Subject> subjects_;
};

// Features and what they are to predict.
class Dataset : public FeatureSet {
 public:
  // As a FeatureSet; the target is needed. The context is told what is to be known about columns.
  Dataset(const Table& table, const DatasetOptions& options, const Context& context);
  // These rows of another one, and no others.
  Dataset(const Dataset& whole, std::span<const std::uint32_t> rows);

  const Target& target() const { return target_; }

 private:
  void remark_on_leaks(const Column& target);

  Target target_;
};

// Some rows of a dataset. Few of many rows are copied, because much is done for every row of a table that has to do
// with only some of them.
class DataPart {
 public:
  // The dataset must outlive it.
  DataPart(const Dataset& whole, std::vector<std::uint32_t> rows);

  const Dataset& data() const { return own_ ? *own_ : whole_; }
  Sample sample() const { return own_ ? own_->sample() : Sample{.rows = rows_}; }

 private:
  const Dataset& whole_;
  std::vector<std::uint32_t> rows_;
  std::unique_ptr<const Dataset> own_;
};

// At most this many rows of the dataset, drawn without replacement; in one draw for each purpose of a study.
std::vector<std::uint32_t> some_rows(const Dataset& data, std::size_t most, std::uint64_t seed, Purpose purpose);

}  // namespace umfi
