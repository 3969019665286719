// MIC_e by trying every grid, for samples of a few dozen points at most. Written from the definition: part numbers of
// points, probabilities of cells, all sets of cuts; nothing is shared with the library.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace umfi {

struct BruteForceMic {
  double alpha = 0.6;
  double c = 15;
  // Whether cuts are only tried between clumps of points. They need not be if there are few points: a best grid never
  // cuts a clump apart.
  bool between_clumps = true;

  double operator()(const std::vector<double>& x, const std::vector<double>& y) const {
    const double cells = std::max(std::pow(static_cast<double>(x.size()), alpha), 4.0);
    double best = 0;
    for (int k = 2; 2 * k <= cells; ++k)
      for (int l = 2; k * l <= cells; ++l) {
        const int fitting = static_cast<int>(cells / std::max(k, l));
        best = std::max(best, k < l ? score(y, l, x, k, fitting) : score(x, k, y, l, fitting));
      }
    return best;
  }

 private:
  using Parts = std::vector<int>;  // one number per point

  // With one axis in equal parts, the other cut where it is best.
  double score(const std::vector<double>& equal, int rows, const std::vector<double>& other, int columns,
               int fitting) const {
    const Parts row = equal_parts(equal, rows);
    std::vector<double> values = other;
    if (between_clumps) {
      values = clump_numbers(other, row);
      const int allowed = std::max(1, static_cast<int>(c * fitting));
      if (distinct(values).size() > static_cast<std::size_t>(allowed)) {
        const Parts joined = equal_parts(values, allowed);
        values.assign(joined.begin(), joined.end());
      }
    }
    const int rows_made = *std::max_element(row.begin(), row.end()) + 1;
    if (rows_made < 2) return 0;
    return most_information(values, columns, row) / std::log(std::min(rows_made, columns));
  }

  static std::vector<double> distinct(const std::vector<double>& values) {
    const std::set<double> found(values.begin(), values.end());
    return {found.begin(), found.end()};
  }

  // A part takes the next value unless that would bring it no nearer to its share of the points that are left.
  static Parts equal_parts(const std::vector<double>& values, int parts) {
    std::map<double, int> counts;
    for (const double value : values) ++counts[value];
    std::map<double, int> part_of;
    int part = 0;
    double inside = 0;
    auto left = static_cast<double>(values.size());
    for (const auto& [value, count] : counts) {
      const double share = left / (parts - part);
      if (inside > 0 && std::abs(inside + count - share) >= std::abs(inside - share)) {
        ++part;
        left -= inside;
        inside = 0;
      }
      part_of[value] = part;
      inside += count;
    }
    Parts result;
    for (const double value : values) result.push_back(part_of[value]);
    return result;
  }

  static std::vector<double> clump_numbers(const std::vector<double>& values, const Parts& row) {
    std::map<double, std::set<int>> rows_of;
    for (std::size_t i = 0; i < values.size(); ++i) rows_of[values[i]].insert(row[i]);
    std::map<double, double> clump_of;
    const std::set<int>* previous = nullptr;
    double clump = 0;
    for (const auto& [value, rows] : rows_of) {
      if (previous != nullptr && (rows.size() > 1 || rows != *previous)) ++clump;
      clump_of[value] = clump;
      previous = &rows;
    }
    std::vector<double> result;
    for (const double value : values) result.push_back(clump_of[value]);
    return result;
  }

  static double most_information(const std::vector<double>& values, int columns, const Parts& row) {
    const std::vector<double> distinct_values = distinct(values);
    double most = 0;
    for (unsigned cuts = 0; cuts < 1U << (distinct_values.size() - 1); ++cuts) {
      if (std::popcount(cuts) >= columns) continue;
      Parts column;
      for (const double value : values) {
        const auto place = std::lower_bound(distinct_values.begin(), distinct_values.end(), value);
        const auto before = (1U << static_cast<unsigned>(place - distinct_values.begin())) - 1;
        column.push_back(std::popcount(cuts & before));
      }
      most = std::max(most, information(column, row));
    }
    return most;
  }

  static double information(const Parts& a, const Parts& b) {
    std::map<int, double> in_a;
    std::map<int, double> in_b;
    std::map<std::pair<int, int>, double> in_both;
    const double share = 1 / static_cast<double>(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      in_a[a[i]] += share;
      in_b[b[i]] += share;
      in_both[{a[i], b[i]}] += share;
    }
    double sum = 0;
    for (const auto& [cell, p] : in_both) sum += p * std::log(p / (in_a[cell.first] * in_b[cell.second]));
    return sum;
  }
};

}  // namespace umfi
