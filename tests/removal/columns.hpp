// Tables and draws for tests of removers.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/distributions.hpp"
#include "removal/remover.hpp"
#include "umfi/table.hpp"

namespace umfi {

inline std::vector<double> normal_draws(std::size_t count, std::uint64_t seed) {
  Stream stream(stream_key({.seed = seed, .purpose = Purpose::simulation}), 77);
  std::vector<double> draws(count);
  for (double& draw : draws) draw = draw_normal(stream);
  return draws;
}

inline std::vector<double> coin_flips(std::size_t count, std::uint64_t seed, std::uint32_t sides = 2) {
  Stream stream(stream_key({.seed = seed, .purpose = Purpose::simulation}), 78);
  std::vector<double> flips(count);
  for (double& flip : flips) flip = stream.below(sides);
  return flips;
}

template <class Function>
std::vector<double> mapped(const std::vector<double>& values, const Function& function) {
  std::vector<double> result;
  for (const double value : values) result.push_back(function(value));
  return result;
}

template <class Function>
std::vector<double> combined(const std::vector<double>& a, const std::vector<double>& b, const Function& function) {
  std::vector<double> result;
  for (std::size_t k = 0; k < a.size(); ++k) result.push_back(function(a[k], b[k]));
  return result;
}

inline double correlation(std::span<const double> a, std::span<const double> b) {
  const auto n = static_cast<double>(a.size());
  const double ma = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mb = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    ab += (a[k] - ma) * (b[k] - mb);
    aa += (a[k] - ma) * (a[k] - ma);
    bb += (b[k] - mb) * (b[k] - mb);
  }
  return ab / std::sqrt(aa * bb);
}

// A table with its rows and a remover on all of them.
class Removal {
 public:
  Removal(Table table, const RemovalOptions& options)
      : table_(std::move(table)),
        rows_(table_.rows()),
        data_((std::iota(rows_.begin(), rows_.end(), 0U), table_), rows_) {
    remover_ = make_remover(data_, {.options = options});
  }
  // Column j freed of column i; empty where it is left alone.
  std::vector<double> freed(std::size_t i, std::size_t j) const {
    const auto columns = remover_->protect(i);
    return columns->changes(j) ? columns->column(j).values : std::vector<double>{};
  }
  const RemovalData& data() const { return data_; }

 private:
  Table table_;
  std::vector<std::uint32_t> rows_;
  RemovalData data_;
  std::unique_ptr<const Remover> remover_;
};

inline bool is_constant(const std::vector<double>& values) {
  return !values.empty() && std::all_of(values.begin(), values.end(), [&](double v) { return v == values[0]; });
}

}  // namespace umfi
