#include "umfi/missing_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "umfi/option.hpp"

namespace umfi {
namespace {

// Columns to be left out one after the other, each the one that gives back most rows.
class LeavingOut {
 public:
  explicit LeavingOut(const Table& table, const std::string& target) : table_(table), missing_in_row_(table.rows(), 0) {
    for (std::size_t c = 0; c < table.size(); ++c) {
      if (table[c].missing().empty()) continue;
      for (std::size_t row = 0; row < table.rows(); ++row) missing_in_row_[row] += table[c].missing()[row];
      if (table[c].name() != target) candidates_.push_back(c);
    }
  }

  std::size_t complete() const {
    return static_cast<std::size_t>(std::count(missing_in_row_.begin(), missing_in_row_.end(), 0U));
  }

  // The next column, and how many rows are complete then; none where no single column gives a row back.
  std::optional<MissingValues::InColumn> next() {
    std::size_t best = candidates_.size();
    std::size_t most = 0;
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
      const std::size_t gain = gain_of(candidates_[k]);
      if (gain > most) best = k;
      most = std::max(most, gain);
    }
    if (most == 0) return std::nullopt;
    const Column& column = table_[candidates_[best]];
    for (std::size_t row = 0; row < table_.rows(); ++row) missing_in_row_[row] -= column.missing()[row];
    candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(best));
    return MissingValues::InColumn{column.name(), complete()};
  }

 private:
  std::size_t gain_of(std::size_t c) const {
    const auto missing = table_[c].missing();
    std::size_t gain = 0;
    for (std::size_t row = 0; row < missing.size(); ++row)
      gain += missing[row] != 0 && missing_in_row_[row] == 1 ? 1 : 0;
    return gain;
  }

  const Table& table_;
  std::vector<std::uint32_t> missing_in_row_;
  std::vector<std::size_t> candidates_;
};

std::string names_up_to(const std::vector<MissingValues::InColumn>& columns, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < count; ++k) names.push_back(columns[k].column);
  return fmt::format("{}", fmt::join(names, ","));
}

}  // namespace

MissingValues count_missing(const Table& table, const std::string& target) {
  constexpr std::size_t most_steps = 2;  // more would be a list that nobody reads
  MissingValues result{.rows = table.rows(), .complete = table.rows(), .columns = {}, .without = {}};
  for (std::size_t c = 0; c < table.size(); ++c)
    if (const std::size_t missing = table[c].count_missing(); missing > 0)
      result.columns.push_back({table[c].name(), missing});
  if (result.columns.empty()) return result;
  std::stable_sort(result.columns.begin(), result.columns.end(),
                   [](const auto& a, const auto& b) { return a.rows > b.rows; });
  LeavingOut leaving_out(table, target);
  result.complete = leaving_out.complete();
  while (result.without.size() < most_steps) {
    const std::size_t before = result.without.empty() ? result.complete : result.without.back().rows;
    const auto next = leaving_out.next();
    const bool is_worth_it = next && 100 * (next->rows - before) >= table.rows();
    if (!is_worth_it) break;
    result.without.push_back(*next);
  }
  return result;
}

std::string sentence_of(const MissingValues& missing) {
  constexpr std::size_t most_columns = 3;
  if (missing.columns.empty()) return {};
  const auto cell_count = [](std::size_t rows) { return fmt::format("{} row{}", rows, rows == 1 ? "" : "s"); };
  std::string text = fmt::format("{} of {} rows are complete, and only these are used; values are missing in ",
                                 missing.complete, missing.rows);
  for (std::size_t k = 0; k < std::min(most_columns, missing.columns.size()); ++k)
    text +=
        fmt::format("{}'{}' ({})", k > 0 ? ", " : "", missing.columns[k].column, cell_count(missing.columns[k].rows));
  if (missing.columns.size() > most_columns) text += fmt::format(" and {} more", missing.columns.size() - most_columns);
  for (std::size_t k = 0; k < missing.without.size(); ++k)
    text += fmt::format("{}{} would use {} rows", k == 0 ? "; " : ", ",
                        option_mention("drop", names_up_to(missing.without, k + 1)), missing.without[k].rows);
  return text;
}

}  // namespace umfi
