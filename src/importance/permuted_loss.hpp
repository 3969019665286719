// What trees lose on their out-of-bag rows when the values of one feature change hands among them: what permutation
// importance and conditional permutation importance have in common. They differ in the rule by which values change
// hands.
//
// The loss of a tree is the mean over its out-of-bag rows of the squared error (regression), or of 1 where the tree
// misclassifies the row (classification). A tree that does not split on a feature loses nothing, and costs nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "forest/forest.hpp"
#include "importance/tree_features.hpp"
#include "importance/value_exchange.hpp"
#include "umfi/method.hpp"

namespace umfi {

// Who may exchange values with whom. Each thread has its own rule.
class ExchangeRule {
 public:
  virtual ~ExchangeRule() = default;
  // Looks at another tree; both must stay until the next one.
  virtual void start(const forest::OobTree& tree, const TreeFeatures& features) = 0;
  // Sets the cells for the tree's k-th feature.
  virtual void set_cells(std::size_t k, ValueExchange& exchange) = 0;
};

// Per feature the mean increase of the loss over all trees; negative where the exchange happened to help. `tree_done`
// is called by any thread.
struct LossQuery {
  std::function<std::unique_ptr<ExchangeRule>()> make_rule;
  std::function<void()> tree_done = {};
};
std::vector<double> mean_loss_increase(const forest::TrainingData& data, const forest::ForestOptions& options,
                                       Workers& workers, const LossQuery& query);

// A method that permutes the values of features inside one forest, but for its name and words.
using PermutingMethod = std::vector<double> (*)(const forest::TrainingData&, const forest::ForestOptions&, Workers&,
                                                const std::function<void()>& tree_done);
MethodEntry permuting_entry(PermutingMethod method);

}  // namespace umfi
