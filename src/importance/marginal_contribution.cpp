#include "importance/marginal_contribution.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace umfi {
namespace {

using FeatureSet = std::vector<std::uint32_t>;  // ascending

// Sets that are finished together.
constexpr std::size_t block_size = 256;

// All non-empty sets of up to `largest` of the features, each after those it extends.
std::vector<FeatureSet> sets_up_to(std::size_t features, std::size_t largest) {
  std::vector<FeatureSet> sets{{}};
  for (std::size_t k = 0; k < sets.size(); ++k) {
    if (sets[k].size() == largest) continue;
    for (auto f = sets[k].empty() ? 0U : sets[k].back() + 1; f < features; ++f) {
      sets.push_back(sets[k]);
      sets.back().push_back(f);
    }
  }
  sets.erase(sets.begin());
  return sets;
}

forest::FeatureView view_of(const FeatureSet& set, const forest::FeatureView& features) {
  std::vector<const forest::FeatureColumn*> columns;
  for (const auto f : set) columns.push_back(&features[f]);
  return forest::FeatureView(std::move(columns));
}

FeatureSet without(const FeatureSet& set, std::uint32_t feature) {
  FeatureSet rest;
  std::copy_if(set.begin(), set.end(), std::back_inserter(rest), [&](auto f) { return f != feature; });
  return rest;
}

// nu of every set, block by block.
std::vector<double> powers_of(const std::vector<FeatureSet>& sets, const forest::FeatureView& features,
                              const Power& power, const RepeatItems& repeat, Workers& workers,
                              const std::function<void()>& step_done) {
  std::vector<double> powers(sets.size());
  for (std::size_t first = 0; first < sets.size(); first += block_size) {
    const auto block = std::span(powers).subspan(first, std::min(block_size, sets.size() - first));
    if (const auto known = repeat.find_block(first / block_size); known && known->size() == block.size()) {
      std::copy(known->begin(), known->end(), block.begin());
      continue;
    }
    workers.for_each(block.size(), [&](std::size_t s) {
      block[s] = power.nu(view_of(sets[first + s], features), repeat.number(), workers).score;
      if (step_done) step_done();
    });
    repeat.keep_block(first / block_size, block);
  }
  return powers;
}

}  // namespace

double marginal_contribution_models(std::size_t features, std::size_t largest) {
  double total = 0;
  double sets = 1;
  const std::size_t sizes = largest < features ? largest + 1 : features;
  for (std::size_t size = 1; size <= sizes && std::isfinite(total); ++size) {
    sets *= static_cast<double>(features - size + 1) / static_cast<double>(size);
    total += sets;
  }
  return total;
}

std::size_t largest_possible_sets(std::size_t features) {
  std::size_t largest = 0;
  while (largest < features && marginal_contribution_models(features, largest + 1) <= most_marginal_contribution_models)
    ++largest;
  return largest;
}

std::size_t known_contribution_models(const RepeatItems& repeat, std::size_t models) {
  std::size_t known = 0;
  for (std::size_t first = 0; first < models; first += block_size)
    if (repeat.find_block(first / block_size)) known += std::min(block_size, models - first);
  return known;
}

void measure_marginal_contribution(const forest::FeatureView& features, std::size_t largest, const Power& power,
                                   double floor, const RepeatItems& repeat, Workers& workers,
                                   const std::function<void()>& step_done) {
  const std::vector<FeatureSet> sets =
      sets_up_to(features.size(), largest < features.size() ? largest + 1 : features.size());
  const std::vector<double> powers = powers_of(sets, features, power, repeat, workers, step_done);
  std::map<FeatureSet, double> power_of{{{}, power.null().score}};
  for (std::size_t s = 0; s < sets.size(); ++s) power_of.emplace_hint(power_of.end(), sets[s], powers[s]);

  const bool has_all = sets.back().size() == features.size();
  repeat.need_full([&] { return has_all ? powers.back() : power.nu(features, repeat.number(), workers).score; });
  std::vector<FeatureMeasure> best(features.size(), {.value = -std::numeric_limits<double>::infinity()});
  for (std::size_t s = 0; s < sets.size(); ++s) {
    for (const std::uint32_t f : sets[s]) {
      const FeatureMeasure measure = measure_of(powers[s], power_of.at(without(sets[s], f)), floor);
      if (measure.value > best[f].value) best[f] = measure;
    }
  }
  for (std::size_t f = 0; f < best.size(); ++f) repeat.keep(f, best[f]);
}

}  // namespace umfi
