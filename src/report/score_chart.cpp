// Scores as bars with their quartiles, as wide as the terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/rank_table.hpp"
#include "report/text_table.hpp"
#include "report/wording.hpp"
#include "umfi/report.hpp"

namespace umfi {
namespace {

// From where to where a score's interval goes; what is below 0 is drawn at 0.
struct Whiskers {
  double low = 0;
  double high = 0;
};

// The interval where there is one, else the quartiles of the repeats.
Whiskers whiskers_of(const FeatureScore& feature) {
  if (feature.interval) return {std::max(0.0, feature.interval->low), std::max(0.0, feature.interval->high)};
  return {std::max(0.0, feature.q25), std::max(0.0, feature.q75)};
}

std::size_t place_of(double value, double most, std::size_t width) {
  if (!(most > 0) || !(value > 0)) return 0;
  return std::min(width - 1, static_cast<std::size_t>(value / most * static_cast<double>(width)));
}

// A bar up to the score, and over it a line between the whiskers.
std::string bar_with_whiskers(const FeatureScore& feature, double most, std::size_t width) {
  const Whiskers whiskers = whiskers_of(feature);
  const std::size_t score = place_of(feature.score, most, width);
  const std::size_t low = place_of(whiskers.low, most, width);
  const std::size_t high = place_of(whiskers.high, most, width);
  std::string line;
  for (std::size_t place = 0; place <= std::max(score, high); ++place) {
    if (low == high && place == low) {
      line += "│";
    } else if (place == low) {
      line += "├";
    } else if (place == high) {
      line += "┤";
    } else if (place > low && place < high) {
      line += "─";
    } else {
      line += place <= score ? "█" : " ";
    }
  }
  return line;
}

}  // namespace

std::string score_chart(const RankResult& result, const TextStyle& style) {
  std::vector<const FeatureScore*> sorted = by_score(result);
  sorted.resize(std::min(sorted.size(), most_table_lines));
  double most = 0;
  std::size_t longest = 0;
  const auto width = static_cast<std::size_t>(std::max(style.width, 30));
  const auto name_of = [&](const FeatureScore& feature) { return shortened(printable(feature.name), width / 3); };
  for (const FeatureScore* feature : sorted) {
    most = std::max({most, feature->score, whiskers_of(*feature).high});
    longest = std::max(longest, display_width(name_of(*feature)));
  }
  std::string text;
  for (const FeatureScore* feature : sorted) {
    const std::string name = name_of(*feature);
    const std::string label = name + std::string(longest - display_width(name), ' ') + " ";
    text += label + bar_with_whiskers(*feature, most, width - longest - 1) + "\n";
  }
  const std::string whiskers = sorted.front()->interval
                                   ? fmt::format("is the {:g} % interval", 100 * result.options.confidence)
                                   : "goes from quartile to quartile of " + repeats_text(result);
  return text + lines_of(fmt::format("Bars are scores, from 0 to {:.4f}; ├─┤ {}.", most, whiskers), style);
}

}  // namespace umfi
