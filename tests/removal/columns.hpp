// Tables, draws and removers for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/distributions.hpp"
#include "umfi/feature_view.hpp"
#include "umfi/parts.hpp"
#include "umfi/remover.hpp"
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

inline std::vector<std::uint32_t> all_rows(std::size_t count) {
  std::vector<std::uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

// Features that own their values.
class OwnedFeatures {
 public:
  OwnedFeatures() = default;
  // The columns of a table.
  explicit OwnedFeatures(const Table& table) {
    for (std::size_t c = 0; c < table.size(); ++c)
      add({table[c].values().begin(), table[c].values().end()}, table[c].is_ordered());
  }
  void add(std::vector<double> values, bool is_ordered = true, bool is_discrete = false) {
    const FeatureColumn kind{.values = {}, .is_ordered = is_ordered, .is_discrete = is_discrete};
    columns_.push_back(replaced_column(kind, std::move(values)));
  }
  const FeatureColumn& operator[](std::size_t index) const { return *columns_[index]; }
  FeatureView view() const {
    std::vector<const FeatureColumn*> pointers;
    for (const auto& column : columns_) pointers.push_back(column.get());
    return FeatureView(std::move(pointers));
  }

 private:
  std::vector<std::unique_ptr<const FeatureColumn>> columns_;
};

inline Subject subject_of(std::size_t feature) {
  return {.name = {}, .columns = {feature}};
}

// The remover of this name; other options than those given are the standard ones.
inline std::unique_ptr<const Remover> make_remover(const RemovalData& data, std::string_view name,
                                                   const OptionValues& options = {}) {
  const RemoverEntry& entry = built_in_parts().remover(name);
  return entry.make(data, {.options = with_standards(options, entry.options)});
}

// Feature j, which changes.
inline std::vector<double> freed_values(const FreedColumns& freed, std::size_t j) {
  Context context;
  context.threads = 1;
  Workers workers(context);
  return freed.columns({&j, 1}, workers).front().values;
}
// Feature j freed of feature i.
inline std::vector<double> freed_values(const Remover& remover, std::size_t i, std::size_t j) {
  return freed_values(*remover.protect(subject_of(i)), j);
}

// A table with its rows and a remover on all of them.
class Removal {
 public:
  Removal(Table table, std::string_view remover, const OptionValues& options = {})
      : table_(std::move(table)), rows_(all_rows(table_.rows())), data_(table_, {.rows = rows_}) {
    remover_ = make_remover(data_, remover, options);
  }
  // Column j freed of column i; empty where it is left alone.
  std::vector<double> freed(std::size_t i, std::size_t j) const {
    const auto columns = remover_->protect(subject_of(i));
    return columns->changes(j) ? freed_values(*columns, j) : std::vector<double>{};
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
