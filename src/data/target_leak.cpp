#include "data/target_leak.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "umfi/option.hpp"

namespace umfi {
namespace {

using Pairs = std::vector<std::pair<double, double>>;  // feature, target

constexpr std::size_t fewest_rows = 20;
constexpr std::size_t most_rows = 5000;
constexpr double nearly = 0.999;

// Evenly spread over the rows, sorted by feature.
Pairs pairs_of(const Column& feature, const Column& target, std::span<const std::uint32_t> rows) {
  const std::size_t step = (rows.size() + most_rows - 1) / most_rows;
  Pairs pairs;
  for (std::size_t k = 0; k < rows.size(); k += step)
    pairs.emplace_back(feature.values()[rows[k]], target.values()[rows[k]]);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Runs of equal values of the feature.
template <class Visit>
std::size_t for_each_value(const Pairs& pairs, const Visit& visit) {
  std::size_t values = 0;
  for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    while (end < pairs.size() && pairs[end].first == pairs[begin].first) ++end;
    visit(std::span(pairs).subspan(begin, end - begin));
    ++values;
  }
  return values;
}

std::size_t most_frequent(std::span<const std::pair<double, double>> pairs) {
  std::map<double, std::size_t> counts;
  std::size_t most = 0;
  for (const auto& pair : pairs) most = std::max(most, ++counts[pair.second]);
  return most;
}

// Knowing the value of the feature leaves hardly any doubt about the class. Values of one or two rows would do so by
// chance.
bool fixes_class(const Pairs& pairs) {
  std::size_t known = 0;
  const std::size_t values = for_each_value(pairs, [&](auto run) { known += most_frequent(run); });
  const std::size_t unknown_before = pairs.size() - most_frequent(pairs);
  const std::size_t unknown = pairs.size() - known;
  return 4 * values <= pairs.size() && unknown_before >= 5 && 100 * unknown <= unknown_before;
}

// Cuts along an ordered feature part all classes.
bool parts_classes(const Pairs& pairs) {
  std::map<double, std::size_t> counts;
  std::size_t changes = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    ++counts[pairs[k].second];
    if (k > 0 && pairs[k].second != pairs[k - 1].second) ++changes;
  }
  const bool has_enough =
      std::all_of(counts.begin(), counts.end(), [](const auto& count) { return count.second >= 5; });
  return has_enough && counts.size() > 1 && changes == counts.size() - 1;
}

// Mean ranks of ties.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t k = begin; k < end; ++k) ranks[order[k]] = static_cast<double>(begin + end - 1) / 2;
  }
  return ranks;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto mean = [](const std::vector<double>& v) {
    return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
  };
  const double mean_a = mean(a);
  const double mean_b = mean(b);
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    ab += (a[k] - mean_a) * (b[k] - mean_b);
    aa += (a[k] - mean_a) * (a[k] - mean_a);
    bb += (b[k] - mean_b) * (b[k] - mean_b);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

// A rank correlation of nearly one.
bool follows(const Pairs& pairs) {
  std::vector<double> a;
  std::vector<double> b;
  for (const auto& [x, y] : pairs) {
    a.push_back(x);
    b.push_back(y);
  }
  return std::abs(correlation(ranks_of(a), ranks_of(b))) >= nearly;
}

// Hardly any spread of the target is left within the values of the feature.
bool fixes_number(const Pairs& pairs) {
  const auto spread = [](std::span<const std::pair<double, double>> some) {
    double mean = 0;
    for (const auto& pair : some) mean += pair.second / static_cast<double>(some.size());
    double sum = 0;
    for (const auto& pair : some) sum += (pair.second - mean) * (pair.second - mean);
    return sum;
  };
  double within = 0;
  const std::size_t values = for_each_value(pairs, [&](auto run) { within += spread(run); });
  return 4 * values <= pairs.size() && within <= (1 - nearly) * spread(pairs);
}

}  // namespace

std::optional<ColumnRemark> leak_sign(const Column& feature, const Column& target, bool is_classes,
                                      std::span<const std::uint32_t> rows) {
  if (rows.size() < fewest_rows) return std::nullopt;
  const Pairs pairs = pairs_of(feature, target, rows);
  if (pairs.front().first == pairs.back().first) return std::nullopt;
  const bool is_ordered = feature.is_ordered();
  const bool is_leak = is_classes ? fixes_class(pairs) || (is_ordered && parts_classes(pairs))
                                  : fixes_number(pairs) || (is_ordered && follows(pairs));
  if (!is_leak) return std::nullopt;
  return ColumnRemark{
      .column = feature.name(),
      .concern = Concern::leak,
      .text = fmt::format("determines the target '{}' (nearly) without error: a copy of it, or a leak?", target.name()),
      .mend = fmt::format("{} leaves it out", option_mention("drop", feature.name()))};
}

}  // namespace umfi
