#include "removal/exchangeable.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "core/distributions.hpp"
#include "removal/row_groups.hpp"

namespace umfi {
namespace {

// Fills the next columns with what a feature, or a copy of it, may be freed of: its value in each group and, but for
// the first one, the group itself. Levels have no value inside.
Eigen::Index add_terms(std::span<const double> sample, const RowGroups& groups, Eigen::MatrixXd& terms,
                       Eigen::Index next) {
  for (std::size_t g = 0; g < groups.groups.size(); ++g) {
    if (g > 0) {
      for (const auto place : groups.members(groups.groups[g])) terms(place, next) = 1;
      ++next;
    }
    if (groups.are_levels) continue;
    for (const auto place : groups.members(groups.groups[g])) terms(place, next) = sample[place];
    ++next;
  }
  return next;
}

RowGroups groups_of(std::span<const double> sample, const RemovalFeature& feature, const FreedShape& shape) {
  if (feature.is_grouping) return group_by_level(sample);
  constexpr std::size_t most_bins = 10;
  const std::size_t least_size = (sample.size() + most_bins - 1) / most_bins;
  return group_by_quantile(sample, shape.bin_size == 0 ? sample.size() : std::max(shape.bin_size, least_size));
}

// Values less their mean, over the largest of them: sums of squares neither overflow nor vanish. What is constant but
// for rounding becomes zero.
std::vector<double> standardized(std::vector<double> values) {
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value - mean));
  const bool is_constant = largest <= 1e-12 * std::abs(mean);
  for (double& value : values) value = is_constant ? 0 : (value - mean) / largest;
  return values;
}

}  // namespace

std::vector<double> PermutedCopies::column(std::size_t feature, std::uint32_t number) const {
  std::vector<double> values = data_.sample(feature);
  const StreamKey key = stream_key(
      {.seed = seed_, .purpose = Purpose::exchange, .repeat = 0, .tree = static_cast<std::uint32_t>(feature)});
  Stream stream(key, number);
  shuffle<double>(values, stream);
  return data_.spread(values, data_.features[feature].unit);
}

std::size_t FreedShape::terms(const RemovalData& data, std::size_t feature) const {
  const RowGroups groups = groups_of(data.sample(feature), data.features[feature], *this);
  return groups.groups.size() * (groups.are_levels ? 1 : 2) - 1;
}

bool frees_ordered_columns(const FreedColumns& freed, const RemovalData& data) {
  for (std::size_t j = 0; j < data.features.size(); ++j)
    if (freed.changes(j) && data.features[j].is_ordered) return true;
  return false;
}

class ExchangeableRemover::Freed final : public FreedColumns {
 public:
  Freed(const ExchangeableRemover& remover, std::size_t i)
      : data_(remover.permuted_.data()), freed_(remover.remover_.protect(i)) {
    const CopyRange copies = remover.copies_[i];
    if (copies.begin < copies.end && frees_ordered_columns(*freed_, data_)) set_basis(remover, i, copies);
  }

  bool changes(std::size_t j) const override { return freed_->changes(j); }

  std::vector<double> column(std::size_t j) const override {
    std::vector<double> freed = freed_->column(j);
    if (!data_.features[j].is_ordered || basis_.cols() == 0) return freed;
    std::vector<double> sample = standardized(take(freed));
    Eigen::Map<Eigen::VectorXd> values(sample.data(), static_cast<Eigen::Index>(sample.size()));
    values -= basis_ * (basis_.transpose() * values).eval();
    return data_.spread(sample, 1);
  }

 private:
  std::vector<double> take(std::span<const double> column) const {
    std::vector<double> sample;
    for (const auto row : data_.rows) sample.push_back(column[row]);
    return sample;
  }

  // An orthonormal basis of all that x_i and its copies explain.
  void set_basis(const ExchangeableRemover& remover, std::size_t i, const CopyRange& copies) {
    const std::size_t per_copy = remover.shapes_[i].terms(data_, i);
    const auto n = static_cast<Eigen::Index>(data_.rows.size());
    const std::size_t members = 1 + copies.end - copies.begin;
    Eigen::MatrixXd terms = Eigen::MatrixXd::Zero(n, static_cast<Eigen::Index>(1 + per_copy * members));
    terms.col(0).setOnes();
    Eigen::Index next = 1;
    const auto add = [&](const std::vector<double>& sample) {
      const RowGroups groups = groups_of(sample, data_.features[i], remover.shapes_[i]);
      next = add_terms(standardized(sample), groups, terms, next);
    };
    add(data_.sample(i));
    for (std::uint32_t copy = copies.begin; copy < copies.end; ++copy) add(take(remover.permuted_.column(i, copy)));
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(terms);
    basis_ = qr.householderQ() * Eigen::MatrixXd::Identity(n, next);
  }

  const RemovalData& data_;
  std::unique_ptr<const FreedColumns> freed_;
  Eigen::MatrixXd basis_;
};

std::unique_ptr<const FreedColumns> ExchangeableRemover::protect(std::size_t i) const {
  return std::make_unique<Freed>(*this, i);
}

}  // namespace umfi
