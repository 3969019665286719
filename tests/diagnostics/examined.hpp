// A table with what diagnostics need of it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/freed_set.hpp"
#include "diagnostics/residual_dependence.hpp"
#include "removal/columns.hpp"

namespace umfi {

class Examined {
 public:
  explicit Examined(Table table)
      : table_(std::move(table)),
        rows_(all_rows(table_.rows())),
        features_(table_),
        removal_(table_, {.rows = rows_}) {}
  Examined(const Examined&) = delete;  // it looks at its own table and rows
  Examined& operator=(const Examined&) = delete;

  const RemovalData& removal() const { return removal_; }

  // The other columns freed of column i by the remover of this name, as the paper does it.
  FreedSet freed(std::size_t i, std::string_view remover, int ot_bin_size = 150) const {
    Context context;
    Workers workers(context);
    OptionValues settings{{"ot_bin_size", ot_bin_size}};
    if (remover == "lr") settings.set("lr_rule", "paper");
    const auto frees = make_remover(removal_, remover, settings);
    return {*frees->protect(subject_of(i)), table_.size(), workers};
  }

  // How well the others predict column i, as they are.
  double raw(std::size_t i, int threads = 0) const { return dependence(i, nullptr, threads); }
  // The same when they are freed of it.
  double left(std::size_t i, std::string_view remover, int ot_bin_size = 150) const {
    const FreedSet set = freed(i, remover, ot_bin_size);
    return dependence(i, &set, 0);
  }

 private:
  double dependence(std::size_t i, const FreedSet* freed, int threads) const {
    Context context;
    context.threads = threads;
    Workers workers(context);
    const FeatureView view = features_.view();
    return measure_dependence({table_, view, {.rows = rows_}}, i, {&freed, 1}, {.trees = 100, .seed = 1}, workers)
        .front();
  }

  Table table_;
  std::vector<std::uint32_t> rows_;
  OwnedFeatures features_;
  RemovalData removal_;
};

inline Table table_of(const std::vector<std::vector<double>>& columns) {
  Table table;
  for (std::size_t c = 0; c < columns.size(); ++c) table.add(Column::numbers("x" + std::to_string(c + 1), columns[c]));
  return table;
}

}  // namespace umfi
