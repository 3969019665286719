#include "experiments/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "umfi/csv.hpp"
#include "umfi/error.hpp"

namespace umfi::paper {

double Timing::exponent() const {
  const auto& [p2, t2] = points.back();
  double exponent = 1;
  for (const auto& [p1, t1] : points)
    if (p1 <= p2 / 2) exponent = std::max(1.0, std::log(t2 / t1) / std::log(p2 / p1));
  return exponent;
}

double Timing::seconds(double p) const {
  for (const auto& [features, seconds] : points)
    if (features == p) return seconds;
  const auto& [last, time] = points.back();
  return growth == Growth::doubling ? time * std::exp2(p - last) : time * std::pow(p / last, exponent());
}

bool Timing::is_measured(double p) const {
  return std::any_of(points.begin(), points.end(), [&](const auto& point) { return point.first == p; });
}

double Timing::features_in_an_hour() const {
  constexpr double hour = 3600;
  const auto& [last, time] = points.back();
  return growth == Growth::doubling ? last + std::log2(hour / time) : last * std::pow(hour / time, 1 / exponent());
}

const Timing* find_timing(const std::vector<Timing>& all, const std::string& label) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Timing& timing) { return timing.label == label; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<Timing> read_timings(const std::string& path) {
  const Table table = read_csv(path, {.categorical = {"method"}});
  const Column& methods = table.column("method");
  const Column& features = table.column("features");
  const Column& seconds = table.column("seconds");
  const auto is_size = [](double value) { return value > 0 && std::isfinite(value); };
  for (std::size_t row = 0; row < table.rows(); ++row)
    if (!(methods.values()[row] >= 0 && is_size(features.values()[row]) && is_size(seconds.values()[row])))
      throw UsageError::conflict(fmt::format("each row of {} needs a method, and features and seconds above 0", path));
  std::vector<Timing> all;
  for (const std::string& label : methods.levels()) all.push_back({label, Growth::power, {}});
  for (std::size_t row = 0; row < table.rows(); ++row)
    all[static_cast<std::size_t>(methods.values()[row])].points.emplace_back(features.values()[row],
                                                                             seconds.values()[row]);
  for (Timing& timing : all) {
    auto& points = timing.points;
    std::sort(points.begin(), points.end());
    if (std::adjacent_find(points.begin(), points.end(),
                           [](const auto& a, const auto& b) { return a.first == b.first; }) != points.end())
      throw UsageError::conflict(fmt::format("{} has two rows of {} with as many features", path, timing.label));
  }
  return all;
}

}  // namespace umfi::paper
