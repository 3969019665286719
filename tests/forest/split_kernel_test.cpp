#include "forest/split_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "core/distributions.hpp"
#include "forest/forest.hpp"
#include "forest/random_tables.hpp"
#include "forest/with_targets.hpp"
#include "forest/owned_column.hpp"

namespace umfi::forest {
namespace {

std::vector<double> forest_scores() {
  std::vector<double> scores;
  Context context;
  Workers workers(context);
  for (const std::size_t classes : {0UL, 2UL, 4UL, 8UL})
    for (const Model model : {Model::forest, Model::extratrees}) {
      const RandomTable random({.rows = classes == 2 ? 5000UL : 300UL, .features = 6, .classes = classes},
                               11 + classes);
      const OobScore score = score_forest(random.data(), {.model = model, .trees = 20, .seed = 3}, workers);
      scores.push_back(score.score);
      scores.insert(scores.end(), score.loss.begin(), score.loss.end());
    }
  return scores;
}

TEST(SplitKernel, every_instruction_set_gives_the_same_bits) {
  const auto expected = forest_scores();
  int tried = 0;
  with_every_target([&] {
    EXPECT_EQ(forest_scores(), expected);
    ++tried;
  });
  EXPECT_GE(tried, 1);
}

// As many random numbers as rows.
OwnedColumn random_column(std::uint32_t rows, const std::function<std::uint32_t(std::uint32_t)>& number,
                          Stream& stream) {
  std::vector<double> values;
  for (std::uint32_t row = 0; row < rows; ++row) values.push_back(number(row));
  shuffle<double>(values, stream);
  return owned_column(std::move(values));
}

// With one number only, more and more of them, few ties, and none.
std::vector<OwnedColumn> random_columns(std::uint32_t rows, Stream& stream) {
  std::vector<OwnedColumn> columns;
  for (const std::uint32_t distinct : {1U, 3U, 64U, 300U})
    columns.push_back(random_column(
        rows, [&](std::uint32_t) { return stream.below(distinct); }, stream));
  columns.push_back(random_column(
      rows, [](std::uint32_t row) { return row % 20 == 1 ? row - 1 : row; }, stream));
  for (int i = 0; i < 3; ++i)
    columns.push_back(random_column(
        rows, [](std::uint32_t row) { return row; }, stream));
  return columns;
}

// What the layout of four classes holds, shared out among a node's rows.
std::uint32_t largest_weight(std::uint32_t size) {
  return std::max(1U, 4095 / size);
}

// A node of some rows of a table.
struct RandomNode {
  std::vector<std::uint32_t> rows;
  std::vector<Item> items;
  PackedRows input{};

  RandomNode(std::uint32_t table_rows, std::uint32_t size, int classes, std::uint32_t most_weight, Stream& stream) {
    rows.resize(table_rows);
    std::iota(rows.begin(), rows.end(), 0U);
    shuffle<std::uint32_t>(rows, stream);
    for (std::uint32_t k = 0; k < size + kernel_padding; ++k) {
      const Item weight = 1 + stream.below(most_weight);
      items.push_back(weight << (16 * stream.below(static_cast<std::uint32_t>(classes))));
    }
    input = {{rows.data(), items.data(), size}, 0};
    for (std::uint32_t k = 0; k < size; ++k) input.total += items[k];
  }

  // The row of this rank, which must be no other row's, becomes the first.
  void put_first(const FeatureColumn& column, std::uint32_t rank) {
    std::swap(rows[0], *std::find_if(rows.begin(), rows.end(), [&](auto row) { return column.rank[row] == rank; }));
  }
};

// Every row's rank as the last on the left, the definition of the score as it stands.
Cut best_gini_cut_by_definition(const RandomNode& node, const FeatureColumn& column, int classes) {
  Cut best;
  std::set<std::uint32_t> ranks;
  for (std::uint32_t k = 0; k < node.input.in_bag.size; ++k) ranks.insert(column.rank[node.rows[k]]);
  for (const std::uint32_t last : ranks) {
    std::vector<double> left(4);
    std::vector<double> right(4);
    for (std::uint32_t k = 0; k < node.input.in_bag.size; ++k)
      for (int c = 0; c < classes; ++c)
        (column.rank[node.rows[k]] <= last ? left : right)[static_cast<std::size_t>(c)] +=
            static_cast<double>(node.items[k] >> (16 * c) & 0xffff);
    const auto sum = [](const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0); };
    const auto squares = [](const std::vector<double>& v) {
      return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
    };
    const double score =
        (squares(left) * sum(right) + squares(right) * sum(left)) / (sum(left) * sum(right));  // NaN: nothing parted
    if (score > best.score) best = {.score = score, .last_left = last};
  }
  return best;
}

// Several features at a time, with many ties, few and none. Scratch is used again and again, so that what one search
// leaves behind would spoil the next.
void expect_best_cuts_of_definition(std::uint32_t rows, Stream& stream) {
  std::vector<std::uint32_t> sizes{65, 71, 200, 255, 256, 990};
  for (std::uint32_t size = 2; size <= 64; ++size) sizes.push_back(size);
  KernelScratch scratch(rows, true);
  const std::vector<OwnedColumn> columns = random_columns(rows, stream);
  for (const int classes : {2, 3, 4})
    for (const std::uint32_t size : sizes) {
      const std::uint32_t most_weight = size % 4 < 2 ? 3 : largest_weight(size);
      RandomNode node(rows, size, classes, most_weight, stream);
      if (size % 2 == 0) node.put_first(columns.back().column, rows - 1);
      std::vector<Cut> expected;
      for (const OwnedColumn& column : columns)
        expected.push_back(best_gini_cut_by_definition(node, column.column, classes));
      with_every_target([&] {
        for (const std::size_t first : {std::size_t{0}, columns.size() - 3, columns.size() - 1}) {
          std::vector<Cut> found(columns.size());
          std::vector<Candidate> candidates;
          for (std::size_t i = first; i < columns.size(); ++i) candidates.push_back({&columns[i].column, &found[i], 0});
          split_kernels().best_gini_cuts(node.input, {classes, 16, columns[0].column.rank.is_narrow()}, scratch,
                                         candidates);
          for (std::size_t i = first; i < columns.size(); ++i) {
            ASSERT_EQ(found[i].score, expected[i].score) << i << " " << classes << " " << size;
            if (expected[i].score >= 0) {
              ASSERT_EQ(found[i].last_left, expected[i].last_left) << i << " " << classes << " " << size;
            }
          }
        }
      });
    }
}

TEST(SplitKernel, the_best_gini_cuts_are_those_of_the_definition_in_small_tables) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 5);
  expect_best_cuts_of_definition(most_ordered_rows, stream);
}

TEST(SplitKernel, the_best_gini_cuts_are_those_of_the_definition) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 1);
  expect_best_cuts_of_definition(3000, stream);
}

TEST(SplitKernel, the_best_gini_cuts_are_those_of_the_definition_where_ranks_exceed_15_bits) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 2);
  expect_best_cuts_of_definition(65'535, stream);
}

TEST(SplitKernel, the_best_gini_cuts_are_those_of_the_definition_where_ranks_exceed_16_bits) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 3);
  expect_best_cuts_of_definition(70'000, stream);
}

// Three classes' weights.
struct Weights {
  std::uint32_t first;
  std::uint32_t second;
  std::uint32_t third = 0;
  Weights operator-(const Weights& other) const {
    return {first - other.first, second - other.second, third - other.third};
  }
  std::uint32_t sum() const { return first + second + third; }
};

// A node whose rows have three values, which part it in these two ways.
struct NodeOfThreeValues {
  RandomNode node;
  OwnedColumn column;
};

NodeOfThreeValues node_of_three_values(const Weights& left, const Weights& more_left, const Weights& total,
                                       Stream& stream) {
  std::vector<double> values;
  std::vector<Item> items;
  const auto add = [&](double value, const Weights& weights) {
    for (const auto& [weight, shift] :
         {std::pair(weights.first, 0), std::pair(weights.second, 16), std::pair(weights.third, 32)})
      for (std::uint32_t rest = weight; rest > 0; rest -= std::min(8U, rest)) {
        values.push_back(value);
        items.push_back(Item{std::min(8U, rest)} << shift);
      }
  };
  add(0, left);
  add(1, more_left - left);
  add(2, total - more_left);
  const auto size = static_cast<std::uint32_t>(values.size());
  for (std::size_t k = 0; k < kernel_padding; ++k) {
    values.push_back(0.5);
    items.push_back(1);
  }
  RandomNode node(static_cast<std::uint32_t>(values.size()), size, 3, 1, stream);
  std::iota(node.rows.begin(), node.rows.end(), 0U);
  node.items = items;
  node.input = {{node.rows.data(), node.items.data(), size},
                total.first + (Item{total.second} << 16) + (Item{total.third} << 32)};
  return {std::move(node), owned_column(std::move(values))};
}

void expect_best_cut_of_definition(const Weights& left, const Weights& more_left, const Weights& total,
                                   Stream& stream) {
  SCOPED_TRACE(testing::Message() << "left " << left.first << " " << left.second << " " << left.third << ", or "
                                  << more_left.first << " " << more_left.second << " " << more_left.third << " of "
                                  << total.first << " " << total.second << " " << total.third);
  const NodeOfThreeValues made = node_of_three_values(left, more_left, total, stream);
  const FeatureColumn& column = made.column.column;
  const Cut expected = best_gini_cut_by_definition(made.node, column, 3);
  KernelScratch scratch(column.values.size(), true);
  with_every_target([&] {
    Cut found;
    const Candidate candidate{&column, &found, 0};
    split_kernels().best_gini_cuts(made.node.input, {3, 16, true}, scratch, {&candidate, 1});
    ASSERT_EQ(found.score, expected.score);
    ASSERT_EQ(found.last_left, expected.last_left);
  });
}

// A byte holds up to 127 draws of a class, and two bytes the squares of up to 181 in all.
TEST(SplitKernel, the_best_gini_cuts_are_those_of_the_definition_up_to_what_bytes_hold_and_beyond) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 6);
  for (const Weights& total : {Weights{127, 54}, Weights{127, 55}, Weights{128, 53}, Weights{54, 127}, Weights{53, 128},
                               Weights{100, 80, 1}, Weights{127, 127, 30}})
    for (std::uint32_t first = 1; first < total.first; first += 9) {
      const Weights left{first, 3};
      const Weights more_left{total.first, total.second - first % 50, total.third - std::min(1U, total.third)};
      expect_best_cut_of_definition(left, more_left, total, stream);
    }
  expect_best_cut_of_definition({1, 0, 0}, {127, 127, 29}, {127, 127, 30}, stream);
}

struct GiniFraction {
  std::uint32_t numerator;
  std::uint32_t denominator;
  float in_single() const { return static_cast<float>(numerator) / static_cast<float>(denominator); }
  double in_double() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};

GiniFraction gini_fraction(const Weights& left, const Weights& total) {
  const auto squares = [](const Weights& w) { return w.first * w.first + w.second * w.second + w.third * w.third; };
  const Weights right = total - left;
  return {squares(left) * right.sum() + squares(right) * left.sum(), left.sum() * right.sum()};
}

// Of two cuts whose scores differ by less than single precision tells, the better one is found, though on the right.
TEST(SplitKernel, cuts_that_are_equal_in_single_precision_are_told_apart) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 7);
  int found = 0;
  for (std::uint32_t first = 60; first <= 120 && found < 20; ++first) {
    const Weights total{first, 181 - first};
    std::map<float, std::vector<Weights>> by_quotient;
    for (std::uint32_t a = 1; a < total.first; ++a)
      for (std::uint32_t b = 1; b < total.second; ++b)
        by_quotient[gini_fraction({a, b}, total).in_single()].push_back({a, b});
    for (const auto& [quotient, sides] : by_quotient)
      for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
        const Weights& left = sides[i];
        const Weights& more_left = sides[i + 1];
        const bool is_better = gini_fraction(more_left, total).in_double() > gini_fraction(left, total).in_double();
        if (!is_better || more_left.second < left.second) continue;
        expect_best_cut_of_definition(left, more_left, total, stream);
        ++found;
      }
  }
  EXPECT_GE(found, 5);
}

// Classes change between two rows that share a value, the only ones that do: the best cut of all is not allowed.
void expect_equal_values_together(std::uint32_t rows, Stream& stream) {
  const std::uint32_t half = rows / 2;
  RandomNode node(rows, rows, 2, largest_weight(rows), stream);
  std::vector<double> values(rows);
  node.items.assign(rows + kernel_padding, 1);
  for (std::uint32_t k = 0; k < rows; ++k) {
    values[node.rows[k]] = k == half ? half - 1 : k;
    node.items[k] = k < half ? 1 : Item{1} << 16;
  }
  node.rows.resize(rows + kernel_padding);
  node.input = {{node.rows.data(), node.items.data(), rows}, half + (Item{half} << 16)};
  const OwnedColumn column = owned_column(std::move(values));
  const Cut expected = best_gini_cut_by_definition(node, column.column, 2);
  KernelScratch scratch(rows, true);
  with_every_target([&] {
    Cut found;
    const Candidate candidate{&column.column, &found, 0};
    split_kernels().best_gini_cuts(node.input, {2, 16, true}, scratch, {&candidate, 1});
    EXPECT_EQ(found.score, expected.score);
    EXPECT_EQ(found.last_left, expected.last_left);
    EXPECT_LT(found.score, rows);  // that of two pure children
  });
}

// Tables that keep an order of rows, and that do not.
TEST(SplitKernel, equal_values_are_not_separated_by_the_cut_that_would_be_best) {
  Stream stream(stream_key({.seed = 9, .purpose = Purpose::simulation}), 4);
  for (const std::uint32_t rows : {20U, 200U, 2000U}) expect_equal_values_together(rows, stream);
}

TEST(SplitKernel, sorting_by_rank_keeps_all_rows_and_their_order) {
  Stream stream(stream_key({.seed = 8, .purpose = Purpose::simulation}), 1);
  for (const std::uint32_t size : {2U, 9U, 33U, 500U, 6000U}) {
    const auto number = [&](std::uint32_t) { return stream.below(size); };
    const OwnedColumn owned = random_column(size, number, stream);
    const RowNumbers& rank = owned.column.rank;
    std::vector<std::uint32_t> rows(size);
    std::iota(rows.begin(), rows.end(), 0U);
    KernelScratch scratch(size, false);
    std::vector<std::uint32_t> sorted(size);
    split_kernels().sort_by_rank(rows, owned.column, scratch, sorted.data());
    std::vector<bool> seen(size, false);
    for (std::uint32_t i = 0; i < size; ++i) {
      EXPECT_FALSE(seen[sorted[i]]);
      seen[sorted[i]] = true;
      if (i > 0) {
        EXPECT_LE(rank[sorted[i - 1]], rank[sorted[i]]);
      }
    }
  }
}

}  // namespace
}  // namespace umfi::forest
