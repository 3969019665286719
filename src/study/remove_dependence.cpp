#include <fmt/format.h>

#include <algorithm>

#include "removal/remover.hpp"
#include "study/checks.hpp"
#include "study/dataset.hpp"
#include "study/removal_check.hpp"
#include "umfi/error.hpp"
#include "umfi/remove.hpp"

namespace umfi {
namespace {

// The column with these values in the rows that take part, and only these rows.
Column kept_rows(const Column& column, std::span<const double> values, std::span<const std::uint32_t> rows) {
  std::vector<double> kept;
  kept.reserve(rows.size());
  for (const std::uint32_t row : rows) kept.push_back(values[row]);
  if (column.levels().empty()) return Column::numbers(column.name(), std::move(kept), column.kind());
  return Column::labels(column.name(), std::move(kept), {column.levels().begin(), column.levels().end()},
                        column.kind());
}

void check_feature(const RemovalRequest& request) {
  const auto refuse_in = [&](const std::vector<std::string>& names, const char* what) {
    if (std::find(names.begin(), names.end(), request.feature) != names.end())
      throw UsageError::conflict(
          fmt::format("'{}' cannot be both the feature that others are freed of and {}", request.feature, what));
  };
  refuse_in(request.keep, "a column that is no feature (the target)");
  refuse_in(request.drop, "dropped");
}

}  // namespace

Table remove_dependence(const Table& table, const RemovalRequest& request, const Context& context) {
  check_removal(request.options.lr_alpha, request.options.ot_bin_size);
  check_feature(request);
  const Table used = table.drop(request.drop);
  const std::vector<std::uint32_t> rows = usable_rows(used, context);
  const Table features = used.drop(request.keep);
  const std::size_t protected_feature = features.index_of(request.feature);
  RemovalOptions options = request.options;
  if (options.method == RemovalMethod::best) {
    Workers workers(context);
    options.method = choose_remover(FeatureSet(features, rows), protected_feature, options, workers);
  }
  const RemovalData data(features, rows);
  const auto remover = make_remover(data, {.options = options});
  const auto freed = remover->protect(protected_feature);
  Table result;
  for (std::size_t c = 0; c < used.size(); ++c) {
    const Column& column = used[c];
    const bool changes = features.has(column.name()) && freed->changes(features.index_of(column.name()));
    const std::vector<double> values =
        changes ? freed->column(features.index_of(column.name())).values : std::vector<double>{};
    result.add(kept_rows(column, changes ? values : column.values(), rows));
  }
  return result;
}

}  // namespace umfi
