// The axioms of the UMFI paper as numbers. Its main theorem says that they hold for jointly Gaussian data, if features
// are freed by linear regression and nu is the mutual information with the response. All of that is a matter of
// covariances: on a sample whose covariance is exactly the wanted one, the axioms hold exactly, but for rounding.
//
// The theorem's conditions, and what they mean here:
// - Residuals of each x_j on x_i alone are enough: orthogonal to x_i one by one, they are so together.
// - Every pair is residualised (lr_alpha = 1); a significance test would leave small dependence in.
// - A redundant feature is a linear function of F. Others do not keep the data Gaussian, and lr does not remove them.
// - The blood relation axiom asks for faithfulness: effects along several paths must not cancel out.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/distributions.hpp"
#include "importance/measured.hpp"
#include "importance/ultra_marginal.hpp"
#include "power/gaussian_power.hpp"
#include "power/gaussian_samples.hpp"

namespace umfi {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index sample_rows = 40;
constexpr std::uint64_t trials = 300;
constexpr double tolerance = 1e-12;

VectorXd ultra_marginal_scores(const MatrixXd& x, const VectorXd& y) {
  Table table;
  for (Index c = 0; c < x.cols(); ++c) table.add(Column::numbers("x" + std::to_string(c), to_vector(x.col(c))));
  const std::vector<std::uint32_t> rows = all_rows(static_cast<std::size_t>(x.rows()));
  const Sample sample{.rows = rows};
  const RemovalData removal(table, sample);
  const auto remover = make_remover(removal, "lr", {{"lr_alpha", 1}});
  const Target target = NumericTarget{to_vector(y)};
  const GaussianPower power(target, sample);
  const OwnedFeatures features = features_of(x);
  const FeatureView view = features.view();
  Context context;
  context.threads = 1;
  Workers workers(context);
  const Measures result = measured(measure_ultra_marginal,
                                   {.features = view,
                                    .subjects = {},
                                    .target = target,
                                    .sample = sample,
                                    .power = power,
                                    .remover = remover.get(),
                                    .floor = 0,
                                    .options = {},
                                    .repeats = {},
                                    .progress = {}},
                                   workers);
  VectorXd scores(x.cols());
  std::transform(result.features.begin(), result.features.end(), scores.begin(),
                 [](const FeatureMeasure& measure) { return measure.value; });
  return scores;
}

Stream choices(std::uint64_t seed) {
  return Stream(stream_key({.seed = seed, .purpose = Purpose::simulation}), 1);
}

// The features and, last, the response. Fewer draws than variables and a little of each alone make some of the
// features nearly dependent; many draws make all of them nearly independent.
MatrixXd random_covariance(std::uint64_t seed) {
  Stream stream = choices(seed);
  const Index size = 3 + stream.below(7);
  const Index draws = 1 + stream.below(static_cast<std::uint32_t>(3 * size));
  const MatrixXd factor = normal_matrix(size, draws, seed);
  return factor * factor.transpose() + 0.1 * MatrixXd::Identity(size, size);
}

struct GaussianSample {
  explicit GaussianSample(const MatrixXd& covariance, std::uint64_t seed) {
    const MatrixXd all = sample_with_covariance(covariance, sample_rows, seed);
    x = all.leftCols(all.cols() - 1);
    y = all.col(all.cols() - 1);
  }
  MatrixXd x;
  VectorXd y;
};

MatrixXd without_column(const MatrixXd& x, Index dropped) {
  MatrixXd rest(x.rows(), x.cols() - 1);
  rest << x.leftCols(dropped), x.rightCols(x.cols() - 1 - dropped);
  return rest;
}

MatrixXd with_column(const MatrixXd& x, const VectorXd& added) {
  MatrixXd all(x.rows(), x.cols() + 1);
  all << x, added;
  return all;
}

// S_i and x_i are orthogonal and span F, so R²(S_i) = R²(F) - r_i², r_i being the correlation of x_i and y. Thus
// U(x_i) = 1/2 log(1 + r_i² / (1 - R²(F))).
TEST(Axioms, scores_follow_from_the_covariance_in_closed_form) {
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    const MatrixXd covariance = random_covariance(seed);
    const GaussianSample sample(covariance, seed + 1000);
    const VectorXd scores = ultra_marginal_scores(sample.x, sample.y);
    const Index y = covariance.cols() - 1;
    for (Index i = 0; i < y; ++i) {
      const double squared_r = std::pow(covariance(i, y), 2) / (covariance(i, i) * covariance(y, y));
      EXPECT_NEAR(scores[i], 0.5 * std::log1p(squared_r / (1 - r2_of_last(covariance))), tolerance) << seed;
    }
  }
}

TEST(Axioms, dropping_a_feature_never_raises_the_score_of_another) {
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    const GaussianSample sample(random_covariance(seed), seed + 2000);
    const VectorXd scores = ultra_marginal_scores(sample.x, sample.y);
    for (Index dropped = 0; dropped < sample.x.cols(); ++dropped) {
      const VectorXd rest = ultra_marginal_scores(without_column(sample.x, dropped), sample.y);
      for (Index i = 0; i < rest.size(); ++i)
        EXPECT_LE(rest[i], scores[i < dropped ? i : i + 1] + tolerance) << seed << ", without " << dropped;
    }
  }
}

TEST(Axioms, adding_a_linear_function_of_the_features_changes_no_score) {
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    const GaussianSample sample(random_covariance(seed), seed + 3000);
    const VectorXd scores = ultra_marginal_scores(sample.x, sample.y);
    const VectorXd redundant = (sample.x * normal_matrix(sample.x.cols(), 1, seed + 4000)).array() + 2;
    const VectorXd more = ultra_marginal_scores(with_column(sample.x, redundant), sample.y);
    for (Index i = 0; i < scores.size(); ++i) EXPECT_NEAR(more[i], scores[i], tolerance) << seed;
  }
}

TEST(Axioms, a_copy_gets_the_score_of_its_original_and_changes_none) {
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    const GaussianSample sample(random_covariance(seed), seed + 5000);
    const VectorXd scores = ultra_marginal_scores(sample.x, sample.y);
    const auto original = static_cast<Index>(seed) % sample.x.cols();
    for (const double unit : {1.0, -1.0 / 3}) {
      const VectorXd copy = sample.x.col(original).array() * unit + (1 - unit);
      const VectorXd more = ultra_marginal_scores(with_column(sample.x, copy), sample.y);
      for (Index i = 0; i < scores.size(); ++i) EXPECT_NEAR(more[i], scores[i], tolerance) << seed;
      EXPECT_NEAR(more[scores.size()], scores[original], tolerance) << seed;
    }
  }
}

// Every variable is a linear function of earlier ones and noise of its own.
struct LinearModel {
  MatrixXd effects;  // of the variable of the column on that of the row
  VectorXd noise;    // variances

  MatrixXd covariance() const {
    const Index size = noise.size();
    // What each noise does to each variable.
    const MatrixXd total = (MatrixXd::Identity(size, size) - effects)
                               .triangularView<Eigen::UnitLower>()
                               .solve(MatrixXd::Identity(size, size));
    return total * noise.asDiagonal() * total.transpose();
  }

  // By the graph alone: whether one is the other's ancestor, or both have a common one.
  bool are_related(Index a, Index b) const {
    const std::vector<bool> of_a = ancestors(a);
    const std::vector<bool> of_b = ancestors(b);
    for (std::size_t k = 0; k < of_a.size(); ++k)
      if (of_a[k] && of_b[k]) return true;
    return false;
  }

 private:
  // Itself included.
  std::vector<bool> ancestors(Index of) const {
    std::vector<bool> is_ancestor(static_cast<std::size_t>(noise.size()), false);
    is_ancestor[static_cast<std::size_t>(of)] = true;
    for (Index child = of; child > 0; --child)
      for (Index parent = 0; is_ancestor[static_cast<std::size_t>(child)] && parent < child; ++parent)
        if (effects(child, parent) != 0) is_ancestor[static_cast<std::size_t>(parent)] = true;
    return is_ancestor;
  }
};

// Effects of size 0.3 to 1.5 and of either sign. That they cancel out has probability 0, which is the faithfulness that
// the theorem asks for.
LinearModel random_model(Index size, Stream& stream) {
  LinearModel model{MatrixXd::Zero(size, size), VectorXd(size)};
  const double density = draw_uniform(stream, 0.1, 0.5);
  for (Index child = 0; child < size; ++child) {
    model.noise[child] = draw_uniform(stream, 0.5, 1.5);
    for (Index parent = 0; parent < child; ++parent) {
      const double effect = draw_uniform(stream, 0.3, 1.5) * (stream.below(2) == 0 ? 1 : -1);
      if (draw_uniform(stream, 0, 1) < density) model.effects(child, parent) = effect;
    }
  }
  return model;
}

// Scores of some of the model's variables with another one as response.
VectorXd scores_in(const LinearModel& model, std::vector<Index> observed, Index y, std::uint64_t seed) {
  observed.push_back(y);
  const MatrixXd all = model.covariance();
  const GaussianSample sample(all(observed, observed), seed);
  return ultra_marginal_scores(sample.x, sample.y);
}

TEST(Axioms, exactly_blood_relatives_of_the_response_have_a_score) {
  int relatives = 0;
  int strangers = 0;
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    Stream stream = choices(seed + 6000);
    const Index size = 3 + stream.below(10);
    const LinearModel model = random_model(size, stream);
    const Index y = stream.below(static_cast<std::uint32_t>(size));
    std::vector<Index> observed;  // the others are hidden
    for (Index variable = 0; variable < size; ++variable)
      if (variable != y && stream.below(10) < 7) observed.push_back(variable);
    if (observed.empty()) continue;
    const VectorXd scores = scores_in(model, observed, y, seed + 7000);
    for (std::size_t k = 0; k < observed.size(); ++k) {
      const double score = scores[static_cast<Index>(k)];
      if (model.are_related(observed[k], y)) {
        ++relatives;
        EXPECT_GT(score, 1e-9) << seed << ", variable " << observed[k];
      } else {
        ++strangers;
        EXPECT_LT(std::abs(score), 1e-13) << seed << ", variable " << observed[k];
      }
    }
  }
  EXPECT_GT(relatives, 500);
  EXPECT_GT(strangers, 500);
}

// x0 helps y by itself as much as it harms it through x1.
TEST(Axioms, without_faithfulness_a_blood_relative_may_score_zero) {
  LinearModel model{MatrixXd::Zero(3, 3), VectorXd::Ones(3)};
  model.effects(1, 0) = 1;
  model.effects(2, 1) = -1;
  model.effects(2, 0) = 1;
  ASSERT_TRUE(model.are_related(0, 2));
  const VectorXd scores = scores_in(model, {0, 1}, 2, 1);
  EXPECT_LT(std::abs(scores[0]), 1e-13);
  EXPECT_GT(scores[1], 0.1);
}

}  // namespace
}  // namespace umfi
