#include "diagnostics/distortion.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/distributions.hpp"
#include "stats/mic.hpp"
#include "stats/summary.hpp"

namespace umfi {
namespace {

// Streams of one seed: which rows, and per feature which columns.
enum Lane : std::uint32_t { rows_lane, columns_lane };

std::vector<std::uint32_t> draw(std::span<const std::uint32_t> items, std::size_t most, std::uint64_t seed,
                                std::uint64_t place, Lane lane) {
  Stream stream(stream_key({.seed = seed, .purpose = Purpose::distortion}), place, lane);
  return draw_some(items, most, stream);
}

}  // namespace

double agreement_beyond_chance(std::span<const double> before, std::span<const double> after) {
  struct Shares {
    double before = 0;
    double after = 0;
  };
  std::map<double, Shares> shares;
  double agreement = 0;
  const double row = 1 / static_cast<double>(before.size());
  for (std::size_t k = 0; k < before.size(); ++k) {
    shares[before[k]].before += row;
    shares[after[k]].after += row;
    if (before[k] == after[k]) agreement += row;
  }
  double chance = 0;
  for (const auto& [value, share] : shares) chance += share.before * share.after;
  if (chance >= 1) return 1;
  return std::clamp((agreement - chance) / (1 - chance), 0.0, 1.0);
}

DistortionMeter::DistortionMeter(const RemovalData& data, std::uint64_t seed)
    : data_(data), seed_(seed), rows_(draw(data.sample.rows, most_rows, seed, 0, rows_lane)) {}

std::vector<double> DistortionMeter::sample(std::span<const double> column) const {
  std::vector<double> cells;
  cells.reserve(rows_.size());
  for (const std::uint32_t row : rows_) cells.push_back(column[row]);
  return cells;
}

double DistortionMeter::kept(std::size_t j, std::span<const double> freed) const {
  const std::vector<double> before = sample(data_.features[j].values);
  const std::vector<double> after = sample(freed);
  return data_.features[j].is_discrete ? agreement_beyond_chance(before, after) : mic_e(before, after);
}

Distortion DistortionMeter::measure(std::size_t i, const FreedSet& freed, Workers& workers) const {
  const std::vector<std::size_t>& changed = freed.changed;
  if (changed.empty()) return {};
  std::vector<std::uint32_t> places(changed.size());
  std::iota(places.begin(), places.end(), 0U);
  const std::vector<std::uint32_t> looked_at = draw(places, most_columns, seed_, i, columns_lane);
  std::vector<double> kept_of(looked_at.size());
  workers.for_each(looked_at.size(), [&](std::size_t k) {
    kept_of[k] = kept(changed[looked_at[k]], freed.columns[looked_at[k]].values);
  });
  const auto least = std::min_element(kept_of.begin(), kept_of.end());
  const auto share_changed = static_cast<double>(changed.size()) / static_cast<double>(data_.features.size() - 1);
  return {.mean_kept = 1 - share_changed * (1 - mean_of(kept_of)),
          .least_kept = *least,
          .worst = changed[looked_at[static_cast<std::size_t>(least - kept_of.begin())]]};
}

}  // namespace umfi
