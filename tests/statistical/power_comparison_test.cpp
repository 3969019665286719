// Whether the test finds related features at least as often as the paper's rule (the median of 200 repeats is above
// zero) and as permutation importance with the test of Altmann et al. (2010), which permutes y.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <limits>

#include "statistical/parts_of_inference.hpp"
#include "statistical/samples.hpp"
#include "statistical/simulated_features.hpp"
#include "stats/summary.hpp"
#include "umfi/rank.hpp"
#include "umfi/simulate.hpp"

namespace umfi {
namespace {

using namespace testing;

constexpr int trees_of_rule = 50;  // 200 times
constexpr int trees_of_test = 250;
constexpr double level = 0.05;
constexpr double one_sided_5_percent = 1.645;  // standard deviations

using Columns = std::vector<std::size_t>;

struct Source {
  const char* name;  // one of the paper's simulations, or "weak"
  double effect = 0;
  Columns related;
  std::vector<Columns> unrelated;  // by kind
  std::size_t rows = 100;
};

void PrintTo(const Source& source, std::ostream* out) {
  *out << source.name << " " << source.effect << ", " << source.rows << " rows";
}

void add_noise(Table& table, Draws& draws) {
  for (const char* name : {"n1", "n2", "n3"}) table.add(Column::numbers(name, draws.normal()));
}

// A strong cause, one of this effect, and three columns of noise.
Table weak_effect(std::size_t rows, double effect, std::uint64_t seed) {
  Draws draws(rows, seed);
  Table table;
  const Values a = draws.normal();
  const Values x = draws.normal();
  table.add(Column::numbers("a", a));
  table.add(Column::numbers("x", x));
  add_noise(table, draws);
  table.add(Column::numbers(
      "y", draws.of([&](std::size_t k, Stream& stream) { return a[k] + effect * x[k] + draw_normal(stream); })));
  return table;
}

// A simulation of the paper, with three columns of noise.
Table paper_simulation(const char* name, std::size_t rows, std::uint64_t seed) {
  Draws draws(rows, seed);
  Table table = simulate(name, rows, seed);
  add_noise(table, draws);
  return table;
}

Table draw(const Source& source, std::uint64_t seed) {
  return source.effect > 0 ? weak_effect(source.rows, source.effect, seed)
                           : paper_simulation(source.name, source.rows, seed);
}

const FeatureScore& score_of(const RankResult& result, const Table& table, std::size_t column) {
  return *std::find_if(result.features.begin(), result.features.end(),
                       [&](const FeatureScore& feature) { return feature.name == table[column].name(); });
}

RankOptions quick(int trees, int repeats, std::uint64_t seed) {
  return {.target = "y", .repeats = repeats, .seed = seed, .inference = false, .settings = {{"trees", trees}}};
}

RankResult ultra_marginal_scores(const Table& table, std::uint64_t seed) {
  RankOptions options = quick(trees_of_rule, 200, seed);
  options.removal_check = false;
  return rank_features(table, options);
}

RankResult permutation_scores(const Table& table, std::uint64_t seed) {
  RankOptions options = quick(trees_of_test, 1, seed);
  options.method = "permutation";
  return rank_features(table, options);
}

// One number per column, the larger the more related.
using Statistics = std::vector<double>;

Statistics by_test(const Table& table, std::uint64_t seed) {
  const std::vector<double> p = p_of_all(table, {.target = "y", .seed = seed, .settings = {{"trees", trees_of_test}}});
  Statistics found(table.size());
  std::size_t feature = 0;
  for (std::size_t c = 0; c < table.size(); ++c)
    if (table[c].name() != "y") found[c] = p[feature++] <= level ? 1 : 0;
  return found;
}

Statistics by_median(const Table& table, std::uint64_t seed) {
  const RankResult result = ultra_marginal_scores(table, seed);
  Statistics medians(table.size());
  for (std::size_t c = 0; c < table.size(); ++c)
    if (table[c].name() != "y") medians[c] = score_of(result, table, c).median;
  return medians;
}

Table with_permuted_response(const Table& table, std::uint64_t seed, std::uint32_t permutation) {
  Table permuted;
  for (std::size_t c = 0; c < table.size(); ++c) {
    Values values(table[c].values().begin(), table[c].values().end());
    Stream stream(stream_key({.seed = seed, .purpose = Purpose::simulation}), 1000 + permutation);
    if (table[c].name() == "y") shuffle<double>(values, stream);
    permuted.add(Column::numbers(table[c].name(), values));
  }
  return permuted;
}

// How far importance lies above that with y permuted, in standard deviations: Altmann's p with a normal null.
Statistics by_altmann(const Table& table, std::uint64_t seed) {
  constexpr std::uint32_t permutations = 39;
  const RankResult real = permutation_scores(table, seed);
  std::vector<std::vector<double>> null(table.size());
  for (std::uint32_t permutation = 0; permutation < permutations; ++permutation) {
    const RankResult other =
        permutation_scores(with_permuted_response(table, seed, permutation), seed + permutation + 1);
    for (std::size_t c = 0; c < table.size(); ++c)
      if (table[c].name() != "y") null[c].push_back(score_of(other, table, c).score);
  }
  Statistics z(table.size());
  for (std::size_t c = 0; c < table.size(); ++c) {
    if (table[c].name() == "y") continue;
    const Moments sample = summarize(null[c]);
    z[c] = (score_of(real, table, c).score - sample.mean) / sample.sd;
  }
  return z;
}

// A way to decide: what is above the threshold, it calls related.
struct Way {
  const char* name;
  double threshold = 0;
  std::vector<Statistics> statistics;  // per data set
  double seconds = 0;                  // of processors

  // The share of these columns that is called related, per data set.
  std::vector<double> found(const Columns& columns) const {
    std::vector<double> shares;
    for (const Statistics& one : statistics) {
      const auto above =
          std::count_if(columns.begin(), columns.end(), [&](std::size_t c) { return one[c] > threshold; });
      shares.push_back(static_cast<double>(above) / static_cast<double>(columns.size()));
    }
    return shares;
  }
  // The same way with the threshold at which the kind of unrelated columns that it calls related most often is called
  // so in 5 %.
  Way at_level(const std::vector<Columns>& unrelated) const {
    Way calibrated = *this;
    calibrated.threshold = -std::numeric_limits<double>::infinity();
    for (const Columns& kind : unrelated) {
      std::vector<double> values;
      for (const Statistics& one : statistics)
        for (const std::size_t c : kind) values.push_back(one[c]);
      std::sort(values.begin(), values.end());
      calibrated.threshold = std::max(calibrated.threshold, quantile_of_sorted(values, 1 - level));
    }
    return calibrated;
  }
};

template <class Decide>
Way decide_all(const char* name, double threshold, const std::vector<Table>& data, const Decide& decide) {
  const std::clock_t start = std::clock();
  Way way{name, threshold, {}, 0};
  for (std::size_t set = 0; set < data.size(); ++set) way.statistics.push_back(decide(data[set], set + 1));
  way.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return way;
}

double mean(const std::vector<double>& values) {
  return summarize(values).mean;
}

// What the first finds more than the second, on the same data sets.
Moments gain(const std::vector<double>& ours, const std::vector<double>& theirs) {
  std::vector<double> gains;
  for (std::size_t k = 0; k < ours.size(); ++k) gains.push_back(ours[k] - theirs[k]);
  return summarize(gains);
}

void print(const Way& way, const Source& source) {
  std::cout << way.name << ": found " << mean(way.found(source.related)) << ", unrelated";
  for (const Columns& kind : source.unrelated) std::cout << " " << mean(way.found(kind));
  std::cout << ", " << way.seconds << " s\n";
}

class PowerOfTest : public ::testing::TestWithParam<Source> {};

// Ours is at least as good as each of the others, but for two standard errors. (Seeds are fixed, so this cannot fail by
// chance.) Where another way calls some kind of unrelated columns related in more than 5 %, it is compared at the
// threshold where it does not, which only a simulation knows. Blood relation with few rows is left out for Altmann: see
// below.
TEST_P(PowerOfTest, is_at_least_that_of_the_papers_rule_and_of_altmann) {
  const Source& source = GetParam();
  std::vector<Table> data;
  for (std::uint64_t seed = 1; seed <= (wants_long_tests() ? 100U : 8U); ++seed) data.push_back(draw(source, seed));
  const Way test = decide_all("test", 0.5, data, by_test);
  const Way rule = decide_all("rule", 0, data, by_median);
  const Way altmann = decide_all("Altmann", one_sided_5_percent, data, by_altmann);
  print(test, source);
  for (const Way& way : {rule, altmann}) {
    const Way calibrated = way.at_level(source.unrelated);
    const Way& fair = calibrated.threshold > way.threshold ? calibrated : way;
    const Moments more = gain(test.found(source.related), fair.found(source.related));
    print(way, source);
    std::cout << "at 5 %, ";
    print(calibrated, source);
    std::cout << "the test finds more by " << more.mean << " ± " << more.standard_error << "\n";
    const bool is_another_question = std::string_view(way.name) == "Altmann" &&
                                     std::string_view(source.name) == "blood-relation" && source.rows < 200;
    if (!is_another_question) {
      EXPECT_GE(more.mean, -2 * more.standard_error) << way.name;
    }
  }
}

std::vector<Source> sources() {
  const std::vector<Columns> noise{{5, 6, 7}};
  const std::vector<Columns> noise_of_weak{{2, 3, 4}};
  std::vector<Source> all{{"weak", 0.4, {1}, noise_of_weak}, {"correlated-interactions", 0, {0, 1, 2, 3}, noise}};
  if (wants_long_tests()) {
    for (const double effect : {0.1, 0.2, 0.3, 0.6}) all.push_back({"weak", effect, {1}, noise_of_weak});
    all.push_back({"interactions", 0, {0, 1, 2, 3}, noise});
    all.push_back({"correlation", 0, {0, 1, 2}, {{3}, {5, 6, 7}}});
    all.push_back({"blood-relation", 0, {2, 3}, {{0, 1}, {5, 6, 7}}});
    for (const std::size_t rows : {200U, 500U}) all.push_back({"blood-relation", 0, {2, 3}, {{0, 1}, {5, 6, 7}}, rows});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, PowerOfTest, ::testing::ValuesIn(sources()));

// Altmann's test asks another question: whether a forest uses a feature. It uses x2 of blood relation, which is
// unrelated to y, to read y from x3; with 100 rows, x1 and x2 hide each other from it, but not x3. Of 3 data sets at a
// chance of 0.95, fewer than two are found in one of 140 runs, and seeds are fixed.
TEST(Altmann, calls_features_related_that_are_not) {
  const std::size_t sets = wants_long_tests() ? 30 : 3;
  double x1 = 0;
  double x2 = 0;
  for (std::uint64_t seed = 1; seed <= sets; ++seed) {
    const Statistics z = by_altmann(paper_simulation("blood-relation", 500, seed), seed);
    x1 += z[0] > one_sided_5_percent ? 1 : 0;
    x2 += z[1] > one_sided_5_percent ? 1 : 0;
  }
  const auto share = [&](double count) { return count / static_cast<double>(sets); };
  std::cout << "called related at 500 rows: x1 " << share(x1) << ", x2 " << share(x2) << "\n";
  EXPECT_GE(share(x2), 0.5);
}

}  // namespace
}  // namespace umfi
