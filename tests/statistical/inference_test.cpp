// Whether p-values, intervals and q-values keep what they promise. docs/statistics.md shows the long form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "core/distributions.hpp"
#include "reference_data.hpp"
#include "umfi/csv.hpp"
#include "umfi/rank.hpp"

namespace umfi {
namespace {

bool wants_long_form() {
  return std::getenv("UMFI_LONG_TESTS") != nullptr;
}

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

struct Setting {
  const char* name;
  std::size_t rows;
  bool is_classes;
  RemovalMethod remove;
};

void PrintTo(const Setting& setting, std::ostream* out) {
  *out << setting.name << " " << setting.rows;
}

struct Simulated {
  Table table;
  std::vector<std::size_t> unrelated;
};

void add_response(Simulated& data, Values y, bool is_classes) {
  if (is_classes)
    for (double& value : y) value = value < -0.5 ? 0 : value < 0.6 ? 1 : 2;
  data.table.add(is_classes ? Column::numbers("y", y, Kind::categorical) : Column::numbers("y", y));
}

// x1 and x2 of the paper's blood relation: they explain x3, which shares another cause with y.
Simulated blood_relation(const Setting& setting, std::uint64_t seed) {
  Draws draws(setting.rows, seed);
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
  add_response(data, y, setting.is_classes);
  return data;
}

// Three causes, one of them only together with another, and three columns of noise: numbers, or few levels.
Simulated noise(const Setting& setting, std::uint64_t seed, bool has_levels) {
  Draws draws(setting.rows, seed);
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
  add_response(data, y, setting.is_classes);
  return data;
}

Simulated simulate_setting(const Setting& setting, std::uint64_t seed) {
  const std::string name = setting.name;
  return name == "blood_relation" ? blood_relation(setting, seed) : noise(setting, seed, name == "levels");
}

class Size : public testing::TestWithParam<Setting> {};

// Long: 2,000 features, between 0.035 and 0.065. Short: 180 features; a rate of 0.05 stays within 0 and 0.115 in all
// but one of ten thousand runs, and seeds are fixed.
TEST_P(Size, unrelated_features_are_rarely_called_related) {
  const std::size_t wanted = wants_long_form() ? 2000 : 180;
  std::size_t tested = 0;
  double rejected = 0;
  for (std::uint64_t seed = 1; tested < wanted; ++seed) {
    const Simulated data = simulate_setting(GetParam(), seed);
    const RankResult result = rank_features(
        data.table,
        {.target = "y", .remove = GetParam().remove, .check_removal = false, .trees = 50, .repeats = 1, .seed = seed});
    for (const std::size_t i : data.unrelated) rejected += *result.features[i].p <= 0.05 ? 1 : 0;
    tested += data.unrelated.size();
  }
  const double rate = rejected / static_cast<double>(tested);
  std::cout << "size: " << rate << " of " << tested << "\n";
  EXPECT_GE(rate, wants_long_form() ? 0.035 : 0.0);
  EXPECT_LE(rate, wants_long_form() ? 0.065 : 0.115);
}

INSTANTIATE_TEST_SUITE_P(All, Size,
                         testing::Values(Setting{"noise", 150, false, RemovalMethod::lr},
                                         Setting{"noise", 150, true, RemovalMethod::lr},
                                         Setting{"levels", 150, false, RemovalMethod::lr},
                                         Setting{"blood_relation", 150, false, RemovalMethod::lr},
                                         Setting{"blood_relation", 150, true, RemovalMethod::ot}));

// All ten genes, and none of the 40 permuted ones.
TEST(BrcaRelated, the_ten_genes_and_no_other) {
  const auto data = data_folder() / "brca_permuted.csv";
  UMFI_NEEDS_FILE(data);
  const RankResult result = rank_features(read_csv(data), {.target = "subtype", .check_removal = false, .repeats = 2});
  for (const FeatureScore& gene : result.features)
    EXPECT_EQ(*gene.related, !gene.name.ends_with("_p")) << gene.name << ": p " << *gene.p << ", q " << *gene.q;
}

// The expected score is the mean over all data sets. 95 % intervals, 24 data sets: if they cover it with a chance of
// 0.95, fewer than 19 of 24 do so once in five hundred runs. Long form, 400 data sets: between 0.92 and 0.98.
TEST(Intervals, cover_the_expected_score) {
  const std::size_t sets = wants_long_form() ? 400 : 24;
  std::vector<RankResult> results;
  for (std::uint64_t seed = 1; seed <= sets; ++seed)
    results.push_back(rank_features(noise({"noise", 300, false, RemovalMethod::lr}, 10'000 + seed, false).table,
                                    {.target = "y", .check_removal = false, .repeats = 4, .seed = seed}));
  for (const std::size_t i : {0U, 1U, 3U}) {  // strong, weak, none
    double expected = 0;
    for (const RankResult& result : results) expected += result.features[i].score / static_cast<double>(sets);
    const auto covers = [&](const RankResult& result) {
      const Interval interval = *result.features[i].interval;
      return interval.low <= expected && expected <= interval.high;
    };
    const auto count = std::count_if(results.begin(), results.end(), covers);
    const double covered = static_cast<double>(count) / static_cast<double>(sets);
    std::cout << "coverage of " << results[0].features[i].name << " at " << expected << ": " << covered << "\n";
    EXPECT_GE(covered, wants_long_form() ? 0.92 : 0.79);
    EXPECT_LE(covered, wants_long_form() ? 0.98 : 1.0);
  }
}

}  // namespace
}  // namespace umfi
