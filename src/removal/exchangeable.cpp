#include "removal/exchangeable.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/distributions.hpp"
#include "removal/row_groups.hpp"

namespace umfi {
namespace {

// What columns are freed of: a constant and, of x_i and each copy, its value in each group and, but for the first one,
// the group itself. Levels have no value inside. Of all these terms a row has few that are not zero, so they are kept
// row by row.
class SparseTerms {
 public:
  SparseTerms(std::size_t rows, std::size_t members, bool are_levels)
      : rows_(rows), per_row_(1 + members * (are_levels ? 1 : 2)), entries_(rows * per_row_) {
    for (std::size_t row = 0; row < rows; ++row) entry(row) = {0, 1 / std::sqrt(static_cast<double>(rows))};
    place_ = 1;
  }

  void add(std::span<const double> sample, const RowGroups& groups) {
    for (std::size_t g = 0; g < groups.groups.size(); ++g) {
      const auto members = groups.members(groups.groups[g]);
      if (g > 0) {
        for (const auto row : members) entry(row) = {terms_, 1};
        ++terms_;
      }
      if (groups.are_levels) continue;
      double mean = 0;
      for (const auto row : members) mean += sample[row] / static_cast<double>(members.size());
      for (const auto row : members) entry(row, 1) = {terms_, sample[row] - mean};
      ++terms_;
    }
    place_ += groups.are_levels ? 1 : 2;
  }

  // To be called when all are added.
  void solve_for_them() {
    scale_to_unit_length();
    Eigen::MatrixXd products = Eigen::MatrixXd::Zero(terms_, terms_);
    for (std::size_t row = 0; row < rows_; ++row)
      for (const Entry& a : entries(row))
        for (const Entry& b : entries(row)) products(a.term, b.term) += a.value * b.value;
    // Copies of few levels may be the same: then a little more on the diagonal keeps it solvable.
    products.diagonal().array() += 1e-9;
    solver_.compute(products);
  }

  void take_out_of(std::span<double> values) const {
    // The second time takes what the first left of what was put on the diagonal.
    for (int time = 0; time < 2; ++time) {
      Eigen::VectorXd coefficients = Eigen::VectorXd::Zero(terms_);
      for (std::size_t row = 0; row < rows_; ++row)
        for (const Entry& e : entries(row)) coefficients(e.term) += e.value * values[row];
      solver_.solveInPlace(coefficients);
      for (std::size_t row = 0; row < rows_; ++row)
        for (const Entry& e : entries(row)) values[row] -= e.value * coefficients(e.term);
    }
  }

 private:
  struct Entry {
    Eigen::Index term = 0;
    double value = 0;
  };

  Entry& entry(std::size_t row, std::size_t offset = 0) { return entries_[row * per_row_ + place_ + offset]; }
  std::span<const Entry> entries(std::size_t row) const { return {entries_.data() + row * per_row_, per_row_}; }

  void scale_to_unit_length() {
    Eigen::VectorXd squares = Eigen::VectorXd::Zero(terms_);
    for (const Entry& e : entries_) squares(e.term) += e.value * e.value;
    for (Entry& e : entries_)
      if (squares(e.term) > 0) e.value /= std::sqrt(squares(e.term));
  }

  std::size_t rows_;
  std::size_t per_row_;
  std::vector<Entry> entries_;  // row by row; what is missing is a zero
  std::size_t place_ = 0;       // of the next member's entries in a row
  Eigen::Index terms_ = 1;
  Eigen::LLT<Eigen::MatrixXd> solver_;
};

RowGroups groups_of(std::span<const double> sample, const RemovalFeature& feature, const FreedShape& shape) {
  if (feature.is_grouping) return group_by_level(sample);
  return group_by_quantile(sample, shape.bin_size == 0 ? sample.size() : shape.bin_size);
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
  std::vector<double> values = data_.cells(feature);
  const StreamKey key = stream_key(
      {.seed = seed_, .purpose = Purpose::exchange, .repeat = 0, .tree = static_cast<std::uint32_t>(feature)});
  Stream stream(key, number);
  shuffle<double>(values, stream);
  return data_.spread(values, data_.features[feature].unit);
}

std::size_t count_terms(const FreedShape& shape, const RemovalData& data, std::size_t feature) {
  const RowGroups groups = groups_of(data.cells(feature), data.features[feature], shape);
  return groups.groups.size() * (groups.are_levels ? 1 : 2) - 1;
}

bool frees_ordered_columns(const FreedColumns& freed, const RemovalData& data) {
  for (std::size_t j = 0; j < data.features.size(); ++j)
    if (freed.changes(j) && data.features[j].is_ordered) return true;
  return false;
}

class ExchangeableRemover::Freed final : public FreedColumns {
 public:
  Freed(const ExchangeableRemover& remover, const Subject& subject)
      : data_(remover.permuted_.data()), freed_(remover.remover_.protect(subject)) {
    const std::size_t i = subject.column();
    const CopyRange copies = remover.copies_[i];
    if (copies.begin < copies.end && frees_ordered_columns(*freed_, data_)) set_terms(remover, i, copies);
  }

  bool changes(std::size_t j) const override { return freed_->changes(j); }

  bool are_independent() const override { return freed_->are_independent(); }

  std::vector<FreedColumn> columns(std::span<const std::size_t> wanted, Workers& workers) const override {
    std::vector<FreedColumn> freed = freed_->columns(wanted, workers);
    if (!terms_) return freed;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      if (!data_.features[wanted[k]].is_ordered) continue;
      std::vector<double> sample = standardized(take(freed[k].values));
      terms_->take_out_of(sample);
      freed[k] = {data_.spread(sample, 1)};
    }
    return freed;
  }

 private:
  std::vector<double> take(std::span<const double> column) const {
    std::vector<double> sample;
    for (const auto row : data_.sample.rows) sample.push_back(column[row]);
    return sample;
  }

  void set_terms(const ExchangeableRemover& remover, std::size_t i, const CopyRange& copies) {
    const RemovalFeature& feature = data_.features[i];
    terms_.emplace(data_.sample.size(), 1 + copies.end - copies.begin, feature.is_grouping);
    const auto add = [&](const std::vector<double>& sample) {
      terms_->add(standardized(sample), groups_of(sample, feature, remover.shapes_[i]));
    };
    add(data_.cells(i));
    for (std::uint32_t copy = copies.begin; copy < copies.end; ++copy) add(take(remover.permuted_.column(i, copy)));
    terms_->solve_for_them();
  }

  const RemovalData& data_;
  std::unique_ptr<const FreedColumns> freed_;
  std::optional<SparseTerms> terms_;
};

std::unique_ptr<const FreedColumns> ExchangeableRemover::protect(const Subject& subject) const {
  return std::make_unique<Freed>(*this, subject);
}

}  // namespace umfi
