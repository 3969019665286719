#include "study/relation_check.hpp"

#include <functional>
#include <memory>

#include "core/distributions.hpp"
#include "core/seed_stream.hpp"
#include "inference/adjusted_p.hpp"
#include "inference/p_value.hpp"
#include "study/method_catalogue.hpp"

namespace umfi {
namespace {

// Few rows tell little, and what they tell should not drown in the scatter of a small forest, which costs little then.
constexpr std::size_t least_rows_grown = 25'000;  // rows times trees

std::unique_ptr<const Power> power_for_test(const Dataset& data, std::span<const std::uint32_t> rows,
                                            RankOptions options) {
  const auto trees = static_cast<int>(std::min<std::size_t>(250, least_rows_grown / rows.size()));
  options.trees = std::max(options.trees, trees);
  return make_power(data, rows, options);
}

// To free columns of copies, bin by bin, takes long where bins are very many; so many are enough for a test.
constexpr std::size_t most_bins = 150;

std::vector<std::uint32_t> rows_for_test(const Dataset& data, const RankOptions& options,
                                         std::span<const FreedShape> shapes) {
  std::size_t most = data.rows().size();
  for (const FreedShape& shape : shapes)
    if (shape.bin_size > 0) most = std::min(most, most_bins * shape.bin_size);
  if (most == data.rows().size()) return {data.rows().begin(), data.rows().end()};
  Stream stream(stream_key({.seed = options.seed, .purpose = Purpose::exchange, .repeat = 1}), 0);
  return draw_some(data.rows(), most, stream);
}

std::function<bool(const PermutationSample&)> enough_seen_at(std::size_t enough) {
  return [enough](const PermutationSample& sample) { return is_decided(sample, enough) || stands_out(sample); };
}

FreedShape shape_of(const RankOptions& options, RemovalMethod method) {
  return {method == RemovalMethod::ot ? static_cast<std::size_t>(options.ot_bin_size) : 0};
}

std::string relation_kind(const RankOptions& options) {
  return item_kind(options) + " beside copies";
}

bool is_tested(Method method) {
  return method == Method::umfi || method == Method::bivariate;
}

std::vector<std::size_t> untested(std::size_t features, const RankOptions& options, const ItemStore& store) {
  std::vector<std::size_t> missing;
  for (std::uint32_t i = 0; i < features; ++i)
    if (!store.find({relation_kind(options), 0, i})) missing.push_back(i);
  return missing;
}

void sample_umfi(const Dataset& data, const RankOptions& options, std::span<const RemovalMethod> choice,
                 const std::vector<std::size_t>& wanted, std::size_t enough, Workers& workers,
                 const SampleDone& sample_done) {
  std::vector<FreedShape> shapes;
  for (std::size_t i = 0; i < data.features().size(); ++i)
    shapes.push_back(shape_of(options, choice.empty() ? options.remove : choice[i]));
  const std::vector<std::uint32_t> rows = rows_for_test(data, options, shapes);
  const RemovalData removal(data.feature_table(), rows);
  const auto remover = make_remover(removal, ranking_remover(options, choice, 0));
  const PermutedCopies permuted(removal, options.seed);
  CopyTest test{permuted, {}, enough_seen_at(enough)};
  for (std::size_t i = 0; i < shapes.size(); ++i)
    test.plans.push_back(frees_ordered_columns(*remover->protect(i), removal)
                             ? plan_for_freed(rows.size(), shapes[i].terms(removal, i))
                             : CopyPlan{});
  const forest::FeatureView features = data.features();
  const auto power = power_for_test(data, rows, options);
  sample_ultra_marginal({features, *remover, needs_ranks(options)}, shapes, wanted, test, *power, workers, sample_done);
}

void sample_alone(const Dataset& data, const RankOptions& options, const std::vector<std::size_t>& wanted,
                  std::size_t enough, Workers& workers, const SampleDone& sample_done) {
  const RemovalData removal(data.feature_table(), data.rows());
  const PermutedCopies permuted(removal, options.seed);
  const forest::FeatureView features = data.features();
  const CopyTest test{permuted, std::vector<CopyPlan>(features.size()), enough_seen_at(enough)};
  const auto power = power_for_test(data, data.rows(), options);
  sample_bivariate(features, needs_ranks(options), wanted, test, *power, workers, sample_done);
}

// Empty where a feature was not tested.
std::vector<PermutationSample> read_samples(const RankResult& result, const ItemStore& store) {
  std::vector<PermutationSample> samples;
  for (std::uint32_t i = 0; i < result.features.size(); ++i) {
    const auto values = store.find({relation_kind(result.options), 0, i});
    if (!values || values->size() < 2) return {};
    samples.push_back({values->front(), {values->begin() + 1, values->end()}});
  }
  return samples;
}

}  // namespace

void sample_relations(const Dataset& data, const RankOptions& options, std::span<const RemovalMethod> choice,
                      const std::vector<std::size_t>& wanted, std::size_t enough, Workers& workers,
                      const SampleDone& sample_done) {
  if (options.method == Method::umfi)
    sample_umfi(data, options, choice, wanted, enough, workers, sample_done);
  else
    sample_alone(data, options, wanted, enough, workers, sample_done);
}

void test_relations(const Dataset& data, const RankOptions& options, std::span<const RemovalMethod> choice,
                    ItemStore& store, const Context& context) {
  const std::size_t features = data.features().size();
  const std::vector<std::size_t> wanted = untested(features, options, store);
  if (!is_tested(options.method) || wanted.empty()) return;
  Workers workers(context);
  ProgressCounter progress(context, features, features - wanted.size());
  const SampleDone sample_done = [&](std::size_t i, const PermutationSample& sample) {
    std::vector<double> values{sample.observed};
    values.insert(values.end(), sample.permuted.begin(), sample.permuted.end());
    store.keep({relation_kind(options), 0, static_cast<std::uint32_t>(i)}, values);
    progress.advance();
  };
  sample_relations(data, options, choice, wanted, enough_exceedances, workers, sample_done);
}

void add_p_values(RankResult& result, const ItemStore& store) {
  const std::vector<PermutationSample> samples = read_samples(result, store);
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

}  // namespace umfi
