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
      data, options, workers, [] { return std::make_unique<AnyoneWithAnyone>(); }, tree_done);
}

}  // namespace umfi
