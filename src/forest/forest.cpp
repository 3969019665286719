#include "forest/forest.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "core/parallel.hpp"
#include "forest/oob_tally.hpp"
#include "umfi/error.hpp"

namespace umfi::forest {
namespace {

// Calls visit with the grower type for this response and model.
template <class Visit>
auto with_grower(const Response& response, Model model, const Visit& visit) {
  const auto with_criterion = [&]<class Criterion>() {
    return model == Model::forest ? visit.template operator()<TreeGrower<Criterion, ExactSearch>>()
                                  : visit.template operator()<TreeGrower<Criterion, RandomCutSearch>>();
  };
  if (response.task() == Task::regression) return with_criterion.template operator()<VarianceCriterion>();
  if (PackedGiniCriterion::fits(response)) return with_criterion.template operator()<PackedGiniCriterion>();
  return with_criterion.template operator()<WideGiniCriterion>();
}

FamilyMember make_member(const ForestVariant& variant, const TrainingData& data, const ForestOptions& options) {
  const FeatureView* const columns = variant.columns == nullptr ? &data.features : variant.columns;
  const auto candidates = static_cast<std::uint32_t>(candidates_of(variant, data.features));
  const std::uint32_t mtry = default_mtry(options.own_mtry ? candidates : columns->candidates());
  return {.columns = columns,
          .rule = {.mtry = std::min(options.mtry == 0 ? mtry : options.mtry, candidates), .skipped = variant.without}};
}

Family make_family(const TrainingData& data, std::span<const ForestVariant> variants, const ForestOptions& options) {
  std::vector<FamilyMember> members;
  for (const ForestVariant& variant : variants) members.push_back(make_member(variant, data, options));
  return {data.features, std::move(members)};
}

// Exactly 0 where all values are equal.
double variance(std::span<const double> values, std::span<const std::uint32_t> rows) {
  if (std::all_of(rows.begin(), rows.end(), [&](auto row) { return values[row] == values[rows[0]]; })) return 0;
  const auto n = static_cast<double>(rows.size());
  double mean = 0;
  for (const auto row : rows) mean += values[row];
  mean /= n;
  double sum = 0;
  for (const auto row : rows) sum += (values[row] - mean) * (values[row] - mean);
  return sum / (n - 1);
}

// R² from squared errors, accuracy from errors, over the rows that have a loss.
double score_of(std::span<const double> loss, const Response& response, std::span<const std::uint32_t> rows) {
  double sum = 0;
  std::size_t counted = 0;
  for (const double l : loss) {
    if (std::isnan(l)) continue;
    sum += l;
    ++counted;
  }
  if (counted == 0) throw DataError::never_out_of_bag();
  const double mean = sum / static_cast<double>(counted);
  if (response.task() == Task::classification) return 1 - mean;
  const double spread = variance(response.values(), rows);
  return spread > 0 ? 1 - mean / spread : 0;  // where nothing varies, nobody does better than the null model
}

OobScore score_tally(const OobTally& tally, const TrainingData& data, const ForestOptions& options) {
  const Response& response = data.response;
  const StreamKey tie = stream_key({.seed = options.seed, .purpose = Purpose::vote_tie, .repeat = options.repeat});
  OobScore result;
  result.loss.reserve(data.rows.size());
  double shares = 0;
  double counted = 0;
  for (const std::uint32_t row : data.rows) {
    const auto trees = static_cast<double>(tally.trees(row));
    double loss = std::numeric_limits<double>::quiet_NaN();
    counted += trees > 0 ? 1 : 0;
    if (trees > 0 && response.task() == Task::regression) {
      const double mean = static_cast<double>(tally.sum(row)) / trees;
      const double error = response.values()[row] - response.decode(mean / leaf_scale);
      loss = error * error;
    } else if (trees > 0) {
      const auto predicted = static_cast<std::int64_t>(majority(tally.votes(row), Stream(tie, row)));
      const auto truth = response.encoded()[row];
      loss = predicted == truth ? 0 : 1;
      shares += static_cast<double>(tally.votes(row)[static_cast<std::size_t>(truth)]) / trees;
    }
    result.loss.push_back(loss);
  }
  result.score = score_of(result.loss, response, data.rows);
  result.support = response.task() == Task::regression ? result.score : shares / counted;
  return result;
}

// One thread's grower, and a tally per forest.
template <class Grower>
struct OobWorker {
  Grower grower;
  std::vector<OobTally> tallies;
  void merge(const OobWorker& other) {
    for (std::size_t i = 0; i < tallies.size(); ++i) tallies[i].merge(other.tallies[i]);
  }
};

std::vector<OobTally> tally_family(const Family& family, const TrainingData& data, const ForestOptions& options,
                                   Workers& workers, const std::function<void()>& tree_done) {
  return with_grower(data.response, options.model, [&]<class Grower>() {
    using Worker = OobWorker<Grower>;
    const auto make = [&] {
      return Worker{Grower(family, data.response, data.rows, workers.context()), std::vector(family.size(), OobTally(data.response))};
    };
    return accumulate<Worker>(workers, options.trees, make,
                              [&](std::size_t tree, Worker& worker) {
                                OobSink sink(worker.tallies);
                                const TreeStreams streams(options.seed, options.repeat,
                                                          static_cast<std::uint32_t>(tree));
                                worker.grower.grow(streams, sink);
                                tree_done();
                              })
        .tallies;
  });
}

}  // namespace

std::uint32_t default_mtry(std::size_t features) {
  auto root = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(features)));
  return std::max<std::uint32_t>(1, root);
}

std::size_t candidates_of(const ForestVariant& variant, const FeatureView& features) {
  const FeatureView& columns = variant.columns == nullptr ? features : *variant.columns;
  const bool loses_one = variant.without != CandidateRule::nothing && !columns[variant.without].is_constant;
  return columns.candidates() - (loses_one ? 1 : 0);
}

OobScore null_score(const Response& response, std::span<const std::uint32_t> rows) {
  OobScore result;
  if (response.task() == Task::regression) {
    double mean = 0;
    for (const auto row : rows) mean += response.values()[row] / static_cast<double>(rows.size());
    for (const auto row : rows)
      result.loss.push_back((response.values()[row] - mean) * (response.values()[row] - mean));
    return result;
  }
  std::vector<std::size_t> counts(response.classes(), 0);
  for (const auto row : rows) ++counts[static_cast<std::size_t>(response.encoded()[row])];
  const auto largest = std::max_element(counts.begin(), counts.end());
  for (const auto row : rows) result.loss.push_back(response.encoded()[row] == largest - counts.begin() ? 0 : 1);
  result.score = static_cast<double>(*largest) / static_cast<double>(rows.size());
  return result;
}

OobScore score_forest(const TrainingData& data, const ForestOptions& options, Workers& workers) {
  const ForestVariant itself;
  return std::move(score_variants(data, {{&itself, 1}}, options, workers).front());
}

std::vector<OobScore> score_variants(const TrainingData& data, const VariantQuery& query, const ForestOptions& options,
                                     Workers& workers) {
  const std::span<const ForestVariant> variants = query.variants;
  // Every thread has a tally of every member. Scores do not depend on who else is in the family.
  const std::size_t at_a_time = std::max<std::size_t>(2, options.tally_bytes / OobTally::bytes(data.response));
  const std::size_t families = (variants.size() + at_a_time - 1) / at_a_time;
  std::atomic<std::size_t> grown{0};
  const auto one_grown = [&] {
    if (query.tree_done && grown++ % families == 0) query.tree_done();  // options.trees times in all
  };
  std::vector<OobScore> scores(variants.size());
  for (std::size_t first = 0; first < variants.size(); first += at_a_time) {
    const auto some = variants.subspan(first, std::min(at_a_time, variants.size() - first));
    const Family family = make_family(data, some, options);
    const std::vector<OobTally> tallies = tally_family(family, data, options, workers, one_grown);
    workers.for_each(some.size(), [&](std::size_t i) { scores[first + i] = score_tally(tallies[i], data, options); });
  }
  return scores;
}

FittedForest fit_forest(const TrainingData& data, const ForestOptions& options, Workers& workers) {
  const ForestVariant itself;
  const Family family = make_family(data, {&itself, 1}, options);
  std::vector<StoredTree> trees(options.trees);
  with_grower(data.response, options.model, [&]<class Grower>() {
    workers.for_each(options.trees, [&](std::size_t tree) {
      Grower grower(family, data.response, data.rows, workers.context());
      OobTree grown;
      OobTreeRecorder recorder(grown);
      grower.grow(TreeStreams(options.seed, options.repeat, static_cast<std::uint32_t>(tree)), recorder);
      trees[tree] = std::move(grown.tree);
    });
  });
  return {data.response, std::move(trees), options.seed, options.repeat};
}

void visit_trees(const TrainingData& data, const ForestOptions& options, Workers& workers,
                 const std::function<std::unique_ptr<OobTreeVisitor>()>& make_visitor,
                 const std::function<void()>& tree_done) {
  const ForestVariant itself;
  const Family family = make_family(data, {&itself, 1}, options);
  with_grower(data.response, options.model, [&]<class Grower>() {
    const auto make = [&] { return std::pair(Grower(family, data.response, data.rows, workers.context()), make_visitor()); };
    for_each_with(workers, options.trees, make, [&](std::size_t item, auto& mine) {
      const auto number = static_cast<std::uint32_t>(item);
      OobTree tree;
      OobTreeRecorder recorder(tree);
      mine.first.grow(TreeStreams(options.seed, options.repeat, number), recorder);
      mine.second->visit(number, tree);
      if (tree_done) tree_done();
    });
  });
}

}  // namespace umfi::forest
