// Distributions drawn from a Stream, the same bits on every platform: std::normal_distribution and libm's
// log differ between compilers and C libraries, so both are written here from exactly rounded operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/seed_stream.hpp"

namespace umfi {

// Natural logarithm of a positive finite number, to about one unit in the last place.
double portable_log(double x);

// The exponential function for |x| < 700, to about two units in the last place.
double portable_exp(double x);

// Quantile function of the standard normal distribution, 0 < p < 1 (Wichura 1988, AS 241).
double normal_quantile(double p);

// Uniform on [low, high).
double draw_uniform(Stream& stream, double low, double high);

double draw_normal(Stream& stream);

// Mean 1.
double draw_exponential(Stream& stream);

// Puts the items in uniformly random order (Fisher-Yates).
template <class T>
void shuffle(std::span<T> items, Stream& stream) {
  for (std::size_t left = items.size(); left > 1; --left) {
    const std::size_t chosen = stream.below(static_cast<std::uint32_t>(left));
    std::swap(items[left - 1], items[chosen]);
  }
}

// This many of the items, drawn without replacement, ascending; the items as they are where there are no more.
std::vector<std::uint32_t> draw_some(std::span<const std::uint32_t> items, std::size_t size, Stream& stream);

// Adds to counts[i] how often item i was drawn in counts.size() draws with replacement.
void draw_bootstrap(std::span<std::uint32_t> counts, Stream& stream);

}  // namespace umfi
