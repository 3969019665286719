#include "study/relation_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "core/codec.hpp"
#include "core/distributions.hpp"
#include "core/progress.hpp"
#include "core/seed_stream.hpp"
#include "inference/adjusted_p.hpp"
#include "inference/p_value.hpp"
#include "study/measure_stage.hpp"
#include "study/removal_check.hpp"

namespace umfi {

template <>
struct Codec<PermutationSample> {
  static std::vector<double> encode(const PermutationSample& sample) {
    std::vector<double> numbers{sample.observed};
    numbers.insert(numbers.end(), sample.permuted.begin(), sample.permuted.end());
    return numbers;
  }
  static std::optional<PermutationSample> decode(std::span<const double> numbers) {
    if (numbers.size() < 2) return std::nullopt;
    return PermutationSample{numbers.front(), {numbers.begin() + 1, numbers.end()}};
  }
};

namespace {

std::unique_ptr<const Power> power_for_test(const Ranking& ranking, const DataPart& part) {
  const UsedPower& used = ranking.used.power;
  return used.entry->make(part.data().target(), part.sample(),
                          {.options = used.options, .seed = ranking.options.seed, .is_for_test = true});
}

// To free columns of copies, bin by bin, takes long where bins are very many; this many are enough for a test.
constexpr std::size_t most_bins = 150;

std::vector<std::uint32_t> rows_for_test(const Ranking& ranking, const std::vector<FreedShape>& shapes) {
  std::size_t most = most_rows_for_checks;
  for (const FreedShape& shape : shapes)
    if (shape.bin_size > 0) most = std::min(most, most_bins * shape.bin_size);
  return some_rows(ranking.data, most, ranking.options.seed, Purpose::exchange);
}

std::function<bool(const PermutationSample&)> enough_seen_at(std::size_t enough) {
  return [enough](const PermutationSample& sample) { return is_decided(sample, enough) || stands_out(sample); };
}

std::string relation_stage(const RankParts& used) {
  return used.stage() + " beside copies";
}

// The remover of a subject, where the method takes one.
const UsedRemover& remover_of(const Ranking& ranking, std::size_t subject) {
  return ranking.used.removers[ranking.choice.empty() ? 0 : ranking.choice[ranking.data.subjects()[subject].column()]];
}

// Whether copies of the subject can be treated as it is itself.
bool is_testable(const Ranking& ranking, std::size_t subject) {
  switch (ranking.used.method->relation) {
    case RelationTest::none: return false;
    case RelationTest::alone: return true;
    case RelationTest::beside_freed: return static_cast<bool>(remover_of(ranking, subject).entry->freed_shape);
  }
  return false;
}

FreedShape shape_of(const Ranking& ranking, std::size_t subject) {
  const UsedRemover& remover = remover_of(ranking, subject);
  return remover.entry->freed_shape ? remover.entry->freed_shape(remover.options) : FreedShape{};
}

void sample_beside_freed(const Ranking& ranking, const RelationQuery& query, Workers& workers) {
  std::vector<FreedShape> shapes;
  for (std::size_t i = 0; i < ranking.data.subjects().size(); ++i) shapes.push_back(shape_of(ranking, i));
  const DataPart part(ranking.data, rows_for_test(ranking, shapes));
  const Dataset& data = part.data();
  const auto power = power_for_test(ranking, part);
  const RemovalData removal(data.feature_table(), part.sample());
  const auto remover = make_remover(ranking, removal, 0, power->freed_scale());
  const PermutedCopies permuted(removal, ranking.options.seed);
  CopyTest test{permuted, {}, shapes, enough_seen_at(query.enough), query.sample_done};
  for (std::size_t i = 0; i < shapes.size(); ++i)
    test.plans.push_back(frees_ordered_columns(*remover->protect(data.subjects()[i]), removal)
                             ? plan_for_freed(part.sample().size(), count_terms(shapes[i], removal, i))
                             : CopyPlan{});
  const FeatureView features = data.features();
  sample_beside_freed({features, data.subjects(), *remover, *power}, query.wanted, test, workers);
}

void sample_alone(const Ranking& ranking, const RelationQuery& query, Workers& workers) {
  const DataPart part(ranking.data, rows_for_test(ranking, {}));
  const Dataset& data = part.data();
  const RemovalData removal(data.feature_table(), part.sample());
  const PermutedCopies permuted(removal, ranking.options.seed);
  const FeatureView features = data.features();
  const CopyTest test{
      permuted, std::vector<CopyPlan>(features.size()), {}, enough_seen_at(query.enough), query.sample_done};
  const auto power = power_for_test(ranking, part);
  sample_alone({features, data.subjects(), *power}, query.wanted, test, workers);
}

class RelationStage final : public Stage {
 public:
  explicit RelationStage(const Ranking& ranking) : ranking_(ranking), stage_(relation_stage(ranking.used)) {}

  std::vector<WorkItem> items() const override {
    std::vector<WorkItem> result;
    for (std::uint32_t i = 0; i < ranking_.data.subjects().size(); ++i)
      if (is_testable(ranking_, i)) result.push_back({0, i});
    return result;
  }
  bool is_finished(const WorkItem& item) const override {
    return find_item<PermutationSample>(ranking_.store, {stage_, 0, item.place}).has_value();
  }
  void run(std::span<const WorkItem> items, const Context& context) override {
    Workers workers(context);
    const std::size_t all = this->items().size();
    ProgressCounter progress(context, all, all - items.size());
    RelationQuery query{.wanted = {}, .sample_done = [&](std::size_t i, const PermutationSample& sample) {
                          keep_item(ranking_.store, {stage_, 0, static_cast<std::uint32_t>(i)}, sample);
                          progress.advance();
                        }};
    for (const WorkItem& item : items) query.wanted.push_back(item.place);
    sample_relations(ranking_, query, workers);
  }

 private:
  const Ranking& ranking_;
  std::string stage_;
};

void say_what_is_withheld(const Ranking& ranking, const Context& context) {
  if (ranking.used.method->relation != RelationTest::beside_freed) return;
  for (std::size_t i = 0; i < ranking.data.subjects().size(); ++i)
    if (!is_testable(ranking, i))
      return context.say(Severity::note,
                         fmt::format("p-values are withheld where features are freed by {}: copies of a feature could "
                                     "not be treated as the feature itself is",
                                     remover_of(ranking, i).entry->name));
}

}  // namespace

void sample_relations(const Ranking& ranking, const RelationQuery& query, Workers& workers) {
  switch (ranking.used.method->relation) {
    case RelationTest::none: return;
    case RelationTest::alone: return sample_alone(ranking, query, workers);
    case RelationTest::beside_freed: return sample_beside_freed(ranking, query, workers);
  }
}

void test_relations(const Ranking& ranking, const Executor& executor, const Context& context) {
  RelationStage stage(ranking);
  executor.run(stage, context);
  say_what_is_withheld(ranking, context);
}

void add_p_values(RankResult& result, const RankParts& used, const ItemStore& store) {
  if (used.method->relation == RelationTest::none) return;
  std::vector<PermutationSample> samples;
  std::vector<FeatureScore*> tested;
  for (std::uint32_t i = 0; i < result.features.size(); ++i) {
    const std::optional<std::size_t> remover = remover_in_store(i, used, store);
    const bool is_withheld =
        used.method->relation == RelationTest::beside_freed && remover && !used.removers[*remover].entry->freed_shape;
    auto sample = find_item<PermutationSample>(store, {relation_stage(used), 0, i});
    if (!sample && is_withheld) continue;
    if (!sample) return;  // not all were tested
    samples.push_back(std::move(*sample));
    tested.push_back(&result.features[i]);
  }
  std::vector<double> p;
  for (const PValue& value : p_values(samples, enough_exceedances)) {
    FeatureScore& feature = *tested[p.size()];
    feature.p = value.p;
    feature.p_is_pooled = value.is_pooled;
    p.push_back(value.p);
  }
  const std::vector<double> q = adjusted_p(p, result.options.adjust);
  for (std::size_t i = 0; i < q.size(); ++i) {
    tested[i]->q = q[i];
    tested[i]->related = q[i] <= result.options.fdr;
  }
}

}  // namespace umfi
