#include "umfi/feature_view.hpp"

#include "data/discrete.hpp"

namespace umfi {
std::unique_ptr<const FeatureColumn> replaced_column(const FeatureColumn& original, std::vector<double> values,
                                                     std::vector<std::uint32_t> order) {
  auto column = std::make_unique<FeatureColumn>();
  column->storage = std::move(values);
  column->values = column->storage;
  column->order = std::move(order);
  column->is_ordered = original.is_ordered;
  column->is_discrete = original.is_discrete;
  column->is_constant = has_one_value(column->values);
  return column;
}

}  // namespace umfi
