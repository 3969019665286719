#include "removal/transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "removal/row_groups.hpp"

namespace umfi {
namespace {

bool is_constant_within_groups(std::span<const double> x_j, const RowGroups& groups) {
  return std::all_of(groups.groups.begin(), groups.groups.end(), [&](const RowGroups::Range& group) {
    const auto places = groups.members(group);
    return std::all_of(places.begin(), places.end(), [&](auto place) { return x_j[place] == x_j[places[0]]; });
  });
}

// Whether x_j rises, or falls, exactly where x_i rises.
bool is_strictly_monotone(std::span<const double> x_j, std::span<const double> x_i, const RowGroups& groups) {
  bool rises = false;
  bool falls = false;
  for (std::size_t k = 1; k < groups.sorted.size(); ++k) {
    const auto here = groups.sorted[k];
    const auto before = groups.sorted[k - 1];
    if ((x_j[here] == x_j[before]) != (x_i[here] == x_i[before])) return false;
    rises |= x_j[here] > x_j[before];
    falls |= x_j[here] < x_j[before];
    if (rises && falls) return false;
  }
  return true;
}

}  // namespace

class TransportRemover::Freed final : public PairwiseColumns {
 public:
  Freed(const TransportRemover& remover, std::size_t i)
      : remover_(remover),
        i_(i),
        x_i_(remover.data_.cells(i)),
        groups_(remover.groups_of(i, x_i_)),
        cdf_(x_i_, groups_) {}

  bool changes(std::size_t j) const override {
    return j != i_ && remover_.inverse_[i_].varies() && remover_.inverse_[j].varies();
  }

  FreedColumn column(std::size_t j) const override {
    std::vector<double> x_j = remover_.data_.cells(j);
    const InverseCdf& inverse = remover_.inverse_[j];
    const double unit = remover_.data_.features[j].unit;
    if (is_function_of_protected(x_j)) {
      // Nothing of its own is left: noise in its place would only disturb.
      std::fill(x_j.begin(), x_j.end(), inverse.step(0.5));
      return {remover_.data_.spread(x_j, unit)};
    }
    if (remover_.data_.features[j].is_discrete) {
      x_j = draw_in_steps(x_j, groups_.sorted, step_ranges(), stream(j));
      for (double& u : x_j) u = inverse.step(u);
      return {remover_.data_.spread(x_j, unit)};
    }
    const bool in_units = remover_.settings_.scale == FreedScale::units;
    auto [values, order] = cdf_.of(x_j, in_units ? &inverse : nullptr);
    for (std::uint32_t& place : order) place = remover_.data_.sample.rows[place];
    return {remover_.data_.spread(values, in_units ? unit : 1), std::move(order)};
  }

 private:
  bool is_function_of_protected(std::span<const double> x_j) const {
    return groups_.are_levels ? is_constant_within_groups(x_j, groups_) : is_strictly_monotone(x_j, x_i_, groups_);
  }

  // A discrete x_j has no line along x_i: what predicts x_i is how its shares change, which small neighbourhoods
  // follow. They hold an eighth of the rows, so that few rows still leave room for change, but enough to count.
  std::vector<RowGroups::Range> step_ranges() const {
    if (groups_.are_levels) return own_groups(groups_);
    constexpr std::size_t fewest = 20;
    const auto most = remover_.bin_size_;
    return neighbourhoods(groups_, x_i_, std::min(most, std::max(fewest, x_i_.size() / 8)));
  }

  Stream stream(std::size_t j) const {
    const StreamKey key = stream_key({.seed = remover_.settings_.seed,
                                      .purpose = Purpose::removal,
                                      .repeat = remover_.settings_.repeat,
                                      .tree = static_cast<std::uint32_t>(i_)});
    return {key, j};
  }

  const TransportRemover& remover_;
  std::size_t i_;
  std::vector<double> x_i_;
  RowGroups groups_;
  ConditionalCdf cdf_;
};

TransportRemover::TransportRemover(const RemovalData& data, const RemoverSettings& settings)
    : data_(data),
      settings_(settings),
      bin_size_(static_cast<std::size_t>(settings.options.integer("ot_bin_size"))) {
  inverse_.reserve(data.features.size());
  for (std::size_t j = 0; j < data.features.size(); ++j) inverse_.emplace_back(data.cells(j));
}

std::unique_ptr<const FreedColumns> TransportRemover::protect(const Subject& subject) const {
  return pairwise(subject.column());
}

RowGroups TransportRemover::groups_of(std::size_t i, std::span<const double> x_i) const {
  return data_.features[i].is_grouping ? group_by_level(x_i) : group_by_quantile(x_i, bin_size_);
}

std::unique_ptr<const PairwiseColumns> TransportRemover::pairwise(std::size_t i) const {
  return std::make_unique<Freed>(*this, i);
}

OptionEntry bin_size_setting() {
  return {.name = "ot_bin_size",
          .type = OptionType::integer,
          .help = "Rows per bin of the protected feature, about",
          .standard = 150,
          .range = {.lowest = 2, .text = "at least 2 rows"}};
}

RemoverEntry transport_entry() {
  return {
      .name = "ot",
      .title = "optimal transport",
      .options = {bin_size_setting()},
      .is_standard = true,
      .make = [](const RemovalData& data,
                 const RemoverSettings& settings) { return std::make_unique<const TransportRemover>(data, settings); },
      .freed_shape =
          [](const OptionValues& options) {
            return FreedShape{.bin_size = static_cast<std::size_t>(options.integer("ot_bin_size"))};
          },
      .text =
          [](const OptionValues& options) {
            return fmt::format(
                "pairwise optimal transport (a feature was mapped to its conditional quantile given the protected "
                "feature, estimated in bins of about {} rows, and back to its own units)",
                options.integer("ot_bin_size"));
          },
      .advice = fmt::format("{} or a smaller {}", option_mention("remove", "best"), option_mention("ot_bin_size"))};
}

}  // namespace umfi
