#include "experiments/repeated_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "core/distributions.hpp"
#include "experiments/parts.hpp"
#include "experiments/progress.hpp"

namespace umfi::paper {
namespace {

constexpr std::uint32_t resamples = 400;

RepeatedScores summarize(const std::string& label, const RankResult& ranking, const std::set<std::string>& related) {
  RepeatedScores scores{label, {}, static_cast<std::size_t>(ranking.options.repeats)};
  for (const FeatureScore& feature : ranking.features) {
    ScoredFeature scored{feature.name, related.contains(feature.name), feature.values, {}};
    for (double& value : scored.values) value = std::max(0.0, value);
    scored.quartiles = quartiles_of(scored.values);
    scores.features.push_back(std::move(scored));
  }
  return scores;
}

// Mean interquartile range over mean median; infinite where all medians are 0.
template <class Keep>
double siqr_where(const RepeatedScores& scores, const Keep& keep) {
  double range = 0;
  double median = 0;
  for (const ScoredFeature& feature : scores.features) {
    if (!keep(feature)) continue;
    range += feature.quartiles.q75 - feature.quartiles.q25;
    median += feature.quartiles.median;
  }
  return median > 0 ? range / median : std::numeric_limits<double>::infinity();
}

}  // namespace

const ScoredFeature& RepeatedScores::feature(const std::string& name) const {
  const auto found =
      std::find_if(features.begin(), features.end(), [&](const ScoredFeature& f) { return f.name == name; });
  if (found == features.end()) throw std::logic_error("no feature " + name);
  return *found;
}

std::vector<const ScoredFeature*> RepeatedScores::ranked() const {
  std::vector<const ScoredFeature*> order;
  for (const ScoredFeature& feature : features) order.push_back(&feature);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->quartiles.median > b->quartiles.median; });
  return order;
}

std::size_t RepeatedScores::rank_of(const std::string& name) const {
  const double median = feature(name).quartiles.median;
  const auto above = std::count_if(features.begin(), features.end(),
                                   [&](const ScoredFeature& f) { return f.quartiles.median > median; });
  return static_cast<std::size_t>(above) + 1;
}

std::size_t RepeatedScores::count_zero() const {
  return static_cast<std::size_t>(
      std::count_if(features.begin(), features.end(), [](const ScoredFeature& f) { return f.quartiles.median <= 0; }));
}

RepeatedScores RepeatedScores::in(const std::vector<std::size_t>& chosen) const {
  RepeatedScores result{label, {}, chosen.size(), seconds};
  for (const ScoredFeature& feature : features) {
    ScoredFeature some{feature.name, feature.is_related, {}, {}};
    for (const std::size_t repeat : chosen) some.values.push_back(feature.values[repeat]);
    some.quartiles = quartiles_of(some.values);
    result.features.push_back(std::move(some));
  }
  return result;
}

RepeatedScores RepeatedScores::part(std::size_t first, std::size_t count) const {
  std::vector<std::size_t> chosen(count);
  std::iota(chosen.begin(), chosen.end(), first);
  return in(chosen);
}

std::vector<RepeatedScores> score_all(const Table& table, const std::vector<RepeatedSetting>& settings,
                                      const std::set<std::string>& related, const Context& context) {
  const auto cost = [&](const RepeatedSetting& setting) { return cost_of(setting.options, table.size() - 1); };
  double total = 0;
  for (const RepeatedSetting& setting : settings) total += cost(setting);
  OverallProgress progress(context, total);
  std::vector<RepeatedScores> scores;
  for (const RepeatedSetting& setting : settings) {
    scores.push_back(in_part(setting.label, progress.part(cost(setting)), [&](const Context& part) {
      const WatchedWork watched(part);
      const RankResult ranking = rank_features(table, setting.options, watched.context());
      RepeatedScores result = summarize(setting.label, ranking, related);
      if (!watched.was_begun_earlier()) result.seconds = ranking.seconds / ranking.options.repeats;
      return result;
    }));
  }
  return scores;
}

const RepeatedScores& find(const std::vector<RepeatedScores>& all, const std::string& label) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& scores) { return scores.label == label; });
  if (found == all.end()) throw std::logic_error("no scores by " + label);
  return *found;
}

Detection detect(const RepeatedScores& scores) {
  double related = 0, found = 0, rejected = 0;
  for (const ScoredFeature& feature : scores.features) {
    const bool is_found = feature.quartiles.median > 0;
    if (feature.is_related) ++related;
    if (feature.is_related && is_found) ++found;
    if (!feature.is_related && !is_found) ++rejected;
  }
  const auto all = static_cast<double>(scores.features.size());
  return {.siqr = siqr_where(scores, [](const ScoredFeature&) { return true; }),
          .tpr = found / related,
          .tnr = rejected / (all - related),
          .right = (found + rejected) / all};
}

double siqr_of_related(const RepeatedScores& scores) {
  return siqr_where(scores, [](const ScoredFeature& feature) { return feature.is_related; });
}

Interval interval_of(const RepeatedScores& scores, Figure figure, std::uint64_t seed) {
  const auto repeats = static_cast<std::uint32_t>(scores.repeats);
  const StreamKey key = stream_key({.seed = seed, .purpose = Purpose::bootstrap, .repeat = repeats});
  std::vector<double> figures;
  for (std::uint32_t resample = 0; resample < resamples; ++resample) {
    Stream stream(key, resample);
    std::vector<std::size_t> chosen(repeats);
    for (std::size_t& repeat : chosen) repeat = stream.below(repeats);
    figures.push_back(figure(scores.in(chosen)));
  }
  std::sort(figures.begin(), figures.end());
  return {quantile_of_sorted(figures, 0.025), quantile_of_sorted(figures, 0.975)};
}

BarChart bars(const RepeatedScores& scores, const std::string& unit) {
  BarChart chart{fmt::format("{}: median and quartiles over {} repeats", scores.label, scores.repeats), unit, {}};
  for (const ScoredFeature* feature : scores.ranked())
    chart.items.push_back({feature->name, feature->quartiles.median, feature->quartiles.q25, feature->quartiles.q75,
                           feature->is_related});
  return chart;
}

void add_raw(ExperimentResult& result, const RepeatedScores& scores) {
  for (const ScoredFeature& feature : scores.features)
    result.raw.push_back({scores.label, feature.name, feature.values});
}

}  // namespace umfi::paper
