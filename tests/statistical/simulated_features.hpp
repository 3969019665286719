// Tables in which it is known which features have nothing to do with y.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core/distributions.hpp"
#include "umfi/table.hpp"

namespace umfi::testing {

using Values = std::vector<double>;

class Draws {
 public:
  Draws(std::size_t rows, std::uint64_t seed)
      : rows_(rows), stream_(stream_key({.seed = seed, .purpose = Purpose::simulation}), 31) {}
  template <class Draw>
  Values of(const Draw& draw) {
    Values values(rows_);
    for (std::size_t k = 0; k < rows_; ++k) values[k] = draw(k, stream_);
    return values;
  }
  Values normal() {
    return of([](std::size_t, Stream& stream) { return draw_normal(stream); });
  }

 private:
  std::size_t rows_;
  Stream stream_;
};

struct Simulated {
  Table table;
  std::vector<std::size_t> unrelated;
};

inline void add_response(Simulated& data, Values y, bool is_classes) {
  if (is_classes)
    for (double& value : y) value = value < -0.5 ? 0 : value < 0.6 ? 1 : 2;
  data.table.add(is_classes ? Column::numbers("y", y, Kind::categorical) : Column::numbers("y", y));
}

// x1 and x2 of the paper's blood relation: they explain x3, which shares another cause with y.
inline Simulated blood_relation(std::size_t rows, bool is_classes, std::uint64_t seed) {
  Draws draws(rows, seed);
  const Values x1 = draws.normal();
  const Values s = draws.normal();
  const Values x2 = draws.of([&](std::size_t k, Stream& stream) { return 3 * x1[k] + 2 * stream.uniform() - 1; });
  const Values y = draws.of([&](std::size_t k, Stream& stream) { return s[k] + stream.uniform() - 0.5; });
  const Values x3 = draws.of([&](std::size_t k, Stream&) { return x2[k] + s[k]; });
  const Values x4 = draws.of([&](std::size_t k, Stream& stream) { return y[k] + draw_exponential(stream); });
  Simulated data{.table = {}, .unrelated = {0, 1}};
  data.table.add(Column::numbers("x1", x1));
  data.table.add(Column::numbers("x2", x2));
  data.table.add(Column::numbers("x3", x3));
  data.table.add(Column::numbers("x4", x4));
  add_response(data, y, is_classes);
  return data;
}

// x bends `seen`, in which a cause of y hides: a straight line cannot free the one of the other. x is unrelated to y.
inline Simulated bent(std::size_t rows, bool is_classes, std::uint64_t seed) {
  Draws draws(rows, seed);
  const Values x = draws.normal();
  const Values cause = draws.normal();
  const Values seen = draws.of([&](std::size_t k, Stream&) { return std::exp(x[k]) + cause[k]; });
  const Values y = draws.of([&](std::size_t k, Stream& stream) { return cause[k] + 0.5 * draw_normal(stream); });
  Simulated data{.table = {}, .unrelated = {0}};
  data.table.add(Column::numbers("x", x));
  data.table.add(Column::numbers("seen", seen));
  for (const char* name : {"n1", "n2"}) data.table.add(Column::numbers(name, draws.normal()));
  add_response(data, y, is_classes);
  return data;
}

// Three causes, one of them only together with another, and three columns of noise: numbers, or few levels.
inline Simulated noise(std::size_t rows, bool is_classes, std::uint64_t seed, bool has_levels) {
  Draws draws(rows, seed);
  const Values a = draws.normal();
  const Values b = draws.normal();
  const Values c = draws.normal();
  const Values y = draws.of([&](std::size_t k, Stream& stream) { return a[k] + b[k] * c[k] + draw_normal(stream); });
  Simulated data{.table = {}, .unrelated = {3, 4, 5}};
  data.table.add(Column::numbers("a", a));
  data.table.add(Column::numbers("b", b));
  data.table.add(Column::numbers("c", c));
  for (const std::uint32_t levels : {2U, 4U, 0U}) {
    const Values x = draws.of([&](std::size_t, Stream& stream) {
      if (!has_levels) return draw_normal(stream);
      return levels > 0 ? static_cast<double>(stream.below(levels)) : std::round(2 * draw_normal(stream));
    });
    data.table.add(Column::numbers("n" + std::to_string(levels), x));
  }
  add_response(data, y, is_classes);
  return data;
}

// Features that are the sum of a cause of y and of noise, and that noise: it helps to read them, but is unrelated. All
// are jointly normal, so that linear regression frees features of each other exactly.
inline Simulated correlated(std::size_t rows, bool is_classes, std::uint64_t seed) {
  Draws draws(rows, seed);
  Simulated data{.table = {}, .unrelated = {1, 3, 5}};
  Values y = draws.normal();
  for (const char* place : {"1", "2", "3"}) {
    const Values cause = draws.normal();
    const Values unrelated = draws.normal();
    const Values seen = draws.of([&](std::size_t k, Stream&) { return cause[k] + unrelated[k]; });
    for (std::size_t k = 0; k < rows; ++k) y[k] += cause[k];
    data.table.add(Column::numbers(std::string("seen") + place, seen));
    data.table.add(Column::numbers(std::string("noise") + place, unrelated));
  }
  add_response(data, y, is_classes);
  return data;
}

// Blocks of ten features each that share a cause. The first ten make y, all others have nothing to do with it.
inline Simulated blocks(std::size_t rows, std::size_t count, std::uint64_t seed) {
  Draws draws(rows, seed);
  Simulated data;
  Values y = draws.normal();
  for (std::size_t block = 0; block < count; ++block) {
    const Values shared = draws.normal();
    for (std::size_t i = 0; i < 10; ++i) {
      const Values x = draws.of([&](std::size_t k, Stream& stream) { return shared[k] + draw_normal(stream); });
      for (std::size_t k = 0; block == 0 && k < rows; ++k) y[k] += x[k] / 2;
      if (block > 0) data.unrelated.push_back(data.table.size());
      data.table.add(Column::numbers("x" + std::to_string(data.table.size()), x));
    }
  }
  data.table.add(Column::numbers("y", y));
  return data;
}

}  // namespace umfi::testing
