#include "stats/mic.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "core/distributions.hpp"

namespace umfi {
namespace {

// Consecutive groups of points along an axis, each given by the number of points up to its end.
using Ends = std::vector<std::uint32_t>;

struct Axis {
  std::vector<std::uint32_t> order;  // points, by ascending value
  Ends runs;                         // groups of equal values
};

// Points in equal parts of one axis.
struct Rows {
  std::vector<std::uint32_t> of_point;
  std::size_t count = 0;
};

Axis axis_of(std::span<const double> values) {
  Axis axis{.order = std::vector<std::uint32_t>(values.size()), .runs = {}};
  std::iota(axis.order.begin(), axis.order.end(), 0U);
  std::sort(axis.order.begin(), axis.order.end(), [&](auto a, auto b) { return values[a] < values[b]; });
  for (std::uint32_t k = 1; k <= axis.order.size(); ++k)
    if (k == axis.order.size() || values[axis.order[k - 1]] != values[axis.order[k]]) axis.runs.push_back(k);
  return axis;
}

// Joins neighbouring groups into at most `parts` parts of about equal size.
Ends join_evenly(const Ends& groups, std::size_t parts) {
  Ends joined;
  std::size_t start = 0;  // of the part being filled
  std::size_t end = 0;    // of what it holds so far
  for (const std::size_t next : groups) {
    // The part should hold 1/parts of the points from its start on. It is closed unless the next group brings it nearer
    // to that; written without division, so that ties are exact.
    const std::size_t twice_the_middle = (end - start) + (next - start);
    if (end > start && twice_the_middle * parts >= 2 * (groups.back() - start)) {
      joined.push_back(static_cast<std::uint32_t>(end));
      start = end;
      --parts;
    }
    end = next;
  }
  joined.push_back(groups.back());
  return joined;
}

Rows equal_rows(const Axis& axis, std::size_t count) {
  const Ends ends = join_evenly(axis.runs, count);
  Rows rows{.of_point = std::vector<std::uint32_t>(axis.order.size()), .count = ends.size()};
  std::size_t k = 0;
  for (std::uint32_t row = 0; row < ends.size(); ++row)
    for (; k < ends[row]; ++k) rows.of_point[axis.order[k]] = row;
  return rows;
}

// Groups of neighbouring points that no best grid cuts apart: points of the same row, and equal values.
Ends clumps_of(const Axis& axis, const Rows& rows) {
  constexpr auto mixed = std::numeric_limits<std::uint32_t>::max();
  Ends clumps;
  std::uint32_t row_of_last = mixed;
  std::uint32_t start = 0;
  for (const std::uint32_t end : axis.runs) {
    std::uint32_t row = rows.of_point[axis.order[start]];
    for (std::size_t k = start + 1; k < end; ++k)
      if (rows.of_point[axis.order[k]] != row) row = mixed;
    if (row != mixed && row == row_of_last) clumps.pop_back();
    clumps.push_back(end);
    row_of_last = row;
    start = end;
  }
  return clumps;
}

// m log m for all counts up to n.
std::vector<double> tabulate_m_log_m(std::size_t n) {
  std::vector<double> table(n + 1);
  for (std::size_t m = 2; m <= n; ++m) table[m] = static_cast<double>(m) * portable_log(static_cast<double>(m));
  return table;
}

// The search for columns, made of whole clumps, that contain most information about given rows.
//
// With m(r, c) points in row r and column c, n times the information is
//   n log n - sum_r m(r) log m(r)  +  sum_c [ sum_r m(r, c) log m(r, c) - m(c) log m(c) ],
// so that each column has a value of its own, the bracket, and the best columns follow by dynamic programming over
// where they end. What stands before the brackets is minus the value of a single column with all points.
class ColumnSearch {
 public:
  ColumnSearch(std::span<const double> m_log_m, const Axis& axis, const Rows& rows, const Ends& clumps)
      : m_log_m_(m_log_m), rows_(rows.count), last_(clumps.size()), points_{0}, points_of_rows_((last_ + 1) * rows_) {
    points_.insert(points_.end(), clumps.begin(), clumps.end());
    for (std::size_t border = 1; border <= last_; ++border) {
      std::uint32_t* counts = &points_of_rows_[border * rows_];
      std::copy_n(counts - rows_, rows_, counts);
      for (std::size_t k = points_[border - 1]; k < points_[border]; ++k) ++counts[rows.of_point[axis.order[k]]];
    }
  }

  // The highest of the scores of 2, 3, ..., max_columns columns.
  double best_score(std::size_t max_columns) {
    if (rows_ < 2 || last_ < 2) return 0;
    weigh_columns(max_columns == 2 ? last_ : 2);
    // Per border the value of the best columns up to there: of one, then of at most two, and so on.
    std::vector<double> best(last_ + 1);
    for (std::size_t border = 1; border <= last_; ++border) best[border] = value_of_column(0, border);
    const double single = best[last_];
    double highest = 0;
    for (std::size_t columns = 2; columns <= max_columns; ++columns) {
      add_column(best, columns == max_columns ? last_ : 2);
      const double perfect = points_.back() * portable_log(static_cast<double>(std::min(columns, rows_)));
      highest = std::max(highest, (best[last_] - single) / perfect);
    }
    return highest;
  }

 private:
  double value_of_column(std::size_t from, std::size_t to) const {
    const std::uint32_t* at_end = &points_of_rows_[to * rows_];
    const std::uint32_t* at_start = &points_of_rows_[from * rows_];
    double value = -m_log_m_[points_[to] - points_[from]];
    for (std::size_t row = 0; row < rows_; ++row) value += m_log_m_[at_end[row] - at_start[row]];
    return value;
  }

  double* values_of_columns_to(std::size_t border) { return &values_[border * (border - 1) / 2]; }

  void weigh_columns(std::size_t first_end) {
    values_.resize(last_ * (last_ + 1) / 2);
    for (std::size_t to = first_end; to <= last_; ++to) {
      double* values = values_of_columns_to(to);
      for (std::size_t from = 1; from < to; ++from) values[from] = value_of_column(from, to);
    }
  }

  // Allows one more column up to each border from `first_end` on.
  void add_column(std::vector<double>& best, std::size_t first_end) {
    // Backwards, because a border needs what those before it had without that column.
    for (std::size_t to = last_; to >= first_end; --to) {
      const double* values = values_of_columns_to(to);
      double most = best[to];
      for (std::size_t from = 1; from < to; ++from) most = std::max(most, best[from] + values[from]);
      best[to] = most;
    }
  }

  std::span<const double> m_log_m_;
  std::size_t rows_;
  std::size_t last_;                           // border between clumps; the first is 0
  Ends points_;                                // before each border
  std::vector<std::uint32_t> points_of_rows_;  // the same for each border and row
  std::vector<double> values_;                 // of columns, by the border they end at
};

struct GridSizes {
  double cells;              // rows times columns at most
  double clumps_per_column;  // at most
  bool with_squares;         // also as many columns as rows, not only fewer
};

// The best score of grids with equal rows along one axis and the best columns along the other.
double best_grid_score(const Axis& row_axis, const Axis& column_axis, const GridSizes& sizes,
                       std::span<const double> m_log_m) {
  double best = 0;
  for (std::size_t count = 2; 2 * static_cast<double>(count) <= sizes.cells; ++count) {
    const double columns = std::floor(sizes.cells / static_cast<double>(count));
    const std::size_t max_columns = std::min(static_cast<std::size_t>(columns), sizes.with_squares ? count : count - 1);
    if (max_columns < 2) continue;
    const Rows rows = equal_rows(row_axis, count);
    Ends clumps = clumps_of(column_axis, rows);
    // As the reference counts, by the columns that fit beside this many rows, of which fewer than all may be tried.
    const double max_clumps = std::max(sizes.clumps_per_column * columns, 1.0);
    if (static_cast<double>(clumps.size()) > std::floor(max_clumps))
      clumps = join_evenly(clumps, static_cast<std::size_t>(max_clumps));
    best = std::max(best, ColumnSearch(m_log_m, column_axis, rows, clumps).best_score(max_columns));
  }
  return best;
}

}  // namespace

double mic_e(std::span<const double> x, std::span<const double> y, double alpha, double c) {
  if (x.size() < 2) return 0;
  const Axis x_axis = axis_of(x);
  const Axis y_axis = axis_of(y);
  const std::vector<double> m_log_m = tabulate_m_log_m(x.size());
  const double cells = std::max(std::pow(static_cast<double>(x.size()), alpha), 4.0);
  const GridSizes oblong{.cells = cells, .clumps_per_column = c, .with_squares = false};
  const GridSizes all{.cells = cells, .clumps_per_column = c, .with_squares = true};
  const double best =
      std::max(best_grid_score(x_axis, y_axis, all, m_log_m), best_grid_score(y_axis, x_axis, oblong, m_log_m));
  return std::min(best, 1.0);  // rounding may go beyond
}

}  // namespace umfi
