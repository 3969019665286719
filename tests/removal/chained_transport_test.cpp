#include "removal/chained_transport.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numeric>

#include "core/distributions.hpp"
#include "removal/columns.hpp"

namespace umfi {
namespace {

using Values = std::vector<double>;

Values product(const Values& a, const Values& b) {
  return combined(a, b, [](double x, double y) { return x * y; });
}

Table numeric_table(const std::vector<Values>& columns) {
  Table table;
  for (std::size_t c = 0; c < columns.size(); ++c)
    table.add(Column::numbers("x" + std::to_string(c), columns[c], Kind::numeric));
  return table;
}

// All columns but the first, freed of it.
std::vector<Values> freed_of_first(const Table& table, const std::string& remover, const OptionValues& settings = {}) {
  const std::vector<std::uint32_t> rows = all_rows(table.rows());
  const RemovalData data(table, {.rows = rows});
  const auto made = make_remover(data, remover, settings);
  const auto freed = made->protect(subject_of(0));
  const Context context;
  Workers workers(context);
  const std::vector<std::size_t> changed = freed->changed(table.size());
  std::vector<Values> result;
  for (FreedColumn& column : freed->columns(changed, workers)) result.push_back(std::move(column.values));
  return result;
}

// x1 and x2 are correlated, positively where x0 is positive and negatively where it is not: neither alone depends on it.
std::vector<Values> hidden_jointly(std::size_t rows) {
  Stream stream(stream_key({.seed = 3, .purpose = Purpose::simulation, .repeat = 1}), 0);
  std::vector<Values> columns(3);
  for (std::size_t row = 0; row < rows; ++row) {
    columns[0].push_back(draw_normal(stream));
    columns[1].push_back(draw_normal(stream));
    const double sign = columns[0].back() > 0 ? 1 : -1;
    columns[2].push_back(0.8 * sign * columns[1].back() + 0.6 * draw_normal(stream));
  }
  return columns;
}

TEST(ChainedTransport, frees_columns_jointly_where_pairs_hide_the_feature) {
  const Table table = numeric_table(hidden_jointly(900));
  Values sign;
  for (const double x : table[0].values()) sign.push_back(x > 0 ? 1 : -1);
  const auto dependence = [&](const std::vector<Values>& freed) {
    return std::abs(correlation(product(freed[0], freed[1]), sign));
  };
  const OptionValues bins{{"ot_bin_size", 60}};
  EXPECT_GT(dependence(freed_of_first(table, "ot", bins)), 0.4);
  // One of 14 bins holds both signs, and 0.8 / 14 = 0.06 stays there; of independent rows the rest exceeds
  // 2.7 / sqrt(900) = 0.09 in fewer than one of a hundred samples. The seed is fixed.
  EXPECT_LT(dependence(freed_of_first(table, "ot-chain", bins)), 0.15);
}

TEST(ChainedTransport, of_one_other_column_is_pairwise_transport) {
  std::vector<Values> columns = hidden_jointly(200);
  columns.pop_back();
  columns[1] = product(columns[0], columns[1]);
  const Table table = numeric_table(columns);
  EXPECT_EQ(freed_of_first(table, "ot-chain"), freed_of_first(table, "ot"));
}

// The definition, step by step, with normal equations: in every bin the rank of the residual of x_j given x_0 and all
// columns transported before, back by the inverse distribution of x_j.
std::vector<Values> plainly_chained(const std::vector<Values>& columns, std::size_t bin_size) {
  const std::size_t n = columns[0].size();
  const RowGroups bins = group_by_quantile(columns[0], bin_size);
  std::vector<Values> transported;
  for (std::size_t j = 1; j < columns.size(); ++j) {
    Values share(n);
    for (const RowGroups::Range& range : bins.groups) {
      const auto places = bins.members(range);
      const auto size = static_cast<Eigen::Index>(places.size());
      Eigen::MatrixXd design(size, static_cast<Eigen::Index>(2 + transported.size()));
      Eigen::VectorXd y(size);
      for (Eigen::Index k = 0; k < size; ++k) {
        const std::size_t row = places[static_cast<std::size_t>(k)];
        design(k, 0) = 1;
        design(k, 1) = columns[0][row];
        for (std::size_t c = 0; c < transported.size(); ++c)
          design(k, static_cast<Eigen::Index>(c) + 2) = transported[c][row];
        y(k) = columns[j][row];
      }
      const Eigen::VectorXd left = y - design * (design.transpose() * design).ldlt().solve(design.transpose() * y);
      for (Eigen::Index k = 0; k < size; ++k) {
        double rank = 0;
        for (Eigen::Index other = 0; other < size; ++other) rank += left(other) <= left(k) ? 1 : 0;
        share[places[static_cast<std::size_t>(k)]] = rank / static_cast<double>(size);
      }
    }
    const InverseCdf inverse(columns[j]);
    for (double& s : share) s = inverse.interpolated(s);
    transported.push_back(std::move(share));
  }
  return transported;
}

TEST(ChainedTransport, is_what_the_plain_definition_gives) {
  std::vector<Values> columns = hidden_jointly(120);
  Stream stream(stream_key({.seed = 4, .purpose = Purpose::simulation, .repeat = 1}), 0);
  columns.emplace_back();
  for (std::size_t row = 0; row < 120; ++row)
    columns.back().push_back(columns[0][row] + columns[1][row] * columns[2][row] + 0.5 * draw_normal(stream));
  const std::vector<Values> expected = plainly_chained(columns, 40);
  const std::vector<Values> freed = freed_of_first(numeric_table(columns), "ot-chain", {{"ot_bin_size", 40}});
  ASSERT_EQ(freed.size(), expected.size());
  for (std::size_t c = 0; c < freed.size(); ++c)
    for (std::size_t row = 0; row < 120; ++row) EXPECT_NEAR(freed[c][row], expected[c][row], 1e-9) << c << ", " << row;
}

TEST(ChainedTransport, gives_the_columns_that_were_asked_for_whatever_else_was) {
  const Table table = numeric_table(hidden_jointly(150));
  const std::vector<std::uint32_t> rows = all_rows(150);
  const RemovalData data(table, {.rows = rows});
  const auto remover = make_remover(data, "ot-chain", {});
  const auto freed = remover->protect(subject_of(0));
  const Context context;
  Workers workers(context);
  const std::vector<std::size_t> last{2}, reversed{2, 1};
  EXPECT_EQ(freed->columns(last, workers)[0].values, freed->columns(reversed, workers)[0].values);
  EXPECT_FALSE(freed->are_independent());
}

}  // namespace
}  // namespace umfi
