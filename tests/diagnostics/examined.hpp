// A table with what diagnostics need of it.
#pragma once

#include <numeric>
#include <vector>

#include "diagnostics/residual_dependence.hpp"
#include "removal/columns.hpp"

namespace umfi {

class Examined {
 public:
  explicit Examined(Table table) : table_(std::move(table)), rows_(table_.rows()) {
    std::iota(rows_.begin(), rows_.end(), 0U);
    for (std::size_t c = 0; c < table_.size(); ++c)
      columns_.push_back(forest::rank_column(table_[c].values(), table_[c].is_ordered()));
    for (const forest::FeatureColumn& column : columns_) pointers_.push_back(&column);
    removal_ = std::make_unique<RemovalData>(table_, rows_);
  }

  const RemovalData& removal() const { return *removal_; }

  std::unique_ptr<const Remover> remover(RemovalMethod method, int ot_bin_size = 150) const {
    return make_remover(*removal_, {.options = {.method = method, .ot_bin_size = ot_bin_size}});
  }

  // What the others know of column i, as they are.
  double raw(std::size_t i, int threads = 0) const { return dependence(i, nullptr, threads); }
  // The same when they are freed of it.
  double left(std::size_t i, RemovalMethod method, int ot_bin_size = 150) const {
    const auto frees = remover(method, ot_bin_size);
    return dependence(i, frees->protect(i).get(), 0);
  }

 private:
  double dependence(std::size_t i, const FreedColumns* freed, int threads) const {
    Context context;
    context.threads = threads;
    Workers workers(context);
    const forest::FeatureView view(pointers_);
    return measure_dependence({table_, view, rows_}, i, {&freed, 1}, {.trees = 100, .seed = 1}, workers).front();
  }

  Table table_;
  std::vector<std::uint32_t> rows_;
  std::vector<forest::FeatureColumn> columns_;
  std::vector<const forest::FeatureColumn*> pointers_;
  std::unique_ptr<RemovalData> removal_;
};

inline Table table_of(const std::vector<std::vector<double>>& columns) {
  Table table;
  for (std::size_t c = 0; c < columns.size(); ++c) table.add(Column::numbers("x" + std::to_string(c + 1), columns[c]));
  return table;
}

}  // namespace umfi
