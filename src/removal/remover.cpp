#include "removal/remover.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/discrete.hpp"
#include "removal/chosen.hpp"
#include "removal/linear.hpp"
#include "removal/transport.hpp"

namespace umfi {
namespace {

// Units stay away from the ends of the range, so that dividing by them is exact too.
double unit_of(std::span<const double> values, std::span<const std::uint32_t> rows) {
  double largest = 0;
  for (const std::uint32_t row : rows) largest = std::max(largest, std::abs(values[row]));
  int exponent = 0;
  std::frexp(largest, &exponent);
  return std::ldexp(1.0, std::clamp(exponent, -1000, 1000));
}

}  // namespace

RemovalData::RemovalData(const Table& table, std::span<const std::uint32_t> participating)
    : rows(participating), table_rows(table.rows()) {
  for (std::size_t c = 0; c < table.size(); ++c) {
    const bool is_few = table[c].kind() == Kind::binary || has_few_values(table[c], rows);
    features.push_back({.values = table[c].values(),
                        .is_ordered = table[c].is_ordered(),
                        .is_discrete = is_discrete(table[c], rows),
                        .is_grouping = !table[c].is_ordered() || is_few,
                        .unit = unit_of(table[c].values(), rows)});
  }
}

std::vector<double> RemovalData::sample(std::size_t feature) const {
  const std::span<const double> values = features[feature].values;
  const double per_unit = 1 / features[feature].unit;  // exact, as units are powers of two
  std::vector<double> cells(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) cells[k] = values[rows[k]] * per_unit;
  return cells;
}

std::vector<double> RemovalData::spread(std::span<const double> sample, double unit) const {
  std::vector<double> column(table_rows, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < rows.size(); ++k) column[rows[k]] = sample[k] * unit;
  return column;
}

bool is_random(const RemovalData& data) {
  return std::any_of(data.features.begin(), data.features.end(), [](const auto& f) { return f.is_discrete; });
}

std::string_view name_of(RemovalMethod method) {
  switch (method) {
    case RemovalMethod::lr: return "lr";
    case RemovalMethod::ot: return "ot";
    case RemovalMethod::best: break;
  }
  return "best";
}

std::unique_ptr<const Remover> make_remover(const RemovalData& data, const RemoverSettings& settings) {
  switch (settings.options.method) {
    case RemovalMethod::lr: return std::make_unique<LinearRemover>(data, settings);
    case RemovalMethod::ot: return std::make_unique<TransportRemover>(data, settings);
    case RemovalMethod::best: break;
  }
  return std::make_unique<ChosenRemover>(data, settings);
}

}  // namespace umfi
