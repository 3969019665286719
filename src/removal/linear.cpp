#include "removal/linear.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "removal/conditional_cdf.hpp"
#include "removal/row_groups.hpp"
#include "removal/transport.hpp"
#include "stats/critical_values.hpp"
#include "stats/independence.hpp"
#include "stats/summary.hpp"

namespace umfi {
namespace {

Labels labels_of(const RowGroups& groups) {
  std::vector<std::uint32_t> labels(groups.sorted.size());
  for (std::size_t level = 0; level < groups.groups.size(); ++level)
    for (const auto place : groups.members(groups.groups[level])) labels[place] = static_cast<std::uint32_t>(level);
  return {std::move(labels), groups.groups.size()};
}

constexpr const char* group_rule = "group";
constexpr const char* paper_rule = "paper";

bool are_associated(const RowGroups& a, const RowGroups& b, double alpha) {
  const Labels first = labels_of(a);
  IndependenceTest test(alpha);
  test.hold_against(first);
  return test.rejects(labels_of(b));
}

}  // namespace

// x_i is a number: a straight line.
class LinearRemover::FreedOfNumbers final : public PairwiseColumns {
 public:
  FreedOfNumbers(const LinearRemover& remover, std::size_t i)
      : remover_(remover), i_(i), products_(remover.cross_products(i)) {
    critical_ = critical_squared_correlation(remover.data_.sample.size(), remover.alpha_);
    if (remover.transport_) transported_ = remover.transport_->pairwise(i);
    changes_ = remover.to_be_changed(i, [this](std::size_t j) { return is_significant(j); });
  }

  bool changes(std::size_t j) const override { return changes_[j]; }

  FreedColumn column(std::size_t j) const override {
    if (remover_.data_.features[j].is_discrete) return transported_->column(j);
    const double slope = products_[j] / remover_.square_sum_[i_];
    const std::size_t p = remover_.mean_.size();
    std::vector<double> residuals;
    residuals.reserve(remover_.data_.sample.size());
    double largest_residual = 0;
    double spread = 0;
    for (std::size_t k = 0; k < remover_.data_.sample.size(); ++k) {
      const double* const row = &remover_.centred_[k * p];
      residuals.push_back(row[j] - slope * row[i_]);
      largest_residual = std::max(largest_residual, std::abs(residuals.back()));
      spread = std::max(spread, std::abs(row[j]));
    }
    const double largest = remover_.largest_value_[j] + std::abs(slope) * remover_.largest_value_[i_];
    if (is_rounding_noise(largest_residual, spread, largest)) std::fill(residuals.begin(), residuals.end(), 0.0);
    return {remover_.data_.spread(residuals, remover_.data_.features[j].unit)};
  }

 private:
  bool is_significant(std::size_t j) const {
    if (!remover_.data_.features[j].is_ordered) {
      const auto n = remover_.data_.sample.size();
      const RowGroups levels = group_by_level(remover_.data_.cells(j));
      return explained_share(remover_.data_.cells(i_), levels) >
             critical_explained_share(n, levels.groups.size(), remover_.alpha_);
    }
    const double squares = remover_.square_sum_[i_] * remover_.square_sum_[j];
    return products_[j] * products_[j] > critical_ * squares;
  }

  const LinearRemover& remover_;
  std::size_t i_;
  std::vector<double> products_;
  double critical_;
  std::vector<bool> changes_;
  std::unique_ptr<const PairwiseColumns> transported_;
};

// x_i has levels: x_j is centred within each.
class LinearRemover::FreedOfLevels final : public PairwiseColumns {
 public:
  FreedOfLevels(const LinearRemover& remover, std::size_t i)
      : remover_(remover), i_(i), levels_(group_by_level(remover.data_.cells(i))) {
    critical_ = critical_explained_share(remover.data_.sample.size(), levels_.groups.size(), remover.alpha_);
    if (remover.transport_) transported_ = remover.transport_->pairwise(i);
    changes_ = remover.to_be_changed(i, [this](std::size_t j) { return is_significant(j); });
  }

  bool changes(std::size_t j) const override { return changes_[j]; }

  FreedColumn column(std::size_t j) const override {
    if (remover_.data_.features[j].is_discrete) return transported_->column(j);
    std::vector<double> x_j = remover_.data_.cells(j);
    const std::vector<double> means = group_means(x_j, levels_);
    double largest_residual = 0;
    double spread = 0;
    for (std::size_t level = 0; level < means.size(); ++level) {
      for (const auto place : levels_.members(levels_.groups[level])) {
        spread = std::max(spread, std::abs(x_j[place] - remover_.mean_[j]));
        x_j[place] -= means[level];
        largest_residual = std::max(largest_residual, std::abs(x_j[place]));
      }
    }
    if (is_rounding_noise(largest_residual, spread, remover_.largest_value_[j])) std::fill(x_j.begin(), x_j.end(), 0.0);
    return {remover_.data_.spread(x_j, remover_.data_.features[j].unit)};
  }

 private:
  bool is_significant(std::size_t j) const {
    const std::vector<double> x_j = remover_.data_.cells(j);
    if (!remover_.data_.features[j].is_ordered) return are_associated(levels_, group_by_level(x_j), remover_.alpha_);
    return explained_share(x_j, levels_) > critical_;
  }

  const LinearRemover& remover_;
  std::size_t i_;
  RowGroups levels_;
  double critical_;
  std::vector<bool> changes_;
  std::unique_ptr<const PairwiseColumns> transported_;
};

LinearRemover::LinearRemover(const RemovalData& data, const RemoverSettings& settings)
    : data_(data), alpha_(settings.options.number("lr_alpha")) {
  const std::size_t p = data.features.size();
  const std::size_t n = data.sample.size();
  centred_.resize(n * p);
  for (std::size_t j = 0; j < p; ++j) {
    const std::vector<double> sample = data.cells(j);
    const double mean = mean_of(sample);
    const bool varies = std::any_of(sample.begin(), sample.end(), [&](double value) { return value != sample[0]; });
    double squares = 0;
    double largest = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const double centred = varies ? sample[k] - mean : 0;
      centred_[k * p + j] = centred;
      squares += centred * centred;
      largest = std::max(largest, std::abs(sample[k]));
    }
    mean_.push_back(mean);
    square_sum_.push_back(squares);
    largest_value_.push_back(largest);
  }
  // At so low a level chance alone makes few partners in a table of any width, which keeps what features share.
  if (settings.options.text("lr_rule") == group_rule)
    partners_.emplace(centred_, p, critical_squared_correlation(n, alpha_ / static_cast<double>(p)));
  if (data.has_discrete_features()) transport_ = std::make_unique<TransportRemover>(data, settings);
}

LinearRemover::~LinearRemover() = default;

template <class Significant>
std::vector<bool> LinearRemover::to_be_changed(std::size_t i, const Significant& is_significant) const {
  const std::size_t p = mean_.size();
  std::vector<bool> changes(p, false);
  if (square_sum_[i] == 0) return changes;
  for (std::size_t j = 0; j < p; ++j) changes[j] = j != i && square_sum_[j] != 0 && is_significant(j);
  if (!partners_) return changes;
  const auto has_line = [&](std::size_t j) { return j != i && !data_.features[j].is_discrete; };
  std::vector<bool> lines(p);
  for (std::size_t j = 0; j < p; ++j) lines[j] = changes[j] && has_line(j);
  const std::vector<bool> freed = partners_->with_partners(lines);
  for (std::size_t j = 0; j < p; ++j) changes[j] = changes[j] || (freed[j] && has_line(j));
  return changes;
}

std::vector<double> LinearRemover::cross_products(std::size_t i) const {
  const std::size_t p = mean_.size();
  std::vector<double> products(p, 0.0);
  for (std::size_t k = 0; k < data_.sample.size(); ++k) {
    const double* const row = &centred_[k * p];
    const double x_i = row[i];
    for (std::size_t j = 0; j < p; ++j) products[j] += x_i * row[j];
  }
  return products;
}

std::unique_ptr<const FreedColumns> LinearRemover::protect(const Subject& subject) const {
  const std::size_t i = subject.column();
  if (data_.features[i].is_grouping) return std::make_unique<FreedOfLevels>(*this, i);
  return std::make_unique<FreedOfNumbers>(*this, i);
}

RemoverEntry linear_entry() {
  const OptionEntry alpha{.name = "lr_alpha",
                          .type = OptionType::number,
                          .help = "Leave a feature alone unless its dependence has a p-value below this",
                          .standard = 0.01,
                          .range = {.lowest = 0, .highest = 1, .without_lowest = true, .text = "above 0, at most 1"}};
  const OptionEntry rule{.name = "lr_rule",
                         .type = OptionType::word,
                         .help = "Which features lr frees: those that depend on the protected one and those that go "
                                 "together with them (group), or the first alone, as the paper does",
                         .standard = group_rule,
                         .words = {group_rule, paper_rule}};
  return {.name = "lr",
          .title = "linear regression",
          .options = {alpha, rule, bin_size_setting()},
          .is_standard = true,
          .make = [](const RemovalData& data,
                     const RemoverSettings& settings) { return std::make_unique<const LinearRemover>(data, settings); },
          .freed_shape = [](const OptionValues&) { return FreedShape{}; },
          .text =
              [](const OptionValues& options) {
                const bool has_partners = options.text("lr_rule") == group_rule;
                return fmt::format(
                    "linear regression (a feature was replaced by its residuals where its dependence on the protected "
                    "feature had p < {:g}{})",
                    options.number("lr_alpha"),
                    has_partners ? ", or where it was correlated with such a feature" : "");
              },
          .advice = fmt::format("{} or {}", option_mention("remove", "ot"), option_mention("remove", "best"))};
}

}  // namespace umfi
