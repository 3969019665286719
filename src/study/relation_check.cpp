#include "study/relation_check.hpp"

#include <limits>
#include <memory>

#include "importance/relation_test.hpp"
#include "inference/adjusted_p.hpp"
#include "inference/p_value.hpp"
#include "study/method_catalogue.hpp"

namespace umfi {
namespace {

// A feature whose copies reached it so often is clearly nothing special.
constexpr std::size_t enough_exceedances = 10;

CopyPlan plan_copies(std::vector<std::uint32_t> most) {
  return {std::move(most), [](const PermutationSample& sample) { return is_decided(sample, enough_exceedances); }};
}

FreedShape shape_of(const RankOptions& options, RemovalMethod method) {
  return {method == RemovalMethod::ot ? static_cast<std::size_t>(options.ot_bin_size) : 0};
}

std::vector<PermutationSample> sample_umfi(const Dataset& data, const RankOptions& options,
                                           std::span<const RemovalMethod> choice, Workers& workers,
                                           const std::function<void(std::size_t)>& features_done) {
  const RemovalData removal(data.feature_table(), data.rows());
  const auto remover = make_remover(removal, ranking_remover(options, choice, 0));
  std::vector<FreedShape> shapes;
  std::vector<std::uint32_t> most;
  for (std::size_t i = 0; i < removal.features.size(); ++i) {
    shapes.push_back(shape_of(options, choice.empty() ? options.remove : choice[i]));
    most.push_back(affordable_copies(removal.rows.size(), shapes.back().terms(removal, i)));
  }
  const PermutedCopies permuted(removal, options.seed);
  const ExchangeableRemover exchangeable(*remover, permuted, std::move(shapes), most);
  const forest::FeatureView features = data.features();
  const auto power = make_power(data, data.rows(), options);
  return sample_ultra_marginal({features, exchangeable, needs_ranks(options)}, permuted, *power,
                               plan_copies(std::move(most)), workers, features_done);
}

std::vector<PermutationSample> sample_alone(const Dataset& data, const RankOptions& options, Workers& workers,
                                            const std::function<void(std::size_t)>& features_done) {
  const RemovalData removal(data.feature_table(), data.rows());
  const PermutedCopies permuted(removal, options.seed);
  const auto power = make_power(data, data.rows(), options);
  const CopyPlan plan = plan_copies(std::vector(removal.features.size(), affordable_copies(data.rows().size(), 1)));
  return sample_bivariate(data.features(), needs_ranks(options), permuted, *power, plan, workers, features_done);
}

void set_p_values(RankResult& result, std::span<const PermutationSample> samples) {
  std::vector<double> p;
  for (const PValue& value : p_values(samples, enough_exceedances)) {
    FeatureScore& feature = result.features[p.size()];
    feature.p = value.p;
    feature.p_is_pooled = value.is_pooled;
    p.push_back(value.p);
  }
  const std::vector<double> q = adjusted_p(p, result.options.adjust);
  for (std::size_t i = 0; i < q.size(); ++i) {
    result.features[i].q = q[i];
    result.features[i].related = q[i] <= result.options.fdr;
  }
}

}  // namespace

void test_relations(RankResult& result, const Dataset& data, std::span<const RemovalMethod> choice,
                    const Context& context) {
  const RankOptions& options = result.options;
  if (options.method != Method::umfi && options.method != Method::bivariate) return;
  Workers workers(context);
  ProgressCounter progress(context, data.features().size());
  const auto features_done = [&](std::size_t count) { progress.advance(count); };
  set_p_values(result, options.method == Method::umfi ? sample_umfi(data, options, choice, workers, features_done)
                                                      : sample_alone(data, options, workers, features_done));
}

}  // namespace umfi
