#include "power/gaussian_power.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "power/gaussian_samples.hpp"
#include "umfi/error.hpp"

namespace umfi {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-12;
const double perfect = 26 * std::numbers::ln2;  // -1/2 log(2^-52)

Score score_of(const OwnedFeatures& features, const std::vector<double>& y, const std::vector<std::uint32_t>& rows) {
  Context context;
  Workers workers(context);
  const Target target = NumericTarget{y};
  return GaussianPower(target, {.rows = rows}).nu(features.view(), 0, workers);
}

double nu_of(const OwnedFeatures& features, const std::vector<double>& y) {
  return score_of(features, y, all_rows(y.size())).value;
}

double nu_of(const MatrixXd& columns, const VectorXd& y) {
  return nu_of(features_of(columns), to_vector(y));
}

// Features with this covariance, the response being the last variable.
struct GaussianSample {
  explicit GaussianSample(const MatrixXd& covariance, Eigen::Index rows = 40, std::uint64_t seed = 1)
      : all(sample_with_covariance(covariance, rows, seed)),
        x(all.leftCols(all.cols() - 1)),
        y(all.col(all.cols() - 1)) {}
  MatrixXd all;
  MatrixXd x;
  VectorXd y;
};

// Of full rank, with correlations of all sizes.
MatrixXd random_covariance(Eigen::Index size, std::uint64_t seed) {
  const MatrixXd factor = normal_matrix(size, 2 * size, seed);
  return factor * factor.transpose();
}

TEST(GaussianPower, one_feature_has_the_information_of_its_correlation) {
  for (const double r : {0.0, 1e-3, -0.3, 0.5, -0.9, 0.999}) {
    MatrixXd covariance(2, 2);
    covariance << 1, r, r, 1;
    const GaussianSample sample(covariance);
    EXPECT_NEAR(nu_of(sample.x, sample.y), -0.5 * std::log(1 - r * r), tolerance) << r;
  }
}

// R² is the sum of the squared correlations then.
TEST(GaussianPower, explained_shares_of_independent_features_add_up) {
  MatrixXd covariance = MatrixXd::Identity(4, 4);
  covariance.row(3) << 0.5, -0.6, 0.3, 1;
  covariance.col(3) = covariance.row(3).transpose().eval();
  const GaussianSample sample(covariance);
  EXPECT_NEAR(nu_of(sample.x, sample.y), -0.5 * std::log(1 - 0.25 - 0.36 - 0.09), tolerance);
}

TEST(GaussianPower, any_covariance_gives_its_mutual_information) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const MatrixXd covariance = random_covariance(2 + static_cast<Eigen::Index>(seed % 10), seed);
    const GaussianSample sample(covariance, 40, seed + 1000);
    EXPECT_NEAR(nu_of(sample.x, sample.y), -0.5 * std::log(1 - r2_of_last(covariance)), 1e-11) << seed;
  }
}

TEST(GaussianPower, invertible_linear_maps_change_nothing) {
  const GaussianSample sample(random_covariance(6, 7));
  const double nu = nu_of(sample.x, sample.y);
  const MatrixXd mixed = sample.x * normal_matrix(5, 5, 8);
  EXPECT_NEAR(nu_of(mixed, sample.y), nu, tolerance);
}

TEST(GaussianPower, units_and_origins_change_nothing) {
  const GaussianSample sample(random_covariance(4, 9));
  const double nu = nu_of(sample.x, sample.y);
  MatrixXd scaled = sample.x;
  scaled.col(0) *= 1e200;
  scaled.col(1) *= -1e-200;
  scaled.col(2).array() += 1e5;
  EXPECT_NEAR(nu_of(scaled, sample.y.array() * 1e-20 + 3e-20), nu, 1e-9);  // the origin costs five digits
}

TEST(GaussianPower, copies_and_linear_combinations_add_nothing) {
  const GaussianSample sample(random_covariance(5, 11));
  const double nu = nu_of(sample.x, sample.y);
  MatrixXd more(40, 9);
  more.leftCols(4) = sample.x;
  more.col(4) = sample.x.col(1);
  more.col(5) = -3 * sample.x.col(2).array() + 5;
  more.col(6) = sample.x * VectorXd::LinSpaced(4, -1, 2);
  more.col(7) = more.col(6) + more.col(4);
  more.col(8) = sample.x.col(0) / 3 + sample.x.col(3) * 0.1;
  EXPECT_NEAR(nu_of(more, sample.y), nu, tolerance);
  // In another order another basis is found.
  EXPECT_NEAR(nu_of(more.rowwise().reverse(), sample.y), nu, tolerance);
}

TEST(GaussianPower, more_columns_than_rows_do_if_they_depend_on_few) {
  const GaussianSample sample(random_covariance(4, 12), 20);
  const MatrixXd many = sample.x * normal_matrix(3, 50, 13);
  EXPECT_NEAR(nu_of(many, sample.y), nu_of(sample.x, sample.y), tolerance);
}

TEST(GaussianPower, a_perfect_fit_is_large_and_finite) {
  const MatrixXd x = normal_matrix(50, 3, 14);
  EXPECT_DOUBLE_EQ(nu_of(x, x.col(1)), perfect);
  EXPECT_DOUBLE_EQ(nu_of(x, x * VectorXd::LinSpaced(3, 1, 2)), perfect);
  // A badly conditioned basis leaves more rounding, but no other power.
  MatrixXd close = x;
  close.col(2) = x.col(0) + 1e-5 * x.col(2);
  EXPECT_DOUBLE_EQ(nu_of(close, x * VectorXd::LinSpaced(3, 1, 2)), perfect);
}

// R² is the share of the sum of squares between levels: means 2, 3 and 7 around 4, and 1 on either side of each.
TEST(GaussianPower, levels_explain_what_lies_between_their_means) {
  OwnedFeatures levels;
  levels.add({0, 0, 1, 1, 2, 2}, false);
  EXPECT_NEAR(nu_of(levels, {1, 3, 2, 4, 6, 8}), -0.5 * std::log(6.0 / (6.0 + 2 * (4 + 1 + 9))), tolerance);
}

TEST(GaussianPower, columns_that_do_not_vary_are_ignored) {
  OwnedFeatures features;
  features.add({1, 2, 4, 3, 5});
  const std::vector<double> y = {2, 1, 4, 4, 6};
  const double nu = nu_of(features, y);
  features.add({0.1, 0.1, 0.1, 0.1, 0.1});
  features.add({3, 3, 3, 3, 3}, false);
  EXPECT_EQ(nu_of(features, y), nu);
}

TEST(GaussianPower, rows_that_take_no_part_do_not_matter) {
  const double missing = std::numeric_limits<double>::quiet_NaN();
  OwnedFeatures features;
  features.add({1, 9, 2, 4, 3, 5, missing});
  features.add({0.1, 9, 0.1, 0.1, 0.1, 0.1, missing});  // constant in the rows that do
  OwnedFeatures chosen;
  chosen.add({1, 2, 4, 3, 5});
  const Score score = score_of(features, {2, 50, 1, 4, 4, 6, missing}, {0, 2, 3, 4, 5});
  EXPECT_EQ(score.value, nu_of(chosen, {2, 1, 4, 4, 6}));
}

TEST(GaussianPower, both_figures_are_the_information_of_the_squared_residuals) {
  OwnedFeatures features;
  features.add({0, 1, 2, 3});
  // Least squares by hand: slope 0.8, intercept 1.8; residuals 0.2, -0.6, 0.6, -0.2.
  const Score score = score_of(features, {2, 2, 4, 4}, all_rows(4));
  const double squared_residuals = 0.04 + 0.36 + 0.36 + 0.04;
  EXPECT_NEAR(score.value, -0.5 * std::log(squared_residuals / 4), tolerance);
  EXPECT_EQ(score.test_statistic, score.value);
}

TEST(GaussianPower, no_features_are_the_null_model) {
  const std::vector<double> y = {1, 2, 6};
  const Score score = score_of(OwnedFeatures(), y, all_rows(3));
  EXPECT_EQ(score.value, 0);
  EXPECT_EQ(score.test_statistic, 0);
}

TEST(GaussianPower, a_constant_response_has_no_information) {
  OwnedFeatures features;
  features.add({1, 2, 4, 3});
  EXPECT_EQ(nu_of(features, {0.1, 0.1, 0.1, 0.1}), 0);
}

TEST(GaussianPower, three_rows_are_enough_for_one_feature_and_two_are_not) {
  OwnedFeatures features;
  features.add({0, 1, 2});
  EXPECT_NEAR(nu_of(features, {0, 2, 1}), -0.5 * std::log(1 - 0.25), tolerance);  // r = 1/2
  OwnedFeatures two;
  two.add({0, 1});
  EXPECT_THROW(nu_of(two, {0, 1}), DataError);
}

TEST(GaussianPower, columns_that_would_fit_any_response_are_refused) {
  const VectorXd y = normal_matrix(12, 1, 21);
  EXPECT_GT(nu_of(normal_matrix(12, 10, 22), y), 0);
  for (const Eigen::Index columns : {11, 12, 30}) {
    try {
      nu_of(normal_matrix(12, columns, 22), y);
      FAIL() << columns;
    } catch (const DataError& error) {
      EXPECT_STREQ(error.what(),
                   "11 independent columns and an intercept fit any 12 rows exactly; for the Gaussian power use fewer "
                   "features or more rows, or use the forest power");
    }
  }
}

TEST(GaussianPower, classes_are_refused) {
  const Target target = ClassTarget{{0, 1, 0, 1}, 2};
  const std::vector<std::uint32_t> rows = all_rows(4);
  EXPECT_THROW(GaussianPower(target, Sample{.rows = rows}), UsageError);
}

TEST(GaussianPower, threads_and_repeats_make_no_difference) {
  const GaussianSample sample(random_covariance(9, 31), 50);
  const OwnedFeatures features = features_of(sample.x);
  const OwnedFeatures others = features_of(normal_matrix(50, 8, 32));
  const FeatureView view = features.view();
  const FeatureView replaced = others.view();
  const std::vector<Subject> subjects = single_subjects(8);
  std::vector<FeatureVariant> variants = {{}};
  for (const Subject& subject : subjects) {
    variants.push_back({.columns = nullptr, .without = &subject});
    variants.push_back({.columns = &replaced, .without = &subject});
  }
  const Target target = NumericTarget{to_vector(sample.y)};
  const std::vector<std::uint32_t> rows = all_rows(50);
  const GaussianPower power(target, {.rows = rows});
  const auto run = [&](int threads, std::uint32_t repeat) {
    Context context;
    context.threads = threads;
    Workers workers(context);
    std::vector<double> scores;
    for (const Score& score : power.nu_variants({.features = view, .variants = variants, .repeat = repeat}, workers))
      scores.push_back(score.value);
    return scores;
  };
  const std::vector<double> scores = run(1, 0);
  EXPECT_EQ(scores, run(4, 0));
  EXPECT_EQ(scores, run(2, 7));
  EXPECT_EQ(scores[0], nu_of(sample.x, sample.y));
  EXPECT_EQ(scores[1], nu_of(sample.x.rightCols(7), sample.y));
}

}  // namespace
}  // namespace umfi
