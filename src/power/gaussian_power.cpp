#include "power/gaussian_power.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "umfi/error.hpp"

namespace umfi {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Rows = std::span<const std::uint32_t>;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
// A column is a linear function of others if no more than this share of its length is left beside them. Copies that
// went through a file or through dependence removal are exact to fewer digits than a double has.
constexpr double dependent_share = 1e-7;
// What varies is rounding if it is no more than this share of the values.
constexpr double rounding_share = 64 * epsilon;
// The least that a fit can leave unexplained: below it the size of residuals is a matter of rounding.
constexpr double least_unexplained = epsilon;

// cell(row) for every row, less the mean; all zero where nothing varies.
template <class Cell>
VectorXd centred(Rows rows, const Cell& cell) {
  VectorXd cells(static_cast<Index>(rows.size()));
  std::transform(rows.begin(), rows.end(), cells.begin(), cell);
  const double size = cells.stableNorm();
  cells.array() -= cells.mean();
  cells.array() -= cells.mean();  // the mean of values far from zero is itself rounded
  if (cells.stableNorm() <= rounding_share * size) cells.setZero();
  return cells;
}

// The columns of least squares: centred, which stands for the intercept, and of length 1, so that units do not matter.
class Design {
 public:
  explicit Design(Rows rows) : rows_(rows) {}

  void add(const FeatureColumn& feature) {
    if (feature.is_constant) return;
    if (feature.is_ordered) return add_column([&](std::uint32_t row) { return feature.values[row]; });
    double highest = 0;
    for (const std::uint32_t row : rows_) highest = std::max(highest, feature.values[row]);
    for (double level = 0; level <= highest; ++level)
      add_column([&](std::uint32_t row) { return feature.values[row] == level ? 1.0 : 0.0; });
  }

  MatrixXd matrix() const {
    MatrixXd columns(static_cast<Index>(rows_.size()), static_cast<Index>(columns_.size()));
    for (Index c = 0; c < columns.cols(); ++c) columns.col(c) = columns_[static_cast<std::size_t>(c)];
    return columns;
  }

 private:
  template <class Cell>
  void add_column(const Cell& cell) {
    const VectorXd column = centred(rows_, cell);
    const double length = column.stableNorm();
    if (length > 0) columns_.emplace_back(column / length);
  }

  Rows rows_;
  std::vector<VectorXd> columns_;
};

// What least squares on these columns leaves of the response. Pivoting finds a basis among them.
VectorXd residuals_of(const VectorXd& response, const MatrixXd& columns) {
  Eigen::ColPivHouseholderQR<MatrixXd> factors(columns);
  factors.setThreshold(dependent_share);
  const Index rank = factors.rank();
  if (rank + 1 >= columns.rows())
    throw DataError::saturated_fit(static_cast<std::size_t>(columns.rows()), static_cast<std::size_t>(rank));
  VectorXd rotated = response;
  rotated.applyOnTheLeft(factors.householderQ().setLength(rank).adjoint());
  rotated.head(rank).setZero();
  rotated.applyOnTheLeft(factors.householderQ().setLength(rank));
  return rotated;
}

}  // namespace

GaussianPower::GaussianPower(const Target& target, const Sample& sample) : target_(target), sample_(sample) {
  if (target.task() != Task::regression)
    throw UsageError::conflict("the Gaussian power needs a target of numbers; use the forest power for classes");
}

Score GaussianPower::null() const {
  return {};
}

Score GaussianPower::nu(const FeatureView& features, std::uint32_t /*repeat*/, Workers& /*workers*/) const {
  Design design(sample_.rows);
  for (std::size_t f = 0; f < features.size(); ++f) design.add(features[f]);
  const MatrixXd columns = design.matrix();
  const VectorXd response = centred(sample_.rows, [&](std::uint32_t row) { return target_.values()[row]; });
  const double total = response.squaredNorm();
  if (columns.cols() == 0 || total == 0) return null();

  const VectorXd residuals = residuals_of(response, columns);
  const double unexplained = residuals.squaredNorm() / total;
  const double information = -0.5 * std::log(std::clamp(unexplained, least_unexplained, 1.0));
  return {.value = information, .test_statistic = information};
}

PowerEntry gaussian_entry() {
  return {.name = "gaussian",
          .tasks = {Task::regression},
          .is_random = false,
          .metric =
              [](Task) {
                return Metric{.name = "nats",
                              .title = "nats of information",
                              .is_unit = true,
                              .null_model = "always predicting the mean"};
              },
          .make = [](const Target& target, const Sample& sample,
                     const PowerSettings&) { return std::make_unique<const GaussianPower>(target, sample); },
          .label = [](const OptionValues&) { return std::string("Gaussian power"); },
          .sentence =
              [](Task, const OptionValues&) {
                return std::string(
                    "Predictive power was -1/2 log(1 - R²) in nats, with R² from least squares: the mutual information "
                    "of jointly Gaussian data.");
              }};
}

}  // namespace umfi
