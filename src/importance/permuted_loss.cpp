#include "importance/permuted_loss.hpp"

#include <cstdint>
#include <utility>

#include "forest/forest_settings.hpp"
#include "power/forest_power.hpp"

namespace umfi {
namespace {

struct FeatureLoss {
  std::uint32_t feature;
  double increase;
};

// By tree. Only features that a tree uses have an entry, so that many features cost no memory.
using TreeLosses = std::vector<std::vector<FeatureLoss>>;

// Measures one tree after the other.
class LossMeter final : public forest::OobTreeVisitor {
 public:
  LossMeter(const forest::TrainingData& data, const forest::ForestOptions& options, std::unique_ptr<ExchangeRule> rule,
            TreeLosses& results)
      : data_(data), options_(options), rule_(std::move(rule)), features_(data.features.size()), results_(results) {
    for (std::size_t f = 0; f < data.features.size(); ++f) values_.push_back(data.features[f].values.data());
  }

  void visit(std::uint32_t number, const forest::OobTree& tree) override {
    if (tree.rows.empty()) return;
    features_.start(tree.tree);
    rule_->start(tree, features_);
    set_losses(tree);
    const StreamKey key = stream_key({options_.seed, Purpose::permutation, options_.repeat, number});
    for (std::size_t k = 0; k < features_.size(); ++k) {
      rule_->set_cells(k, exchange_);
      if (exchange_.is_empty()) continue;
      exchange_.deal(Stream(key, features_.feature(k)));
      const double mean = increase(tree, k) / static_cast<double>(tree.rows.size());
      results_[number].push_back({features_.feature(k), mean});
    }
  }

 private:
  double loss_of(std::uint32_t row, forest::LeafValue value) const {
    const forest::Response& response = data_.response;
    if (response.task() == Task::classification) return value == response.encoded()[row] ? 0 : 1;
    const double predicted = response.decode(static_cast<double>(value) / forest::leaf_scale);
    const double error = response.values()[row] - predicted;
    return error * error;
  }

  void set_losses(const forest::OobTree& tree) {
    losses_.resize(tree.rows.size());
    for (std::size_t n = 0; n < tree.places.size(); ++n) {
      const auto& node = tree.tree.nodes()[n];
      if (!node.is_leaf()) continue;
      for (std::uint32_t place = tree.places[n].begin; place < tree.places[n].end; ++place)
        losses_[place] = loss_of(tree.rows[place], node.value);
    }
  }

  // Only rows that meet the feature can end elsewhere: those below its topmost splits, from there on.
  double increase(const forest::OobTree& tree, std::size_t k) {
    const std::uint32_t feature = features_.feature(k);
    double sum = 0;
    for (const TopmostSplit& top : features_.topmost(k)) {
      const forest::Range& places = tree.places[top.node];
      for (std::uint32_t place = places.begin; place < places.end; ++place) {
        const std::uint32_t giver = exchange_.giver_for(place);
        const double given = values_[feature][tree.rows[giver]];
        if (giver == place || keeps_its_way(tree, top, place, given)) continue;
        const std::uint32_t row = tree.rows[place];
        const auto cell = [&](std::uint32_t f) { return f == feature ? given : values_[f][row]; };
        sum += loss_of(row, tree.tree.leaf_of(cell, top.node).value) - losses_[place];
      }
    }
    return sum;
  }

  // Whether the row certainly ends in its leaf: the split is the only one on the feature, and the given value goes
  // where the row's own went.
  bool keeps_its_way(const forest::OobTree& tree, const TopmostSplit& top, std::uint32_t place, double given) const {
    if (!top.is_only_one) return false;
    const auto& node = tree.tree.nodes()[top.node];
    const bool went_left = place < tree.places[node.left_child].end;
    return tree.tree.goes_left(node, given) == went_left;
  }

  const forest::TrainingData& data_;
  const forest::ForestOptions& options_;
  std::unique_ptr<ExchangeRule> rule_;
  std::vector<const double*> values_;  // by feature
  TreeFeatures features_;
  ValueExchange exchange_;
  std::vector<double> losses_;  // by place, unchanged
  TreeLosses& results_;
};

void measure_permuting(PermutingMethod method, const MethodInput& input, Workers& workers) {
  forest::ForestOptions options = forest_options(input.options, input.seed);
  const forest::FeatureView features = ranked_view(input.features, options.model);
  const forest::Response response = forest::Response::of(input.target);
  for (const RepeatItems& repeat : input.repeats) {
    if (repeat.missing().empty() && repeat.has_full()) continue;
    options.repeat = repeat.stream();
    const std::vector<double> scores =
        method({features, response, input.sample.rows}, options, workers, [&] { input.progress(1); });
    repeat.need_full([&] { return input.power.nu(input.features, repeat.stream(), workers).value; });
    for (const std::size_t subject : repeat.missing())
      repeat.keep(subject, {.value = scores[input.subjects[subject].column()]});
  }
}

}  // namespace

MethodEntry permuting_entry(PermutingMethod method) {
  const auto trees = [](const StepCount& count) { return static_cast<std::size_t>(count.options.integer("trees")); };
  return {.options = forest_settings(),
          .power = "forest",
          .regression_unit = "mse",
          .steps = trees,
          .missing_steps = [trees](const StepCount& count,
                                   const RepeatItems& repeat) { return repeat.missing().empty() ? 0 : trees(count); },
          .measure = [method](const MethodInput& input,
                              Workers& workers) { measure_permuting(method, input, workers); },
          .model_sentence = [](const OptionValues& options) {
            return "The model was " + forest_text(options) + ".";
          }};
}

std::vector<double> mean_loss_increase(const forest::TrainingData& data, const forest::ForestOptions& options,
                                       Workers& workers, const LossQuery& query) {
  TreeLosses losses(options.trees);
  forest::visit_trees(
      data, options, workers, [&] { return std::make_unique<LossMeter>(data, options, query.make_rule(), losses); },
      query.tree_done);
  // In the order of the trees, so that the sums do not depend on threads.
  std::vector<double> means(data.features.size(), 0);
  for (const std::vector<FeatureLoss>& tree : losses)
    for (const FeatureLoss& loss : tree) means[loss.feature] += loss.increase;
  for (double& mean : means) mean /= static_cast<double>(options.trees);
  return means;
}

}  // namespace umfi
