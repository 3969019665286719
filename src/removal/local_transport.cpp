#include "removal/local_transport.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/distributions.hpp"
#include "removal/along_feature.hpp"
#include "removal/joint_map.hpp"

namespace umfi {
namespace {

using Index = Eigen::Index;
using Eigen::VectorXd;

constexpr int rounds = 2;
// The joint step works on matrices of this many columns at most: those that depend on x_i most.
constexpr std::size_t most_joint_columns = 60;
// Less than this share of a column's variance is what rounding and an approximate curve leave of a function of x_i.
constexpr double nothing_of_its_own = 1e-5;

// The places by ascending value. Equal values keep the order given.
std::vector<std::uint32_t> places_by_value(const VectorXd& values, std::vector<std::uint32_t> places) {
  std::stable_sort(places.begin(), places.end(), [&](auto a, auto b) { return values(a) < values(b); });
  return places;
}

std::vector<std::uint32_t> all_places(std::size_t count) {
  std::vector<std::uint32_t> places(count);
  std::iota(places.begin(), places.end(), 0U);
  return places;
}

double sd_of_centred(const VectorXd& column) {
  return std::sqrt(column.squaredNorm() / static_cast<double>(column.size()));
}

// Makes mean and spread of a column the same all along x_i. Gives the larger of the two F statistics, or nothing where
// the column is a function of x_i.
std::optional<double> level_out(const AlongFeature& along, VectorXd& column) {
  column.array() -= column.mean();
  const double before = sd_of_centred(column);
  const ShrunkFit location = along.shrunk_fit(column);
  column -= location.values;
  const double sd = sd_of_centred(column);
  if (!(sd > std::sqrt(nothing_of_its_own) * before)) return std::nullopt;
  column /= sd;
  // The logarithm of squares is kept away from that of zero, which would count most.
  const ShrunkFit scale =
      along.shrunk_fit(column.unaryExpr([](double value) { return portable_log(value * value + 0.05); }));
  for (Index row = 0; row < column.size(); ++row)
    column(row) *= portable_exp(-0.5 * std::clamp(scale.values(row), -3.0, 3.0));
  column.array() -= column.mean();
  column /= sd_of_centred(column);
  return std::max(location.f, scale.f);
}

// A column on its way.
struct Working {
  std::size_t feature = 0;
  VectorXd values;
  double f = 0;  // how clearly it depends on x_i

  // How much of its shape is adapted: none where it does not depend on x_i.
  double shape_weight() const { return std::clamp((f - 2) / 2, 0.0, 1.0); }
};

}  // namespace

class LocalTransportRemover::Freed final : public FreedColumns {
 public:
  Freed(const LocalTransportRemover& remover, std::size_t i) : remover_(remover), i_(i) {}

  bool changes(std::size_t j) const override { return j != i_ && varies(i_) && varies(j); }

  std::vector<FreedColumn> columns(std::span<const std::size_t> wanted, Workers& workers) const override {
    std::vector<FreedColumn> result(wanted.size());
    const auto slot = [&](std::size_t j) -> FreedColumn* {
      const auto found = std::find(wanted.begin(), wanted.end(), j);
      return found == wanted.end() ? nullptr : &result[static_cast<std::size_t>(found - wanted.begin())];
    };
    std::vector<std::size_t> numbers;
    const auto pairwise = remover_.pairwise_.pairwise(i_);
    for (const std::size_t j : changed(remover_.data_.features.size())) {
      if (remover_.data_.features[j].is_ordered)
        numbers.push_back(j);
      else if (FreedColumn* const column = slot(j))
        *column = pairwise->column(j);
    }
    for (const Working& column : transported(numbers, workers))
      if (FreedColumn* const freed = slot(column.feature)) *freed = in_units(column);
    return result;
  }

 private:
  bool varies(std::size_t j) const { return remover_.sorted_[j].front() < remover_.sorted_[j].back(); }

  Stream stream(std::size_t j) const {
    return {stream_key({.seed = remover_.settings_.seed,
                        .purpose = Purpose::removal,
                        .repeat = remover_.settings_.repeat,
                        .tree = static_cast<std::uint32_t>(i_)}),
            j, 1};
  }

  std::vector<Working> transported(const std::vector<std::size_t>& features, Workers& workers) const {
    const AlongFeature along(remover_.data_.cells(i_), remover_.data_.features[i_].is_grouping, stream(i_));
    std::vector<Working> columns(features.size());
    workers.for_each(features.size(), [&](std::size_t k) {
      columns[k] = begun(features[k], along);
      if (columns[k].values.size() > 0) adapt_shape(columns[k], along);
    });
    // Those that depend least on x_i first, those of which nothing is left before them.
    std::stable_sort(columns.begin(), columns.end(), [](const Working& a, const Working& b) { return a.f < b.f; });
    const auto empty = std::count_if(columns.begin(), columns.end(), [](const auto& c) { return c.values.size() == 0; });
    const auto own = std::span(columns).subspan(static_cast<std::size_t>(empty));
    free_jointly(own.subspan(own.size() - std::min(own.size(), most_joint_columns)), along, workers);
    return columns;
  }

  // The normal scores of a feature, equal values in random order, at one level all along x_i.
  Working begun(std::size_t j, const AlongFeature& along) const {
    const std::vector<double> cells = remover_.data_.cells(j);
    const VectorXd values = Eigen::Map<const VectorXd>(cells.data(), static_cast<Index>(cells.size()));
    std::vector<std::uint32_t> places = all_places(cells.size());
    Stream ties = stream(j);
    shuffle<std::uint32_t>(places, ties);
    Working column{.feature = j, .values = scores_of(places_by_value(values, std::move(places)))};
    const std::optional<double> f = level_out(along, column.values);
    if (!f) return {.feature = j, .values = {}, .f = -1};
    column.f = *f;
    return column;
  }

  VectorXd scores_of(const std::vector<std::uint32_t>& sorted) const {
    VectorXd scores(static_cast<Index>(sorted.size()));
    for (std::size_t k = 0; k < sorted.size(); ++k) scores(sorted[k]) = remover_.score_[k];
    return scores;
  }

  // The rank among neighbours in the place of the rank among all, as far as the column depends on x_i.
  void adapt_shape(Working& column, const AlongFeature& along) const {
    const double weight = column.shape_weight();
    const auto n = static_cast<std::size_t>(column.values.size());
    const std::vector<std::uint32_t> sorted = places_by_value(column.values, all_places(n));
    if (weight > 0) {
      std::vector<std::uint32_t> ranks(n);
      std::vector<double> global(n);
      for (std::size_t k = 0; k < n; ++k) {
        ranks[sorted[k]] = static_cast<std::uint32_t>(k);
        global[sorted[k]] = (static_cast<double>(k) + 0.5) / static_cast<double>(n);
      }
      const std::vector<double> local = along.local_shares(ranks, global);
      // Equal local ranks are told apart by a trace of the global ones.
      for (std::size_t k = 0; k < n; ++k)
        column.values(static_cast<Index>(k)) = global[k] + weight * (local[k] - global[k]) + 1e-7 * global[k];
      column.values = scores_of(places_by_value(column.values, all_places(n)));
    } else {
      column.values = scores_of(sorted);
    }
  }

  void free_jointly(std::span<Working> columns, const AlongFeature& along, Workers& workers) const {
    if (columns.size() < 2) return;
    JointMap map(along);
    Eigen::MatrixXd all(columns.front().values.size(), static_cast<Index>(columns.size()));
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t k = 0; k < columns.size(); ++k) all.col(static_cast<Index>(k)) = columns[k].values;
      map.apply(all);
      if (!map.is_needed()) return;
      workers.for_each(columns.size(), [&](std::size_t k) {
        columns[k].values = all.col(static_cast<Index>(k));
        level_out(along, columns[k].values);
        adapt_shape(columns[k], along);
      });
    }
  }

  FreedColumn in_units(const Working& column) const {
    const RemovalData& data = remover_.data_;
    const std::vector<double>& sorted = remover_.sorted_[column.feature];
    const double unit = data.features[column.feature].unit;
    std::vector<double> cells(sorted.size(), sorted[sorted.size() / 2]);
    if (column.values.size() == 0) return {data.spread(cells, unit)};
    const bool as_shares =
        remover_.settings_.scale == FreedScale::probability && !data.features[column.feature].is_discrete;
    std::vector<std::uint32_t> order = places_by_value(column.values, all_places(sorted.size()));
    for (std::size_t k = 0; k < order.size(); ++k)
      cells[order[k]] = as_shares ? (static_cast<double>(k) + 0.5) / static_cast<double>(order.size()) : sorted[k];
    for (std::uint32_t& place : order) place = data.sample.rows[place];
    return {data.spread(cells, as_shares ? 1 : unit), std::move(order)};
  }

  const LocalTransportRemover& remover_;
  std::size_t i_;
};

LocalTransportRemover::LocalTransportRemover(const RemovalData& data, const RemoverSettings& settings)
    : data_(data), settings_(settings), pairwise_(data, settings) {
  for (std::size_t j = 0; j < data.features.size(); ++j) {
    std::vector<double> cells = data.cells(j);
    std::sort(cells.begin(), cells.end());
    has_ties_ = has_ties_ || std::adjacent_find(cells.begin(), cells.end()) != cells.end();
    sorted_.push_back(std::move(cells));
  }
  const std::size_t n = data.sample.size();
  for (std::size_t k = 0; k < n; ++k)
    score_.push_back(normal_quantile((static_cast<double>(k) + 0.5) / static_cast<double>(n)));
}

std::unique_ptr<const FreedColumns> LocalTransportRemover::protect(const Subject& subject) const {
  return std::make_unique<Freed>(*this, subject.column());
}

RemoverEntry local_transport_entry() {
  return {.name = "lgt",
          .title = "local Gaussian transport",
          .options = {bin_size_setting()},
          .make =
              [](const RemovalData& data, const RemoverSettings& settings) {
                return std::make_unique<const LocalTransportRemover>(data, settings);
              },
          // No freed_shape: columns were fitted to x_i together, which no copy can be given back.
          .text =
              [](const OptionValues&) {
                return std::string(
                    "local Gaussian transport (location, spread, shape and correlations of all features, as normal "
                    "scores, were made equal along the protected feature, and each feature was mapped back to its own "
                    "values)");
              }};
}

}  // namespace umfi
