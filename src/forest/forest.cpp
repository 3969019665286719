#include "forest/forest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "forest/oob_tally.hpp"

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

CandidateRule base_rule(const TrainingData& data, const ForestOptions& options) {
  const auto features = static_cast<std::uint32_t>(data.features.size());
  return {.mtry = options.mtry == 0 ? default_mtry(features) : std::min(options.mtry, features)};
}

CandidateRule rule_without(std::uint32_t feature, const TrainingData& data, const ForestOptions& options) {
  const auto features = static_cast<std::uint32_t>(data.features.size()) - 1;
  return {.mtry = options.mtry == 0 ? default_mtry(features) : std::min(options.mtry, features), .skipped = feature};
}

double variance(std::span<const double> values, std::span<const std::uint32_t> rows) {
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
  return response.task() == Task::regression ? 1 - mean / variance(response.values(), rows) : 1 - mean;
}

OobScore score_tally(const OobTally& tally, const TrainingData& data, const ForestOptions& options) {
  const Response& response = data.response;
  const StreamKey tie = stream_key({.seed = options.seed, .purpose = Purpose::vote_tie, .repeat = options.repeat});
  OobScore result;
  result.loss.reserve(data.rows.size());
  for (const std::uint32_t row : data.rows) {
    const auto trees = static_cast<double>(tally.trees(row));
    double loss = std::numeric_limits<double>::quiet_NaN();
    if (trees > 0 && response.task() == Task::regression) {
      const double mean = static_cast<double>(tally.sum(row)) / trees;
      const double error = response.values()[row] - response.decode(mean / leaf_scale);
      loss = error * error;
    } else if (trees > 0) {
      const auto predicted = static_cast<std::int64_t>(majority(tally.votes(row), Stream(tie, row)));
      loss = predicted == response.encoded()[row] ? 0 : 1;
    }
    result.loss.push_back(loss);
  }
  result.score = score_of(result.loss, response, data.rows);
  return result;
}

// One thread's grower and tally.
template <class Grower>
struct OobWorker {
  Grower grower;
  OobTally tally;
  void merge(const OobWorker& other) { tally.merge(other.tally); }
};

// The same for a pair: `difference` is what the follower's tally has more than the base's.
template <class Grower>
struct PairWorker {
  Grower grower;
  OobTally tally;
  OobTally difference;
  std::vector<LeafValue> predictions;
  void merge(const PairWorker& other) {
    tally.merge(other.tally);
    difference.merge(other.difference);
  }
};

}  // namespace

std::uint32_t default_mtry(std::size_t features) {
  auto root = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(features)));
  return std::max<std::uint32_t>(1, root);
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
  const CandidateRule rule = base_rule(data, options);
  const OobTally tally = with_grower(data.response, options.model, [&]<class Grower>() {
    using Worker = OobWorker<Grower>;
    const auto make = [&] { return Worker{Grower(data.features, data.response, data.rows), OobTally(data.response)}; };
    return workers
        .accumulate<Worker>(options.trees, make,
                            [&](std::size_t tree, Worker& worker) {
                              OobSink sink(worker.tally);
                              const TreeStreams streams(options.seed, options.repeat, static_cast<std::uint32_t>(tree));
                              worker.grower.grow(streams, rule, sink);
                            })
        .tally;
  });
  return score_tally(tally, data, options);
}

PairScore score_pair(const TrainingData& data, std::uint32_t feature, const ForestOptions& options, Workers& workers) {
  const CandidateRule rule = base_rule(data, options);
  const CandidateRule follower = rule_without(feature, data, options);
  return with_grower(data.response, options.model, [&]<class Grower>() {
    using Worker = PairWorker<Grower>;
    const auto make = [&] {
      return Worker{Grower(data.features, data.response, data.rows), OobTally(data.response), OobTally(data.response),
                    std::vector<LeafValue>(data.response.size())};
    };
    Worker sum = workers.accumulate<Worker>(options.trees, make, [&](std::size_t tree, Worker& worker) {
      RememberingOobSink base(worker.tally, worker.predictions);
      OobSink other(worker.difference);
      const TreeStreams streams(options.seed, options.repeat, static_cast<std::uint32_t>(tree));
      worker.grower.grow_pair(streams, rule, follower, base, other, [&](std::span<const std::uint32_t> rows) {
        for (const std::uint32_t row : rows) worker.difference.take_back(row, worker.predictions[row]);
      });
    });
    PairScore pair;
    pair.with = score_tally(sum.tally, data, options);
    sum.difference.merge(sum.tally);
    pair.without = score_tally(sum.difference, data, options);
    return pair;
  });
}

FittedForest fit_forest(const TrainingData& data, const ForestOptions& options, Workers& workers) {
  const CandidateRule rule = base_rule(data, options);
  std::vector<StoredTree> trees(options.trees);
  with_grower(data.response, options.model, [&]<class Grower>() {
    workers.for_each(options.trees, [&](std::size_t tree) {
      Grower grower(data.features, data.response, data.rows);
      TreeRecorder recorder(trees[tree]);
      grower.grow(TreeStreams(options.seed, options.repeat, static_cast<std::uint32_t>(tree)), rule, recorder);
    });
  });
  return {data.response, std::move(trees), options.seed, options.repeat};
}

}  // namespace umfi::forest
