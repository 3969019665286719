#include <fmt/format.h>

#include <algorithm>

#include "diagnostics/freed_set.hpp"
#include "study/chosen_parts.hpp"
#include "study/dataset.hpp"
#include "study/removal_check.hpp"
#include "umfi/error.hpp"
#include "umfi/options.hpp"
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

void check_feature(const RemoveOptions& options) {
  const auto refuse = [&](bool is_refused, const char* what) {
    if (is_refused)
      throw UsageError::conflict(
          fmt::format("'{}' cannot be both the feature that others are freed of and {}", options.feature, what));
  };
  refuse(options.feature == options.target, "the target");
  refuse(std::find(options.features.begin(), options.features.end(), options.feature) != options.features.end(),
         "one of the others");
  refuse(std::find(options.drop.begin(), options.drop.end(), options.feature) != options.drop.end(), "dropped");
}

// In the order of the table.
Table used_columns(const Table& table, const RemoveOptions& options, const Context& context) {
  DatasetOptions columns{options.target, options.features, options.drop, {}};
  if (!columns.features.empty()) columns.features.push_back(options.feature);
  context.tell(remarks_for(table, columns));
  const Table chosen = choose_columns(table, columns);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < table.size(); ++c)
    if (chosen.has(table[c].name())) names.push_back(table[c].name());
  return table.select(names);
}

}  // namespace

Table remove_dependence(const Table& table, const RemoveOptions& asked, const Context& context) {
  const Parts& parts = parts_of(context);
  check_options(asked, parts);
  check_feature(asked);
  const RemoveOptions options = resolved(asked, parts);
  const Table used = used_columns(table, options, context);
  const std::vector<std::uint32_t> rows = usable_rows(used, options.target);
  say_missing(count_missing(used, options.target), context);
  const Table features = options.target.empty() ? used : used.drop(std::vector<std::string>{options.target});
  const Subject subject{.name = options.feature, .columns = {features.index_of(options.feature)}};
  Workers workers(context);
  const std::vector<UsedRemover> removers = removers_for(options, parts);
  const UsedRemover& chosen =
      removers[choose_remover(FeatureSet(features, rows), subject.column(), removers, options.seed, workers)];
  const RemovalData data(features, {.rows = rows});
  const auto remover = chosen.entry->make(data, {.options = chosen.options, .seed = options.seed});
  const FreedSet freed(*remover->protect(subject), features.size(), workers);
  Table result;
  for (std::size_t c = 0; c < used.size(); ++c) {
    const Column& column = used[c];
    const FreedColumn* const changed =
        features.has(column.name()) ? freed.find(features.index_of(column.name())) : nullptr;
    result.add(
        kept_rows(column, changed != nullptr ? std::span<const double>(changed->values) : column.values(), rows));
  }
  return result;
}

}  // namespace umfi
