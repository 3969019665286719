#include "importance/permutation.hpp"

#include "importance/permuted_loss.hpp"

namespace umfi {
namespace {

class AnyoneWithAnyone final : public ExchangeRule {
 public:
  void start(const forest::OobTree& tree, const TreeFeatures&) override { places_ = tree.rows.size(); }
  void set_cells(std::size_t, ValueExchange& exchange) override { exchange.start(places_); }

 private:
  std::size_t places_ = 0;
};

}  // namespace

std::vector<double> permutation_importance(const forest::TrainingData& data, const forest::ForestOptions& options,
                                           Workers& workers, const std::function<void()>& tree_done) {
  return mean_loss_increase(
      data, options, workers, {[] { return std::make_unique<AnyoneWithAnyone>(); }, tree_done});
}

MethodEntry permutation_entry() {
  MethodEntry entry = permuting_entry(permutation_importance);
  entry.name = "permutation";
  entry.question =
      "what one forest loses when the feature is shuffled; about the forest, and split among features that say the same";
  entry.text = [](const OptionValues&) {
    return MethodText{
        "permutation importance (Breiman, 2001)",
        "the mean increase, over trees, of the out-of-bag error when the values of the feature are permuted"};
  };
  return entry;
}

}  // namespace umfi
