// Linear regression: x_j less its straight line in x_i, where that line is significant, and where x_j goes together with
// a column whose line is.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "removal/partners.hpp"
#include "removal/transport.hpp"
#include "umfi/remover.hpp"

namespace umfi {

class LinearRemover final : public Remover {
 public:
  LinearRemover(const RemovalData& data, const RemoverSettings& settings);
  ~LinearRemover() override;
  std::unique_ptr<const FreedColumns> protect(const Subject& subject) const override;
  bool is_random() const override { return transport_ != nullptr; }

 private:
  class FreedOfNumbers;
  class FreedOfLevels;

  // Those whose dependence on x_i is significant, by j, and the partners of such as are freed of a line.
  template <class Significant>
  std::vector<bool> to_be_changed(std::size_t i, const Significant& is_significant) const;
  // Sums of products of x_i with every feature, all centred.
  std::vector<double> cross_products(std::size_t i) const;

  const RemovalData& data_;
  double alpha_;
  std::vector<double> centred_;  // row by row, so that the products of one row stand side by side
  std::vector<double> mean_;
  std::vector<double> square_sum_;     // of the centred values
  std::vector<double> largest_value_;  // by size
  // Residuals of a discrete feature would give x_i away by their steps: such features are transported.
  std::unique_ptr<const TransportRemover> transport_;
  std::optional<Partners> partners_;  // none by the paper's rule
};

RemoverEntry linear_entry();

}  // namespace umfi
