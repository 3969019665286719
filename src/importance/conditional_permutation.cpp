#include "importance/conditional_permutation.hpp"

#include "importance/permuted_loss.hpp"
#include "importance/split_bins.hpp"
#include "stats/independence.hpp"

namespace umfi {
namespace {

class InsideTheGrid final : public ExchangeRule {
 public:
  explicit InsideTheGrid(const forest::FeatureView& columns) : columns_(columns) {}

  void start(const forest::OobTree& tree, const TreeFeatures& features) override {
    places_ = tree.rows.size();
    bins_.clear();
    for (std::size_t k = 0; k < features.size(); ++k)
      bins_.push_back(bin_at_splits(tree, features.splits(k), columns_[features.feature(k)]));
    associated_.assign(features.size(), {});
    for (std::size_t a = 0; a < bins_.size(); ++a) {
      test_.hold_against(bins_[a]);
      for (std::size_t b = a + 1; b < bins_.size(); ++b) {
        if (!test_.rejects(bins_[b])) continue;
        associated_[a].push_back(b);
        associated_[b].push_back(a);
      }
    }
  }

  void set_cells(std::size_t k, ValueExchange& exchange) override {
    exchange.start(places_);
    for (const std::size_t other : associated_[k]) {
      if (exchange.is_empty()) return;
      exchange.cut(bins_[other], bins_[k]);
    }
  }

 private:
  const forest::FeatureView& columns_;
  IndependenceTest test_{conditioning_level};
  std::size_t places_ = 0;
  // By number of the tree's features.
  std::vector<Labels> bins_;
  std::vector<std::vector<std::size_t>> associated_;
};

}  // namespace

std::vector<double> conditional_permutation_importance(const forest::TrainingData& data,
                                                       const forest::ForestOptions& options, Workers& workers,
                                                       const std::function<void()>& tree_done) {
  return mean_loss_increase(
      data, options, workers, {[&] { return std::make_unique<InsideTheGrid>(data.features); }, tree_done});
}

MethodEntry conditional_permutation_entry() {
  MethodEntry entry = permuting_entry(conditional_permutation_importance);
  entry.name = "conditional";
  entry.question = "the same, shuffled among rows alike in related features; nearer to what is lost without it";
  entry.text = [](const OptionValues&) {
    return MethodText{
        "conditional permutation importance (Debeer and Strobl, 2020)",
        "the mean increase, over trees, of the out-of-bag error when the values of the feature are permuted among rows "
        "that are alike in the features associated with it"};
  };
  return entry;
}

}  // namespace umfi
