#include "umfi/describe.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/target_leak.hpp"

namespace umfi {
namespace {

constexpr std::size_t histogram_bins = 12;

std::vector<std::size_t> numeric_histogram(const Column& column, const std::vector<double>& distinct) {
  const double low = distinct.front();
  const double high = distinct.back();
  const std::size_t bins = std::min(histogram_bins, distinct.size());
  std::vector<std::size_t> histogram(bins, 0);
  for (const double value : column.values()) {
    if (!std::isfinite(value)) continue;
    // Halves, since the whole range may be wider than the largest double.
    const double share = high > low ? (value / 2 - low / 2) / (high / 2 - low / 2) : 0;
    const auto bin = static_cast<std::size_t>(share * static_cast<double>(bins));
    ++histogram[std::min(bin, bins - 1)];
  }
  return histogram;
}

void summarize_levels(const Column& column, ColumnSummary& summary) {
  std::vector<std::size_t> counts(column.levels().size(), 0);
  for (const double code : column.values())
    if (!std::isnan(code)) ++counts[static_cast<std::size_t>(code)];
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  if (!order.empty()) summary.low = column.levels()[order[0]];
  if (order.size() > 1) summary.high = column.levels()[order[1]];
  for (std::size_t i = 0; i < std::min(order.size(), histogram_bins); ++i)
    summary.histogram.push_back(counts[order[i]]);
}

ColumnSummary summarize(const Column& column) {
  const std::vector<double> distinct = column.distinct();
  ColumnSummary summary{.name = column.name(),
                        .kind = column.kind(),
                        .missing = column.count_missing(),
                        .distinct = distinct.size(),
                        .low = {},
                        .high = {},
                        .histogram = {}};
  if (distinct.empty()) return summary;
  if (column.kind() == Kind::categorical) {
    summarize_levels(column, summary);
    return summary;
  }
  summary.low = column.text_of(distinct.front());
  summary.high = column.text_of(distinct.back());
  if (std::isfinite(distinct.front()) && std::isfinite(distinct.back()))
    summary.histogram = numeric_histogram(column, distinct);
  return summary;
}

// Of all columns but the target, in complete rows.
void add_leaks(const Table& table, const Column& target, std::vector<ColumnRemark>& remarks) {
  const RowView rows = complete_rows(table);
  for (std::size_t c = 0; c < table.size(); ++c) {
    if (table[c].name() == target.name()) continue;
    if (auto leak = leak_sign(table[c], target, has_classes(target), rows.rows())) remarks.push_back(std::move(*leak));
  }
}

}  // namespace

TableSummary describe(const Table& table, const std::string& target) {
  TableSummary summary{.rows = table.rows(),
                       .complete_rows = complete_rows(table).size(),
                       .columns = {},
                       .remarks = table.remarks(),
                       .missing = count_missing(table, target)};
  if (!target.empty()) add_leaks(table, table.column(target), summary.remarks);
  for (std::size_t c = 0; c < table.size(); ++c) summary.columns.push_back(summarize(table[c]));
  return summary;
}

}  // namespace umfi
