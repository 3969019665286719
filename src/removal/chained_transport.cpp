#include "removal/chained_transport.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "removal/row_groups.hpp"

namespace umfi {
namespace {

using Cells = std::vector<double>;

// Rows of a bin for every earlier column that takes part: fewer would fit noise.
constexpr std::size_t rows_per_column = 5;

// The cells of some places, less their mean.
Eigen::VectorXd centred(const Cells& cells, std::span<const std::uint32_t> places) {
  Eigen::VectorXd values(static_cast<Eigen::Index>(places.size()));
  for (std::size_t k = 0; k < places.size(); ++k) values(static_cast<Eigen::Index>(k)) = cells[places[k]];
  values.array() -= values.mean();
  return values;
}

// The columns that explain most of the response, each by itself; at most this many.
std::vector<Eigen::VectorXd> strongest(std::vector<Eigen::VectorXd> columns, const Eigen::VectorXd& response,
                                       std::size_t most) {
  std::erase_if(columns, [](const Eigen::VectorXd& column) { return !(column.squaredNorm() > 0); });
  std::vector<double> explained;
  for (const Eigen::VectorXd& column : columns)
    explained.push_back(std::pow(column.dot(response), 2) / column.squaredNorm());
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return explained[a] > explained[b]; });
  order.resize(std::min(order.size(), most));
  std::vector<Eigen::VectorXd> chosen;
  for (const std::size_t c : order) chosen.push_back(std::move(columns[c]));
  return chosen;
}

// What least squares on these columns leaves of the response; both are centred.
Eigen::VectorXd residuals_of(const Eigen::VectorXd& response, const std::vector<Eigen::VectorXd>& columns) {
  if (columns.empty()) return response;
  Eigen::MatrixXd design(response.size(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t c = 0; c < columns.size(); ++c) design.col(static_cast<Eigen::Index>(c)) = columns[c].normalized();
  return response - design * design.colPivHouseholderQr().solve(response);
}

}  // namespace

class ChainedTransportRemover::Freed final : public FreedColumns {
 public:
  Freed(const ChainedTransportRemover& remover, std::size_t i)
      : remover_(remover),
        pairwise_(remover.pairwise_.pairwise(i)),
        x_i_(remover.data_.cells(i)),
        groups_(remover.pairwise_.groups_of(i, x_i_)),
        cdf_(x_i_, groups_) {}

  bool changes(std::size_t j) const override { return pairwise_->changes(j); }

  std::vector<FreedColumn> columns(std::span<const std::size_t> wanted, Workers&) const override {
    std::vector<FreedColumn> result(wanted.size());
    std::vector<Cells> chain;  // ordered columns that were transported, in the order of the table
    for (const std::size_t j : changed(remover_.data_.features.size())) {
      FreedColumn freed = transported(j, chain);
      if (remover_.data_.features[j].is_ordered) chain.push_back(cells_of(freed));
      const auto place = std::find(wanted.begin(), wanted.end(), j);
      if (place != wanted.end()) result[static_cast<std::size_t>(place - wanted.begin())] = std::move(freed);
    }
    return result;
  }

 private:
  FreedColumn transported(std::size_t j, const std::vector<Cells>& chain) const {
    if (remover_.data_.features[j].is_discrete || chain.empty()) return pairwise_->column(j);
    const bool in_units = remover_.settings_.scale == FreedScale::units;
    const Cells residuals = residuals_given(remover_.data_.cells(j), chain);
    auto [values, order] = cdf_.of(residuals, in_units ? &remover_.inverse_[j] : nullptr);
    for (std::uint32_t& place : order) place = remover_.data_.sample.rows[place];
    return {remover_.data_.spread(values, in_units ? remover_.data_.features[j].unit : 1), std::move(order)};
  }

  // x_j less its regression on x_i and on the chain, bin by bin. Where bins share a row, the later one counts, as in
  // the conditional distribution.
  Cells residuals_given(const Cells& x_j, const std::vector<Cells>& chain) const {
    Cells residuals(x_j.size());
    for (const RowGroups::Range& range : groups_.groups) {
      const auto places = groups_.members(range);
      const Eigen::VectorXd response = centred(x_j, places);
      std::vector<Eigen::VectorXd> columns;
      for (const Cells& earlier : chain) columns.push_back(centred(earlier, places));
      columns = strongest(std::move(columns), response, places.size() / rows_per_column);
      const Eigen::VectorXd along = centred(x_i_, places);
      if (along.squaredNorm() > 0) columns.push_back(along);
      const Eigen::VectorXd left = residuals_of(response, columns);
      for (std::size_t k = 0; k < places.size(); ++k) residuals[places[k]] = left(static_cast<Eigen::Index>(k));
    }
    return residuals;
  }

  Cells cells_of(const FreedColumn& freed) const {
    Cells cells;
    for (const std::uint32_t row : remover_.data_.sample.rows) cells.push_back(freed.values[row]);
    return cells;
  }

  const ChainedTransportRemover& remover_;
  std::unique_ptr<const PairwiseColumns> pairwise_;
  Cells x_i_;
  RowGroups groups_;
  ConditionalCdf cdf_;
};

ChainedTransportRemover::ChainedTransportRemover(const RemovalData& data, const RemoverSettings& settings)
    : data_(data), settings_(settings), pairwise_(data, settings) {
  for (std::size_t j = 0; j < data.features.size(); ++j) inverse_.emplace_back(data.cells(j));
}

std::unique_ptr<const FreedColumns> ChainedTransportRemover::protect(const Subject& subject) const {
  return std::make_unique<Freed>(*this, subject.column());
}

RemoverEntry chained_transport_entry() {
  return {.name = "ot-chain",
          .title = "chained optimal transport",
          .options = {bin_size_setting()},
          .make =
              [](const RemovalData& data, const RemoverSettings& settings) {
                return std::make_unique<const ChainedTransportRemover>(data, settings);
              },
          // No freed_shape: columns were fitted to x_i together, which no copy can be given back.
          .text =
              [](const OptionValues& options) {
                return fmt::format(
                    "chained optimal transport (each feature was mapped to its conditional quantile given the protected "
                    "feature and the features mapped before it, estimated in bins of about {} rows, and back to its own "
                    "units)",
                    options.integer("ot_bin_size"));
              },
          .advice = fmt::format("a smaller {}", option_mention("ot_bin_size"))};
}

}  // namespace umfi
