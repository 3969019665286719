#include "experiments/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stats/summary.hpp"

namespace umfi::paper {

Verdict verdict_of(const std::vector<bool>& holds) {
  const auto held = std::count(holds.begin(), holds.end(), true);
  if (held == static_cast<std::ptrdiff_t>(holds.size())) return Verdict::yes;
  return held == 0 ? Verdict::no : Verdict::partly;
}

ClaimCheck judged(std::string claim, const std::vector<bool>& holds, std::string figure) {
  return {std::move(claim), verdict_of(holds), std::move(figure)};
}

Estimate estimate(const std::vector<double>& values) {
  return {mean_of(values), sd_of(values) / std::sqrt(static_cast<double>(values.size()))};
}

Estimate difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> differences(a.size());
  std::transform(a.begin(), a.end(), b.begin(), differences.begin(), std::minus<>());
  return estimate(differences);
}

std::string text(const Estimate& estimate) {
  return fmt::format("{:.1f} ± {:.1f}", estimate.mean, estimate.error);
}

std::string figure(double value) {
  return !std::isfinite(value) ? "–" : fmt::format("{:g}", std::round(value * 1000) / 1000);
}

std::string percent(double share) {
  return !std::isfinite(share) ? "–" : fmt::format("{:.1f} %", 100 * share);
}

std::string listed(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace umfi::paper
