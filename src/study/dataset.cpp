#include "study/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/distributions.hpp"
#include "data/discrete.hpp"
#include "data/target_leak.hpp"
#include "forest/response.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

// More rows than this leave a forest too few bits for the response.
constexpr std::size_t most_rows = forest::most_rows;

bool is_among(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void check_target(const Table& table, const std::string& target) {
  if (target.empty()) return;
  const ColumnRemark* const remark = table.left_out(target);
  if (remark == nullptr) {
    table.index_of(target);
    return;
  }
  if (remark->concern == Concern::empty) throw DataError::empty_target(target);
  const bool is_number = table.column(target).levels().empty();
  if (is_number) return;
  const bool is_mendable = remark->concern == Concern::almost_numbers;
  throw DataError(fmt::format("the target '{}' {}; {}", target, remark->text,
                              is_mendable ? remark->mend : "name the column to predict"));
}

void check_named_features(const DatasetOptions& options) {
  if (!options.drop.empty()) throw UsageError::conflict("name the features or the columns to drop, not both");
  if (is_among(options.target, options.features))
    throw UsageError::conflict(fmt::format("'{}' cannot be both the target and a feature", options.target));
  for (const std::string& name : options.features)
    if (std::count(options.features.begin(), options.features.end(), name) > 1)
      throw UsageError::conflict(fmt::format("feature '{}' is named twice", name));
}

Table choose_features(const Table& table, const DatasetOptions& options) {
  check_target(table, options.target);
  if (!options.features.empty()) {
    check_named_features(options);
    return table.select(options.features);
  }
  if (is_among(options.target, options.drop))
    throw UsageError::conflict(fmt::format("'{}' cannot be both the target and dropped", options.target));
  std::vector<std::string> without = options.drop;
  if (!options.target.empty()) without.push_back(options.target);
  return table.drop(without);
}

// Says why, where a column was left out.
[[noreturn]] void refuse_no_features(const std::vector<ColumnRemark>& remarks) {
  for (const ColumnRemark& remark : remarks)
    if (remark.is_left_out) throw DataError("no feature is left to predict the target from: " + sentence_of(remark));
  throw DataError::no_features();
}

// A row of the table as users count them: data rows from 1.
std::size_t data_row(std::size_t row) {
  return row + 1;
}

void check_finite(const Column& column) {
  constexpr double largest = 1e300;  // beyond it differences and sums overflow
  const auto values = column.values();
  for (std::size_t row = 0; row < values.size(); ++row)
    if (std::abs(values[row]) > largest) throw DataError::infinite_value(column.name(), data_row(row));
}

const Column& most_incomplete(const Table& table) {
  std::size_t worst = 0;
  for (std::size_t c = 1; c < table.size(); ++c)
    if (table[c].count_missing() > table[worst].count_missing()) worst = c;
  return table[worst];
}

// The distinct values among these rows, ascending.
std::vector<double> distinct_values(const Column& column, std::span<const std::uint32_t> rows) {
  std::vector<double> values;
  values.reserve(rows.size());
  for (const auto row : rows) values.push_back(column.values()[row]);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

Task task_of(const Column& target, std::optional<Task> asked) {
  const bool is_text = !target.levels().empty() && target.kind() != Kind::ordinal;
  if (asked == Task::regression && is_text) throw DataError::not_numeric_target(target.name());
  if (asked) return *asked;
  return has_classes(target) ? Task::classification : Task::regression;
}

Target make_target(const Column& target, std::span<const std::uint32_t> rows, Task task) {
  const std::vector<double> distinct = distinct_values(target, rows);
  if (distinct.size() < 2) throw DataError::constant_target(target.name());
  if (task == Task::regression) {
    // Squares of larger numbers overflow, those of smaller ones vanish.
    const double range = distinct.back() - distinct.front();
    if (!(range > 1e-100 && range < 1e100)) throw DataError::unusable_range(target.name());
    return NumericTarget{{target.values().begin(), target.values().end()}};
  }
  if (distinct.size() > rows.size() / 2) throw DataError::too_many_classes(target.name(), distinct.size(), rows.size());
  // Rows that take no part may hold other values, or none: their class does not matter.
  std::vector<double> codes(target.size(), 0.0);
  for (const auto row : rows) {
    const auto place = std::lower_bound(distinct.begin(), distinct.end(), target.values()[row]);
    codes[row] = static_cast<double>(place - distinct.begin());
  }
  return ClassTarget{std::move(codes), distinct.size()};
}

std::vector<std::uint32_t> first_rows(std::size_t count) {
  std::vector<std::uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

}  // namespace

Table choose_columns(const Table& table, const DatasetOptions& options) {
  const Table features = choose_features(table, options);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < features.size(); ++c) names.push_back(features[c].name());
  if (!options.target.empty()) names.push_back(options.target);
  return table.select(names);
}

std::vector<std::uint32_t> usable_rows(const Table& table, const std::string& target) {
  for (std::size_t c = 0; c < table.size(); ++c) check_finite(table[c]);
  const RowView complete = complete_rows(table);
  if (complete.size() == 0 && table.rows() > 0) {
    const Column& worst = most_incomplete(table);
    if (worst.name() == target && worst.count_missing() == table.rows()) throw DataError::empty_target(target);
    throw DataError::no_complete_rows(worst.name(), worst.count_missing());
  }
  if (complete.size() < fewest_rows) throw DataError::too_few_rows(complete.size(), fewest_rows);
  if (table.rows() > most_rows)
    throw DataError(
        fmt::format("{} rows are more than the {} that can be used; take a sample", table.rows(), most_rows));
  return {complete.rows().begin(), complete.rows().end()};
}

void say_missing(const MissingValues& missing, const Context& context) {
  if (!missing.columns.empty()) context.say(Severity::warning, sentence_of(missing));
}

std::vector<ColumnRemark> remarks_for(const Table& table, const DatasetOptions& options) {
  std::vector<ColumnRemark> remarks;
  for (const ColumnRemark& remark : table.remarks()) {
    const bool is_target = remark.column == options.target;
    const bool is_wanted =
        options.features.empty() ? !is_among(remark.column, options.drop) : is_among(remark.column, options.features);
    const bool is_about_features = remark.concern == Concern::many_levels || remark.concern == Concern::constant;
    const bool is_asked_for = remark.is_left_out && (is_target || !options.features.empty());
    if (!is_asked_for && (is_target ? !is_about_features : is_wanted)) remarks.push_back(remark);
  }
  return remarks;
}

FeatureSet::FeatureSet(const Table& table, const DatasetOptions& options)
    : features_(choose_features(table, options)) {
  if (features_.size() == 0) refuse_no_features(remarks_for(table, options));
  const Table used = choose_columns(table, options);
  rows_ = usable_rows(used, options.target);
  dropped_rows_ = table.rows() - rows_.size();
  add_columns();
  use_.given_rows = table.rows();
  use_.missing = count_missing(used, options.target);
  use_.remarks = remarks_for(table, options);
  remark_on_constants();
}

FeatureSet::FeatureSet(Table features, std::vector<std::uint32_t> rows)
    : features_(std::move(features)), dropped_rows_(features_.rows() - rows.size()), rows_(std::move(rows)) {
  add_columns();
}

// Also of columns that vary only in rows that are left out.
void FeatureSet::remark_on_constants() {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::string& name = features_[c].name();
    const bool is_known = std::any_of(use_.remarks.begin(), use_.remarks.end(), [&](const ColumnRemark& remark) {
      return remark.column == name && remark.concern == Concern::constant;
    });
    if (columns_[c].is_constant && !is_known)
      use_.remarks.push_back(
          {.column = name, .concern = Concern::constant, .text = "has only one value and cannot matter", .mend = ""});
  }
}

void FeatureSet::add_columns() {
  for (std::size_t c = 0; c < features_.size(); ++c) {
    const Column& column = features_[c];
    const auto values = column.values();
    FeatureColumn& added = columns_.emplace_back();
    added.values = values;
    added.is_ordered = column.is_ordered();
    added.is_constant =
        std::all_of(rows_.begin(), rows_.end(), [&](auto row) { return values[row] == values[rows_[0]]; });
    added.is_discrete = is_discrete(column, rows_);
    added.missing = column.missing();
    subjects_.push_back({.name = column.name(), .columns = {c}});
    use_.kinds.push_back(column.kind());
  }
}

FeatureView FeatureSet::features() const {
  std::vector<const FeatureColumn*> columns;
  for (const auto& column : columns_) columns.push_back(&column);
  return FeatureView(std::move(columns));
}

std::vector<std::string> FeatureSet::feature_names() const {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < features_.size(); ++c) names.push_back(features_[c].name());
  return names;
}

Dataset::Dataset(const Dataset& whole, std::span<const std::uint32_t> rows)
    : FeatureSet(whole.feature_table().rows_of(rows), first_rows(rows.size())), target_(whole.target_.rows_of(rows)) {}

DataPart::DataPart(const Dataset& whole, std::vector<std::uint32_t> rows) : whole_(whole), rows_(std::move(rows)) {
  const bool are_few = 4 * rows_.size() <= whole.feature_table().rows();
  if (are_few) own_ = std::make_unique<const Dataset>(whole, rows_);
}

std::vector<std::uint32_t> some_rows(const Dataset& data, std::size_t most, std::uint64_t seed, Purpose purpose) {
  const std::span<const std::uint32_t> rows = data.rows();
  if (most >= rows.size()) return {rows.begin(), rows.end()};
  Stream stream(stream_key({.seed = seed, .purpose = purpose, .repeat = 1}), 0);
  return draw_some(rows, most, stream);
}

void Dataset::remark_on_leaks(const Column& target) {
  const bool is_classes = target_.task() == Task::classification;
  for (std::size_t c = 0; c < feature_table().size(); ++c)
    if (auto leak = leak_sign(feature_table()[c], target, is_classes, rows()))
      use_.remarks.insert(use_.remarks.begin(), std::move(*leak));
}

Dataset::Dataset(const Table& table, const DatasetOptions& options, const Context& context)
    : FeatureSet(table, options) {
  const Column& target = table.column(options.target);
  target_ = make_target(target, rows(), task_of(target, options.task));
  use_.classes = target_.classes();
  remark_on_leaks(target);
  if (features().candidates() == 0) throw DataError::no_features();
  context.tell(use_.remarks);
}

}  // namespace umfi
