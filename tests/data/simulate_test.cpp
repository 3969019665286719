// The four simulations against their definitions (Janssen, Guan and Robeva 2023, section 4.1).
#include "umfi/simulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "umfi/error.hpp"

namespace umfi {
namespace {

constexpr std::size_t rows = 50'000;

using Values = std::vector<double>;

Values of(const Table& table, const std::string& name) {
  const auto values = table.column(name).values();
  return {values.begin(), values.end()};
}

Values difference(const Values& a, const Values& b, double factor = 1) {
  Values result;
  for (std::size_t i = 0; i < a.size(); ++i) result.push_back(a[i] - factor * b[i]);
  return result;
}

double mean(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double covariance(const Values& a, const Values& b) {
  const double mean_a = mean(a);
  const double mean_b = mean(b);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return sum / static_cast<double>(a.size());
}

double variance(const Values& values) {
  return covariance(values, values);
}

double correlation(const Values& a, const Values& b) {
  return covariance(a, b) / std::sqrt(variance(a) * variance(b));
}

// Five standard errors of a mean of `rows` draws with standard deviation 1; moments below have an sd near 1.
const double tolerance = 5 / std::sqrt(static_cast<double>(rows));

double sign(double value) {
  return value > 0 ? 1 : (value < 0 ? -1 : 0);
}

void expect_interaction_response(const Table& table) {
  const Values x1 = of(table, "x1"), x2 = of(table, "x2"), x3 = of(table, "x3"), x4 = of(table, "x4");
  const Values y = of(table, "y");
  for (std::size_t i = 0; i < rows; ++i) ASSERT_NEAR(y[i], x1[i] + x2[i] + sign(x1[i] * x2[i]) + x3[i] + x4[i], 1e-12);
}

TEST(Simulate, every_simulation_has_four_features_a_response_and_its_rows) {
  ASSERT_EQ(simulations().size(), 4U);
  for (const Simulation& simulation : simulations()) {
    const Table table = simulate(simulation.name, 25, 1);
    ASSERT_EQ(table.size(), 5U) << simulation.name;
    EXPECT_EQ(table.rows(), 25U);
    const std::vector<std::string> names{"x1", "x2", "x3", "x4", "y"};
    for (std::size_t c = 0; c < 5; ++c) {
      EXPECT_EQ(table[c].name(), names[c]);
      EXPECT_EQ(table[c].kind(), Kind::numeric);
      EXPECT_EQ(table[c].count_missing(), 0U);
    }
    EXPECT_FALSE(simulation.formula.empty());
    EXPECT_FALSE(simulation.truth.empty());
  }
}

TEST(Simulate, interactions_adds_independent_normals_and_one_sign) {
  const Table table = simulate("interactions", rows, 1);
  expect_interaction_response(table);
  const std::vector<std::string> names{"x1", "x2", "x3", "x4"};
  for (const auto& a : names) {
    EXPECT_NEAR(mean(of(table, a)), 0, tolerance) << a;
    EXPECT_NEAR(variance(of(table, a)), 1, std::sqrt(2.0) * tolerance) << a;
    for (const auto& b : names)
      EXPECT_NEAR(correlation(of(table, a), of(table, b)), a == b ? 1 : 0, tolerance) << a << b;
  }
}

// x1 = A + B and x2 = B + C share B: covariance 1, variances 2; likewise x3 and x4 share E.
TEST(Simulate, correlated_interactions_makes_two_pairs_with_correlation_one_half) {
  const Table table = simulate("correlated-interactions", rows, 1);
  expect_interaction_response(table);
  for (const char* name : {"x1", "x2", "x3", "x4"})
    EXPECT_NEAR(variance(of(table, name)), 2, 2 * std::sqrt(2.0) * tolerance) << name;
  EXPECT_NEAR(correlation(of(table, "x1"), of(table, "x2")), 0.5, tolerance);
  EXPECT_NEAR(correlation(of(table, "x3"), of(table, "x4")), 0.5, tolerance);
  for (const char* a : {"x1", "x2"})
    for (const char* b : {"x3", "x4"}) EXPECT_NEAR(correlation(of(table, a), of(table, b)), 0, tolerance) << a << b;
}

TEST(Simulate, correlation_makes_a_near_copy_with_error_variance_one_hundredth) {
  const Table table = simulate("correlation", rows, 1);
  const Values x1 = of(table, "x1"), x2 = of(table, "x2"), x3 = of(table, "x3"), x4 = of(table, "x4");
  const Values error = difference(x3, x1);
  EXPECT_NEAR(variance(error), 0.01, 0.01 * std::sqrt(2.0) * tolerance);
  EXPECT_NEAR(mean(error), 0, 0.1 * tolerance);
  for (const Values& other : {x1, x2, x4}) EXPECT_NEAR(correlation(error, other), 0, tolerance);
  for (const Values& x : {x1, x2, x4}) EXPECT_NEAR(variance(x), 1, std::sqrt(2.0) * tolerance);
  EXPECT_NEAR(correlation(x1, x2), 0, tolerance);
  EXPECT_NEAR(correlation(x1, x4), 0, tolerance);
  EXPECT_NEAR(correlation(x2, x4), 0, tolerance);
  const Values y = of(table, "y");
  for (std::size_t i = 0; i < rows; ++i) ASSERT_EQ(y[i], x1[i] + x2[i]);
}

TEST(Simulate, blood_relation_follows_its_graph) {
  const Table table = simulate("blood-relation", rows, 1);
  const Values x1 = of(table, "x1"), x2 = of(table, "x2"), x3 = of(table, "x3"), x4 = of(table, "x4");
  const Values y = of(table, "y");
  EXPECT_NEAR(variance(x1), 1, std::sqrt(2.0) * tolerance);

  const Values delta = difference(x2, x1, 3);  // x2 = 3 x1 + U(-1, 1)
  EXPECT_LE(*std::max_element(delta.begin(), delta.end()), 1 + 1e-12);
  EXPECT_GE(*std::min_element(delta.begin(), delta.end()), -1 - 1e-12);
  EXPECT_NEAR(variance(delta), 1.0 / 3, 0.3 * tolerance);  // of U(-1, 1); its square has sd 0.298

  const Values hidden = difference(x3, x2);  // S, standard normal
  EXPECT_NEAR(mean(hidden), 0, tolerance);
  EXPECT_NEAR(variance(hidden), 1, std::sqrt(2.0) * tolerance);

  const Values epsilon = difference(y, hidden);  // y = S + U(-1/2, 1/2)
  EXPECT_LE(*std::max_element(epsilon.begin(), epsilon.end()), 0.5 + 1e-12);
  EXPECT_GE(*std::min_element(epsilon.begin(), epsilon.end()), -0.5 - 1e-12);
  EXPECT_NEAR(variance(epsilon), 1.0 / 12, 0.08 * tolerance);

  const Values gamma = difference(x4, y);  // x4 = y + Exp(1)
  EXPECT_GE(*std::min_element(gamma.begin(), gamma.end()), -1e-12);
  EXPECT_NEAR(mean(gamma), 1, tolerance);
  EXPECT_NEAR(variance(gamma), 1, std::sqrt(8.0) * tolerance);

  for (const Values& part : {delta, hidden, epsilon, gamma}) EXPECT_NEAR(correlation(part, x1), 0, tolerance);
  EXPECT_NEAR(correlation(x1, y), 0, tolerance);  // no blood relation
  EXPECT_NEAR(correlation(x2, y), 0, tolerance);
}

TEST(Simulate, more_rows_leave_the_first_ones_as_they_are) {
  for (const Simulation& simulation : simulations()) {
    const Table few = simulate(simulation.name, 10, 7);
    const Table many = simulate(simulation.name, 1000, 7);
    for (std::size_t c = 0; c < few.size(); ++c)
      for (std::size_t row = 0; row < few.rows(); ++row)
        ASSERT_EQ(few[c].values()[row], many[c].values()[row]) << simulation.name;
  }
}

TEST(Simulate, seeds_and_simulations_share_no_numbers) {
  Values first_cells;
  for (const Simulation& simulation : simulations())
    for (std::uint64_t seed = 0; seed < 20; ++seed)
      first_cells.push_back(simulate(simulation.name, 1, seed).column("x1").values()[0]);
  std::sort(first_cells.begin(), first_cells.end());
  EXPECT_EQ(std::adjacent_find(first_cells.begin(), first_cells.end()), first_cells.end());
}

std::string sentence_of(const char* name, std::size_t count) {
  try {
    simulate(name, count, 1);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(Simulate, an_unknown_name_and_no_rows_are_refused) {
  EXPECT_EQ(sentence_of("interaction", 10),
            "there is no simulation 'interaction'; known are: interactions, correlated-interactions, correlation, "
            "blood-relation");
  EXPECT_EQ(sentence_of("interactions", 0), "the number of rows must be at least 1 and below 2^32");
}

}  // namespace
}  // namespace umfi
