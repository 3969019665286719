#include "diagnostics/residual_dependence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "power/forest_power.hpp"

namespace umfi {
namespace {

// More classes than this cost memory for every row and add nothing: the rarer levels count as one.
constexpr std::size_t most_classes = 50;

// Per level its class.
std::vector<std::size_t> classes_of_levels(const Column& column, std::span<const std::uint32_t> rows) {
  std::vector<std::size_t> rows_of(column.levels().size(), 0);
  for (const std::uint32_t row : rows) ++rows_of[static_cast<std::size_t>(column.values()[row])];
  std::vector<std::size_t> by_rows(rows_of.size());
  std::iota(by_rows.begin(), by_rows.end(), std::size_t{0});
  std::stable_sort(by_rows.begin(), by_rows.end(), [&](auto a, auto b) { return rows_of[a] > rows_of[b]; });
  std::vector<std::size_t> classes(rows_of.size());
  for (std::size_t k = 0; k < by_rows.size(); ++k) classes[by_rows[k]] = std::min(k, most_classes - 1);
  return classes;
}

Target class_target(const Column& column, std::span<const std::uint32_t> rows) {
  const std::vector<std::size_t> classes = classes_of_levels(column, rows);
  // Rows that take no part may miss their level: their class does not matter.
  std::vector<double> codes(column.size(), 0.0);
  for (const std::uint32_t row : rows)
    codes[row] = static_cast<double>(classes[static_cast<std::size_t>(column.values()[row])]);
  return ClassTarget{std::move(codes), std::min(classes.size(), most_classes)};
}

// R² does not depend on the unit, but squares of very large or very small numbers would leave the range of doubles.
// Powers of two change no digit.
Target scaled_target(std::span<const double> values) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : values) {  // comparisons with NaN are false
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  int exponent = 0;
  std::frexp(high - low, &exponent);
  std::vector<double> scaled;
  scaled.reserve(values.size());
  for (const double value : values) scaled.push_back(std::ldexp(value, -exponent));
  return NumericTarget{std::move(scaled)};
}

// S_i as a view: the columns that removal left alone are the table's own.
struct SeenSet {
  std::vector<std::unique_ptr<const FeatureColumn>> columns;
  FeatureView view;
};

SeenSet see(const FreedSet& freed, const FeatureView& features) {
  SeenSet set;
  std::vector<const FeatureColumn*> seen;
  for (std::size_t j = 0; j < features.size(); ++j) seen.push_back(&features[j]);
  for (std::size_t c = 0; c < freed.changed.size(); ++c) {
    const std::size_t j = freed.changed[c];
    set.columns.push_back(replaced_column(features[j], freed.columns[c].values, freed.columns[c].order));
    seen[j] = set.columns.back().get();
  }
  set.view = FeatureView(std::move(seen));
  return set;
}

}  // namespace

bool is_measured_by_accuracy(const Column& column) {
  return !column.is_ordered();
}

std::vector<double> measure_dependence(const DependenceData& data, std::size_t i,
                                       std::span<const FreedSet* const> sets, const forest::ForestOptions& options,
                                       Workers& workers) {
  std::vector<double> dependence(sets.size(), 0.0);
  if (data.features[i].is_constant) return dependence;
  const Column& x_i = data.table[i];
  const Target target =
      is_measured_by_accuracy(x_i) ? class_target(x_i, data.sample.rows) : scaled_target(x_i.values());
  const Subject subject{.name = x_i.name(), .columns = {i}};
  std::vector<SeenSet> freed(sets.size());
  std::vector<FeatureVariant> variants(sets.size());
  for (std::size_t s = 0; s < sets.size(); ++s) {
    variants[s].without = &subject;
    if (sets[s] == nullptr) continue;
    freed[s] = see(*sets[s], data.features);
    variants[s].columns = &freed[s].view;
  }
  forest::ForestOptions own = options;
  own.own_mtry = true;  // a forest on the other features, not one that misses x_i
  const ForestPower power(target, data.sample, own);
  const double null = power.null().value;
  const std::vector<Score> scores = power.nu_variants(
      {.features = data.features, .variants = variants, .repeat = options.repeat}, workers);
  for (std::size_t s = 0; s < sets.size(); ++s) dependence[s] = (scores[s].value - null) / (1 - null);
  return dependence;
}

}  // namespace umfi
