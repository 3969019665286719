#include "umfi/simulate.hpp"

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "core/distributions.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

struct Row {
  double x1, x2, x3, x4, y;
};

double sign(double v) {
  return v > 0 ? 1 : (v < 0 ? -1 : 0);
}

double interaction_response(double x1, double x2, double x3, double x4) {
  return x1 + x2 + sign(x1 * x2) + x3 + x4;
}

Row interactions(Stream& s) {
  Row r{};
  for (double* x : {&r.x1, &r.x2, &r.x3, &r.x4}) *x = draw_normal(s);
  r.y = interaction_response(r.x1, r.x2, r.x3, r.x4);
  return r;
}

Row correlated_interactions(Stream& s) {
  double a = 0, b = 0, c = 0, d = 0, e = 0, g = 0;
  for (double* v : {&a, &b, &c, &d, &e, &g}) *v = draw_normal(s);
  Row r{.x1 = a + b, .x2 = b + c, .x3 = d + e, .x4 = e + g, .y = 0};
  r.y = interaction_response(r.x1, r.x2, r.x3, r.x4);
  return r;
}

Row correlation(Stream& s) {
  Row r{};
  for (double* x : {&r.x1, &r.x2, &r.x4}) *x = draw_normal(s);
  r.x3 = r.x1 + 0.1 * draw_normal(s);  // variance 0.01
  r.y = r.x1 + r.x2;
  return r;
}

Row blood_relation(Stream& s) {
  const double delta = draw_uniform(s, -1, 1);
  const double gamma = draw_exponential(s);
  const double epsilon = draw_uniform(s, -0.5, 0.5);
  const double hidden = draw_normal(s);  // the paper's S, not observed
  Row r{};
  r.x1 = draw_normal(s);
  r.x2 = 3 * r.x1 + delta;
  r.x3 = r.x2 + hidden;
  r.y = hidden + epsilon;
  r.x4 = r.y + gamma;
  return r;
}

constexpr std::array<Simulation, 4> catalogue{{
    {"interactions", "x1..x4 ~ N(0,1); y = x1 + x2 + sign(x1 x2) + x3 + x4", "x1 and x2 above x3 and x4"},
    {"correlated-interactions", "x1=A+B, x2=B+C, x3=D+E, x4=E+G, all N(0,1); y = x1 + x2 + sign(x1 x2) + x3 + x4",
     "x1 and x2 above x3 and x4"},
    {"correlation", "x1,x2,x4 ~ N(0,1); x3 = x1 + N(0, 0.01); y = x1 + x2",
     "x1 and x2 equal, x3 slightly less, x4 zero"},
    {"blood-relation", "x1,S ~ N(0,1); x2 = 3 x1 + U(-1,1); x3 = x2 + S; y = S + U(-.5,.5); x4 = y + Exp(1)",
     "x4 most, x3 the rest; x1 and x2 zero"},
}};
constexpr std::array<Row (*)(Stream&), 4> recipes{interactions, correlated_interactions, correlation, blood_relation};

std::size_t find(std::string_view name) {
  std::string known;
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    if (catalogue[i].name == name) return i;
    known += (i > 0 ? ", " : "") + std::string(catalogue[i].name);
  }
  throw UsageError::unknown_name("simulation", name, known);
}

}  // namespace

std::span<const Simulation> simulations() {
  return catalogue;
}

Table simulate(std::string_view name, std::size_t rows, std::uint64_t seed) {
  const std::size_t which = find(name);
  if (rows == 0 || rows > std::numeric_limits<std::uint32_t>::max())
    throw UsageError::out_of_range("the number of rows", "at least 1 and below 2^32");
  const StreamKey key =
      stream_key({.seed = seed, .purpose = Purpose::simulation, .tree = static_cast<std::uint32_t>(which)});
  std::array<std::vector<double>, 5> columns;
  for (auto& column : columns) column.reserve(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    Stream stream(key, i);  // one stream per row: more rows leave the first ones as they are
    const Row row = recipes[which](stream);
    const std::array cells{row.x1, row.x2, row.x3, row.x4, row.y};
    for (std::size_t c = 0; c < cells.size(); ++c) columns[c].push_back(cells[c]);
  }
  constexpr std::array names{"x1", "x2", "x3", "x4", "y"};
  Table table;
  for (std::size_t c = 0; c < columns.size(); ++c)
    table.add(Column::numbers(names[c], std::move(columns[c]), Kind::numeric));
  return table;
}

}  // namespace umfi
